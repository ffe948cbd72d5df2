"""Hints over the wire: a training switch of the table's host, answered to who asks and is asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.gathering import gathered
from tests.server.house import House, running
from tests.server.player import Player, ask, new_guest


def test_who_plays_against_bots_is_told_the_moves_best_first_and_can_play_one(house: House) -> None:
    house.wait_for("tables are open")

    async def play() -> None:
        _, made = ask(house.url, "/api/play", {"seats": 3, "level": "easy"})
        async with (
            Player(house.socket_url, made["code"], made["token"]) as player,
            Player(house.socket_url, made["code"]) as watcher,
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
            assert "hints" not in {told["type"] for told in watcher.told}
            assert (await watcher.say("hint", revision=watcher.revision))["reason"] == "not_seated"

    asyncio.run(play())


def test_a_table_of_people_has_no_hints_unless_its_host_allows_them(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 2) as table:
            asked = await table.asked()
            assert asked.table["setup"]["hints"] is False
            assert (await asked.say("hint", revision=asked.revision))["reason"] == "hints_off"
            assert (await table.host.say("allow_hints", on=True))["type"] == "done"
            await table.settle()
            assert all(player.table["setup"]["hints"] for player in table.players)
            assert (await asked.say("hint", revision=asked.revision))["type"] == "hints"

    asyncio.run(play())


def test_a_lesson_has_no_hints(house: House) -> None:
    async def learn() -> None:
        _, made = ask(house.url, "/api/lessons/basics", {})
        async with Player(house.socket_url, made["code"], made["token"]) as player:
            assert player.table["setup"]["hints"] is False
            assert (await player.say("allow_hints", on=True))["reason"] == "lesson_table"

    asyncio.run(learn())


def test_that_hints_are_allowed_is_kept(tmp_path: Path) -> None:
    async def allow(house: House) -> tuple[str, str]:
        token = new_guest(house.url)
        _, made = ask(house.url, "/api/tables", {"setup": {"seats": 2}}, token)
        async with Player(house.socket_url, made["code"], token) as player:
            assert (await player.say("allow_hints", on=True))["type"] == "done"
        return made["code"], token

    async def come_back(house: House, code: str, token: str) -> None:
        async with Player(house.socket_url, code, token) as player:
            assert player.table["setup"]["hints"] is True

    with running(tmp_path) as house:
        code, token = asyncio.run(allow(house))
        house.kill()
    with running(tmp_path) as house:
        house.wait_for("tables are open")
        asyncio.run(come_back(house, code, token))
