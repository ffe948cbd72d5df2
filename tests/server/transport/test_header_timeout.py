"""Connections that say nothing, or never come to the point, are closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from huefall.server.transport import header_timeout as heads
from huefall.server.transport.header_timeout import HEAD_BYTES, HeaderTimeoutProtocol
from huefall.server.transport.wire import DirectProtocol, DirectWire

pytestmark = pytest.mark.process

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _answer(_: Request) -> PlainTextResponse:
    return PlainTextResponse("here")


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    wire = DirectWire(socket)
    while True:
        wire.write((await socket.receive_text()).encode())


@asynccontextmanager
async def listening(made: list[HeaderTimeoutProtocol] | None = None) -> AsyncIterator[int]:
    app = Starlette(routes=[Route("/", _answer), WebSocketRoute("/ws", _echo)])
    config = uvicorn.Config(
        app, ws=DirectProtocol, log_config=None, h11_max_incomplete_event_size=HEAD_BYTES, lifespan="off"
    )
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()

    def serve() -> HeaderTimeoutProtocol:
        protocol = HeaderTimeoutProtocol(config, state, {})
        if made is not None:
            made.append(protocol)
        return protocol

    server = await loop.create_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for task in list(state.tasks):
            task.cancel()
        for connection in list(state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Streams]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_a_head_that_does_not_come_in_time_ends_the_connection(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(heads, "HEAD_SECONDS", 0.01)

    async def run() -> None:
        async with listening() as port, connected(port) as (reader, writer):
            writer.write(said)
            assert await asyncio.wait_for(reader.read(), 300) == b""

    asyncio.run(run())


def test_a_head_without_end_is_refused() -> None:
    async def run() -> None:
        async with listening() as port, connected(port) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * (HEAD_BYTES + 10_000))
            assert b" 400 " in await asyncio.wait_for(reader.readline(), 300)

    asyncio.run(run())


def test_requests_one_after_the_other_are_answered_on_one_connection() -> None:
    async def run() -> None:
        async with listening() as port, connected(port) as (reader, writer):
            for _ in range(3):
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                assert await asyncio.wait_for(reader.readuntil(b"here"), 300)

    asyncio.run(run())


def test_a_socket_has_no_time_for_heads_any_more() -> None:
    made: list[HeaderTimeoutProtocol] = []

    async def run() -> None:
        async with listening(made) as port, connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as socket:
            for text in ("one", "two", "x" * 70_000):
                await socket.send(text)
                assert await asyncio.wait_for(socket.recv(), 300) == text
            assert [protocol._timer for protocol in made] == [None]

    asyncio.run(run())


def test_who_floods_pings_is_dropped() -> None:
    async def run() -> None:
        async with listening() as port, connect(f"ws://127.0.0.1:{port}/ws", proxy=None, ping_interval=None) as socket:
            for _ in range(200):
                await socket.ping()
            await asyncio.wait_for(socket.wait_closed(), 300)

    asyncio.run(run())
