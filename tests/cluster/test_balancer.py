"""Connections go to the nodes in turn, and to another one if a node does not accept."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tools.cluster.balancer import Balancer
from tools.cluster.local_postgres import free_port

pytestmark = pytest.mark.process


@asynccontextmanager
async def node(name: bytes) -> AsyncIterator[int]:
    """Run something that answers everything it gets, and the end of it, with its name."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received = await reader.read()
        writer.write(name + received)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@asynccontextmanager
async def balancer(*ports: int) -> AsyncIterator[Balancer]:
    running = Balancer(ports)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()


async def ask(port: int, text: bytes = b"") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    return answer


async def read_end(reader: asyncio.StreamReader) -> bytes:
    """Read until the connection ends, in order or not."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


def test_nodes_are_asked_in_turn_and_everything_is_passed_on() -> None:
    async def run() -> None:
        async with node(b"1") as first, node(b"2") as second, balancer(first, second) as running:
            answers = [await ask(running.port) for _ in range(6)]
            assert Counter(answers) == {b"1": 3, b"2": 3}
            text = bytes(range(256)) * 4000
            assert (await ask(running.port, text))[1:] == text

    asyncio.run(run())


def test_a_node_that_refuses_is_left_out() -> None:
    async def run() -> None:
        async with node(b"1") as first, balancer(free_port(), first, free_port()) as running:
            assert [await ask(running.port) for _ in range(4)] == [b"1"] * 4

    asyncio.run(run())


def test_without_any_node_a_connection_is_closed() -> None:
    async def run() -> None:
        async with balancer(free_port()) as running:
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            assert await read_end(reader) == b""
            writer.close()

    asyncio.run(run())


def test_the_end_of_a_node_ends_its_connections() -> None:
    async def run() -> None:
        accepted: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

        async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await accepted.put(writer)

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        async with balancer(server.sockets[0].getsockname()[1]) as running:
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            (await accepted.get()).transport.abort()
            assert await read_end(reader) == b""
            writer.close()
        server.close()

    asyncio.run(run())


def test_a_stop_ends_what_is_open() -> None:
    async def run() -> None:
        async with node(b"1") as first, balancer(first) as running:
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            writer.write(b"begun")
            await writer.drain()
            await running.stop()
            assert await read_end(reader) == b""
            writer.close()
            with pytest.raises(OSError):
                await asyncio.open_connection("127.0.0.1", running.port)

    asyncio.run(run())
