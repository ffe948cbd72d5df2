"""Floods: too many messages, requests, connections, guests and tables meet a limit, and clients that do not read are dropped."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.attacks import attack_server, until_disconnected
from tests.server.malformed_requests import request, send
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.raw_socket import RawSocket, check_ended
from tests.server.server_process import ServerProcess, running_server

from huefall.protocol.fields import VERSION

pytestmark = pytest.mark.process

WATCH: dict[str, Any] = {"type": "hello", "version": VERSION}


def test_messages_that_come_too_fast_are_refused_and_then_end_the_connection(tmp_path: Path) -> None:
    with running_server(tmp_path, messages_per_second=1) as server:
        token = new_guest(server.url, "Eve")
        code = new_table(server.url, token)

        async def flood() -> None:
            async with RawSocket(server.port, code) as socket:
                await socket.say(WATCH)
                for number in range(200):
                    await socket.say({"type": "ping", "id": f"p{number}"})
                received = await socket.receive_all()
            answers = [message for message in received if message["type"] in {"done", "refused"}]
            # What was allowed at first may not have been answered yet when the connection ends.
            refused = [message for message in answers if message["type"] == "refused"]
            assert 0 < len(refused) <= len(answers) < 200
            assert {message["id"] for message in answers} <= {f"p{number}" for number in range(200)}
            assert {message["reason"] for message in refused} == {"too_fast"}
            ended = check_ended(socket)
            assert (ended.code, ended.reason) == (4000, "too_many_faults")

        asyncio.run(flood())


def test_requests_that_come_too_fast_are_refused_for_a_while(tmp_path: Path) -> None:
    with running_server(tmp_path, requests_per_second=1) as server:

        async def flood() -> None:
            answers = [(await send(server.port, request("GET", "/api/tables"))).check() for _ in range(60)]
            refused = [answer for answer in answers if answer.status == 429]
            assert refused and {answer.status for answer in answers} == {200, 429}
            assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
            assert all(b'"too_fast"' in answer.body for answer in refused)

        asyncio.run(flood())


def test_connections_guests_and_tables_have_limits(tmp_path: Path) -> None:
    limits = {
        "connections_per_address": 6,
        "connections_per_guest": 3,
        "guests_per_address": 4,
        "tables_per_address": 2,
        "least_bot_pause_ms": 50,
    }
    with running_server(tmp_path, **limits) as server:
        server.wait_for("tables_open")
        token = new_guest(server.url, "Eve")
        code = new_table(server.url, token)
        assert ask(server.url, f"/api/tables/{code}")[1]["setup"]["bot_pause_ms"] == 50, "bots may be no faster"

        async def crowd() -> None:
            async with AsyncExitStack() as stack:

                async def come(hello: dict[str, Any]) -> RawSocket:
                    socket = await stack.enter_async_context(RawSocket(server.port, code))
                    await socket.say(hello)
                    await socket.receive()
                    return socket

                mine = [await come({**WATCH, "token": token}) for _ in range(4)]
                assert [socket.last["type"] for socket in mine] == ["welcome"] * 3 + ["refused"]
                others = [await come(WATCH) for _ in range(4)]
                assert [socket.last["type"] for socket in others] == ["welcome"] * 3 + ["refused"]
                for socket in (mine[-1], others[-1]):
                    await socket.receive_all()
                    ended = check_ended(socket)
                    assert (ended.code, ended.reason) == (1013, "too_many_connections")
            await until_disconnected(server)

        asyncio.run(crowd())
        made = [ask(server.url, "/api/guests", {"name": "Eve"}) for _ in range(5)]
        assert [status for status, _ in made] == [201] * 3 + [429] * 2
        assert made[-1][1]["error"]["reason"] == "too_many_guests" and made[-1][1]["error"]["retry_after"] > 0
        tables = [ask(server.url, "/api/tables", {}, token) for _ in range(3)]
        assert [status for status, _ in tables] == [201] + [429] * 2
        assert tables[-1][1]["error"]["reason"] == "too_many_tables"


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits_for_it(server: ServerProcess) -> None:
    token = new_guest(server.url, "Eve")
    code = new_table(server.url, token)

    async def attack() -> None:
        async with RawSocket(server.port, code) as socket:
            await socket.say(WATCH)
            while not socket.is_cut:  # its answers are not taken: a welcome each, longer than the question
                await socket.say({"type": "resync", "id": "again"})

    async def flood() -> None:
        async with Player(server.socket_url, code, token) as player:
            await attack_server(server, attack())
            await player.until(
                lambda: player.received[-1]["type"] == "presence" and player.received[-1]["spectators"] == 0
            )

    asyncio.run(flood())
