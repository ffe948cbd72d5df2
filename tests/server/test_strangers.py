"""Guests bring editions of their own, and come and go as tables are closed: neither keeps the server busy or a client waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.random_play import THUNDER
from tests.server.attacks import metric
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.raw_socket import RawSocket
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess

import huefall.editions
from huefall.editions import SHIPPED
from huefall.protocol.fields import VERSION
from huefall.record import verify
from huefall.server.ops.admin import read_admin_token

EDITIONS = Path(huefall.editions.__file__).parent

OWN_EDITION = Path(THUNDER).read_text(encoding="utf-8")

#: Files that are slow to read for a reader that takes its time with every key.
SLOW = {
    "a long key": ".".join(["a"] * 15_000) + " = 1",
    "a long table": "[" + ".".join(["a"] * 15_000) + "]",
    "a deep array": "a = " + "[" * 31_000,
    "a deep table": "a = " + "{a = " * 6_000,
    "a long number": "format = 0x" + "f" * 31_000,
    "many keys": "".join(f"a{number}.b.c = 1\n" for number in range(2_000)),
    "many rows": "[[card]]\nface = 'A'\n" * 1_500,
    "many quotes": "a = " + "'" * 31_000,
    "many lines": "\n" * 31_000,
    "many escapes": 'a = "' + "\\n" * 15_000 + '"',
}


@pytest.fixture
def cpu(server: ServerProcess) -> Any:
    """Count the seconds of processor time that the server takes."""
    server.wait_for("tables_open")
    return lambda: metric(server, "process_cpu_seconds_total")


def test_an_edition_of_ones_own_cannot_pass_for_one_that_ships(server: ServerProcess) -> None:
    token = new_guest(server.url)
    for name in SHIPPED:
        file = (EDITIONS / f"{name}.toml").read_text(encoding="utf-8")
        for path, body in [
            ("/api/editions/check", {"file": file}),
            ("/api/tables", {"setup": {"edition_file": file}}),
            ("/api/play", {"edition_file": file}),
        ]:
            status, answer = ask(server.url, path, body, token)
            assert status == 422, (path, answer)
            assert name in answer["error"]["text"]


def test_an_edition_of_ones_own_can_be_replayed_and_proved(server: ServerProcess) -> None:
    async def play() -> str:
        body = {"seats": 2, "edition_file": OWN_EDITION, "options": {"target": 0}}
        _, made = ask(server.url, "/api/play", body)
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(3))
        return str(made["code"])

    place = f"/api/tables/{asyncio.run(play())}/matches/1"
    status, record = ask(server.url, f"{place}/record")
    assert status == 200 and verify(record).over
    for path in (place, f"{place}/rounds/1", f"{place}/proof"):
        status, answer = ask(server.url, path)
        assert status == 200, (path, answer)


@pytest.mark.one_node("measures the CPU time of one process")
@pytest.mark.parametrize("what", SLOW)
def test_no_file_of_an_edition_keeps_the_server_busy(server: ServerProcess, cpu: Any, what: str) -> None:
    """It may cost no more than thirty ordinary files of its length."""
    ordinary = "# An ordinary line of an ordinary file, nothing more.\nname = 'x'\n[x]\n".replace("[x]", "[y.{}]")
    before = cpu()
    for number in range(30):
        file = "".join(ordinary.replace("{}", f"n{number}-{line}").replace("name", f"k{line}") for line in range(380))
        assert ask(server.url, "/api/editions/check", {"file": file})[0] == 422
    between = cpu()
    status, answer = ask(server.url, "/api/editions/check", {"file": SLOW[what]})
    assert status == 422, answer
    assert cpu() - between <= between - before


def test_spectators_cannot_swap_seats_not_even_one_with_itself(server: ServerProcess) -> None:
    async def play() -> None:
        token = new_guest(server.url, "Zoe")
        async with (
            seated_table(server, 2, seats=4, start=False) as table,
            Player(server.socket_url, table.code, token) as stranger,
        ):
            for a in range(4):
                for b in range(4):
                    assert (await stranger.say("swap", a=a, b=b))["reason"] == "not_host"

    asyncio.run(play())


def test_a_client_that_connects_while_a_table_is_closed_is_informed(server: ServerProcess) -> None:
    server.wait_for("tables_open")
    admin_token = read_admin_token(server.data)
    token = new_guest(server.url)

    async def come(code: str) -> list[str]:
        async with RawSocket(server.port, code) as socket:
            await socket.say({"type": "hello", "version": VERSION})
            received = await socket.receive_all()
        return [message["reason"] for message in received if message["type"] in {"refused", "bye"}]

    async def close(code: str) -> None:
        status, _ = await asyncio.to_thread(ask, server.url, f"/api/admin/tables/{code}", None, admin_token, "DELETE")
        assert status == 204

    async def crowd() -> None:
        for _ in range(20):
            code = await asyncio.to_thread(new_table, server.url, token)
            *found, _ = await asyncio.gather(*(come(code) for _ in range(8)), close(code))
            assert all(reasons in (["table_closed"], ["no_such_table"], ["table_reloaded"]) for reasons in found), found

    asyncio.run(crowd())


@pytest.mark.parametrize("code", ["%22", "%22%3E%3Cscript%3E", "a%2Fb", "a/b", "", "abcdefgh", "x" * 200])
def test_a_client_of_a_table_that_cannot_exist_is_told_so_by_its_socket(server: ServerProcess, code: str) -> None:
    """Not by a refused handshake, which a page takes for a server that is away."""

    async def come() -> list[Any]:
        async with RawSocket(server.port, code) as socket:
            await socket.say({"type": "hello", "version": VERSION})
            return await socket.receive_all()

    assert [message["reason"] for message in asyncio.run(come())] == ["no_such_table"]
