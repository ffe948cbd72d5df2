"""The fallback wire: messages arrive in order, a slow client delays no other, and a real game can be played on it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket
from tests.server.attacks import until_disconnected
from tests.server.player import Player, new_guest, new_table
from tests.server.raw_socket import RawSocket
from tests.server.server_process import running_server

from huefall.protocol.fields import VERSION
from huefall.server.run import PLAIN_ASGI_VARIABLE
from huefall.server.transport.asgi_wire import AsgiWire
from huefall.server.transport.wire import wire_for


class FakeClient:
    """The other end of an accepted ASGI socket. It takes messages only while ``is_reading`` is set."""

    def __init__(self) -> None:
        self.received: list[Message] = []
        self.is_reading = asyncio.Event()
        self.is_reading.set()
        self.has_left = False
        self.aborted = 0

    async def connect(self) -> tuple[WebSocket, AsgiWire]:
        socket = WebSocket({"type": "websocket"}, self._receive, self._send)
        await socket.accept()
        wire = wire_for(socket, on_abort=self._note_abort)
        assert isinstance(wire, AsgiWire)
        return socket, wire

    def _note_abort(self) -> None:
        self.aborted += 1

    async def _receive(self) -> Message:
        return {"type": "websocket.connect"}

    async def _send(self, message: Message) -> None:
        await self.is_reading.wait()
        if self.has_left:
            raise OSError
        self.received.append(message)

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.received if message["type"] == "websocket.send"]


def test_messages_go_out_in_order_and_closing_comes_last() -> None:
    async def run() -> None:
        client = FakeClient()
        _, wire = await client.connect()
        for number in range(5):
            wire.write(b"%d" % number)
        assert wire.backlog == 5
        await wire.close(4000, "table_closed")
        wire.write(b"too late")
        assert client.texts == ["0", "1", "2", "3", "4"]
        assert client.received[-1] == {"type": "websocket.close", "code": 4000, "reason": "table_closed"}
        assert wire.backlog == 0

    asyncio.run(run())


def test_writing_to_a_client_that_does_not_read_only_adds_to_the_backlog() -> None:
    async def run() -> None:
        client = FakeClient()
        _, wire = await client.connect()
        client.is_reading.clear()
        wire.write(b"first")
        await asyncio.sleep(0)
        wire.write(b"second")
        assert wire.backlog == len(b"firstsecond")
        client.is_reading.set()
        await wire.close(1000, "")
        assert client.texts == ["first", "second"]

    asyncio.run(run())


def test_aborting_forgets_what_is_unsent_and_ends_the_handler() -> None:
    async def run() -> None:
        client = FakeClient()
        _, wire = await client.connect()
        client.is_reading.clear()
        wire.write(b"never sent")
        wire.abort()
        wire.write(b"neither")
        client.is_reading.set()
        await asyncio.sleep(0)
        assert (client.texts, client.aborted, wire.backlog) == ([], 1, 0)

    asyncio.run(run())


def test_a_client_that_has_left_is_not_written_to() -> None:
    async def run() -> None:
        client = FakeClient()
        _, wire = await client.connect()
        client.has_left = True
        wire.write(b"one")
        wire.write(b"two")
        await wire.close(1000, "")
        assert client.texts == [] and wire.backlog == 0

    asyncio.run(run())


@pytest.mark.process
def test_a_game_is_played_over_plain_asgi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_ASGI_VARIABLE, "1")
    with running_server(tmp_path) as server:
        assert [line for line in server.log if line.get("event_id") == "plain_asgi"], server.log
        anna, ben = new_guest(server.url, "Anna"), new_guest(server.url, "Ben")
        code = new_table(server.url, anna, seats=2, options={"target": 50})
        finished = asyncio.run(_play(server.socket_url, code, anna, ben))
    assert finished == ["over", "over"]
    assert len([line for line in server.log if line.get("event_id") == "plain_asgi"]) == 1


@pytest.mark.process
def test_a_client_that_does_not_read_is_dropped_over_plain_asgi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PLAIN_ASGI_VARIABLE, "1")
    with running_server(tmp_path) as server:
        code = new_table(server.url, new_guest(server.url, "Anna"))

        async def flood() -> None:
            async with RawSocket(server.port, code) as socket:
                asking = asyncio.create_task(_ask_without_reading(socket))
                await until_disconnected(server)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)

        asyncio.run(flood())


async def _ask_without_reading(socket: RawSocket) -> None:
    await socket.say({"type": "hello", "version": VERSION})
    while not socket.is_cut:
        await socket.say({"type": "resync", "id": "again"})  # the reply is longer than the command


async def _play(socket_url: str, code: str, *tokens: str) -> list[Any]:
    async with Player(socket_url, code, tokens[0]) as host, Player(socket_url, code, tokens[1]) as other:
        assert (await other.say("sit", seat=1))["type"] == "done"
        assert (await host.say("start"))["type"] == "done"
        await asyncio.gather(host.play(Random(1), deals=True), other.play(Random(2)))
        return [player.table["status"] for player in (host, other)]
