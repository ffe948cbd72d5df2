"""Hints over the wire: a training switch of the table's host, sent only to the asked seat that requests them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.player import Player, ask, new_guest
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess, running_server


def test_who_plays_against_bots_is_told_the_moves_best_first_and_can_play_one(server: ServerProcess) -> None:
    server.wait_for("tables_open")

    async def play() -> None:
        _, made = ask(server.url, "/api/play", {"seats": 3, "level": "easy"})
        async with (
            Player(server.socket_url, made["code"], made["token"]) as player,
            Player(server.socket_url, made["code"]) as watcher,
        ):
            assert player.table["setup"]["hints"] is True
            await player.until(lambda: player.asked)
            hints = await player.say("hint", revision=player.revision)
            assert hints["type"] == "hints", hints
            assert hints["revision"] == player.revision
            for move in hints["moves"]:
                assert set(move) == {"sentence", "chance", "reason"}
                assert move["chance"]["low"] <= move["chance"]["mean"] <= move["chance"]["high"]
            assert (await player.move(hints["moves"][0]["sentence"]))["type"] == "done"
            await watcher.until(lambda: watcher.revision >= player.revision)
            assert "hints" not in {message["type"] for message in watcher.received}
            assert (await watcher.say("hint", revision=watcher.revision))["reason"] == "not_seated"

    asyncio.run(play())


def test_a_table_of_people_has_no_hints_unless_its_host_allows_them(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            asked = await table.asked()
            assert asked.table["setup"]["hints"] is False
            assert (await asked.say("hint", revision=asked.revision))["reason"] == "hints_off"
            assert (await table.host.say("allow_hints", on=True))["type"] == "done"
            await table.settle()
            assert all(player.table["setup"]["hints"] for player in table.players)
            assert (await asked.say("hint", revision=asked.revision))["type"] == "hints"

    asyncio.run(play())


def test_a_lesson_has_no_hints(server: ServerProcess) -> None:
    async def learn() -> None:
        _, made = ask(server.url, "/api/lessons/basics", {})
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            assert player.table["setup"]["hints"] is False
            assert (await player.say("allow_hints", on=True))["reason"] == "lesson_table"

    asyncio.run(learn())


@pytest.mark.process
def test_that_hints_are_allowed_is_kept(tmp_path: Path) -> None:
    async def allow(server: ServerProcess) -> tuple[str, str]:
        token = new_guest(server.url)
        _, made = ask(server.url, "/api/tables", {"setup": {"seats": 2}}, token)
        async with Player(server.socket_url, made["code"], token) as player:
            assert (await player.say("allow_hints", on=True))["type"] == "done"
        return made["code"], token

    async def come_back(server: ServerProcess, code: str, token: str) -> None:
        async with Player(server.socket_url, code, token) as player:
            assert player.table["setup"]["hints"] is True

    with running_server(tmp_path) as server:
        code, token = asyncio.run(allow(server))
        server.kill()
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        asyncio.run(come_back(server, code, token))
