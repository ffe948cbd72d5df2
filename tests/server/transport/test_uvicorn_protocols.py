"""Silent connections are closed, frames are readable by every client, and a changed uvicorn is noticed."""

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
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from huefall.server.run import MAX_HEADER_BYTES
from huefall.server.transport import uvicorn_protocols
from huefall.server.transport.uvicorn_protocols import (
    NEEDED_NAMES,
    DirectProtocol,
    DirectWire,
    HeaderTimeoutProtocol,
    UvicornChangedError,
    check_uvicorn,
    text_frame,
)
from huefall.server.transport.wire import wire_for

pytestmark = pytest.mark.process

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _answer(_: Request) -> PlainTextResponse:
    return PlainTextResponse("here")


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    wire = wire_for(socket, on_abort=lambda: None)
    assert isinstance(wire, DirectWire)
    while True:
        wire.write((await socket.receive_text()).encode())


@asynccontextmanager
async def listening(made: list[HeaderTimeoutProtocol] | None = None) -> AsyncIterator[int]:
    app = Starlette(routes=[Route("/", _answer), WebSocketRoute("/ws", _echo)])
    config = uvicorn.Config(
        app, ws=DirectProtocol, log_config=None, h11_max_incomplete_event_size=MAX_HEADER_BYTES, lifespan="off"
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
def test_headers_that_do_not_come_in_time_end_the_connection(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(uvicorn_protocols, "HEADER_SECONDS", 0.01)

    async def run() -> None:
        async with listening() as port, connected(port) as (reader, writer):
            writer.write(said)
            assert await asyncio.wait_for(reader.read(), 300) == b""

    asyncio.run(run())


def test_endless_headers_are_rejected() -> None:
    async def run() -> None:
        async with listening() as port, connected(port) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * (MAX_HEADER_BYTES + 10_000))
            assert b" 400 " in await asyncio.wait_for(reader.readline(), 300)

    asyncio.run(run())


def test_requests_one_after_the_other_are_answered_on_one_connection() -> None:
    async def run() -> None:
        async with listening() as port, connected(port) as (reader, writer):
            for _ in range(3):
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                assert await asyncio.wait_for(reader.readuntil(b"here"), 300)

    asyncio.run(run())


def test_an_upgraded_connection_has_no_header_timeout() -> None:
    made: list[HeaderTimeoutProtocol] = []

    async def run() -> None:
        async with listening(made) as port, connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as socket:
            for text in ("one", "two", "x" * 70_000):
                await socket.send(text)
                assert await asyncio.wait_for(socket.recv(), 300) == text
            assert [protocol._timer for protocol in made] == [None]

    asyncio.run(run())


def test_a_client_that_floods_pings_is_dropped() -> None:
    async def run() -> None:
        async with listening() as port, connect(f"ws://127.0.0.1:{port}/ws", proxy=None, ping_interval=None) as socket:
            for _ in range(200):
                await socket.ping()
            await asyncio.wait_for(socket.wait_closed(), 300)

    asyncio.run(run())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_message_of_any_length_is_read_as_it_was_written(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    text = ("é" * length).encode()[:length]
    client.receive_data(text_frame(text))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, text, True)


def test_the_installed_uvicorn_has_every_needed_name() -> None:
    async def run() -> None:
        check_uvicorn()

    asyncio.run(run())


@pytest.mark.parametrize("protocol", NEEDED_NAMES)
def test_a_uvicorn_that_lacks_a_name_is_noticed(monkeypatch: pytest.MonkeyPatch, protocol: type) -> None:
    monkeypatch.setitem(NEEDED_NAMES, protocol, ("loop", "name_of_an_older_version"))

    async def run() -> None:
        with pytest.raises(UvicornChangedError, match=f"^{protocol.__name__} .* has no name_of_an_older_version$"):
            check_uvicorn()

    asyncio.run(run())
