"""Coming back: in the middle of every kind of question, to the exact view, with everything that was missed."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from tests.server.player import Player
from tests.server.seated_table import SeatedTable, seated_table
from tests.server.server_process import ServerProcess

from huefall.server.tables.history import MAX_MISSED_CHANGES
from huefall.vocabulary import phases

#: Tables at which, together, every question is asked, and the question wanted at each.
TABLES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("classic", {"stacking": "cumulative", "shields": True, "target": 0}, {"turn", "drawn", "draw2", "wild4"}),
    ("classic", {"hand_size": 1, "target": 0}, {"color"}),  # short rounds, many first cards
    ("jurassic", {"footprints": "half", "target": 0}, {"skip", "reverse"}),
    ("bts", {"dance_judge": "vote", "target": 0}, {"dance", "vote"}),
]


def test_every_question_is_looked_for() -> None:
    assert set().union(*(wanted for _, _, wanted in TABLES)) == set(phases.NAMES) - {"over"}


def question_of(player: Player) -> str:
    """Name what the player is asked; a drawn card to keep or play is a question of its own."""
    if player.view["pending"] is not None:
        return str(player.view["pending"]["kind"])
    return "drawn" if player.view["drawn"] is not None else "turn"


@pytest.mark.parametrize(
    ("edition", "options", "wanted"),
    TABLES,
    ids=lambda value: "-".join(sorted(value)) if isinstance(value, set) else "",
)
def test_a_client_comes_back_in_the_middle_of_every_question(
    server: ServerProcess, edition: str, options: dict[str, Any], wanted: set[str]
) -> None:
    async def play() -> None:
        left = set(wanted)
        async with seated_table(server, 3, edition=edition, options=options) as table:
            while left:
                player = await table.play_until(lambda asked: question_of(asked) in left, Random(len(left)))
                left.discard(question_of(player))
                await _come_back(table, player)

    asyncio.run(play())


async def _come_back(table: SeatedTable, player: Player) -> None:
    """Lose the connection of the asked player and of one who watches the question, and come back in every way."""
    for who in (player, next(other for other in table.players if other is not player)):
        token = table.tokens[who.you["seat"]]
        async with Player(who._url.rpartition("/ws/")[0], table.code, token, since=who.revision) as again:
            welcome = again.received[0]
            assert (welcome["missed"], welcome["complete"]) == ([], True)
            assert again.view == who.view
            assert again.you == who.you and again.table == who.table
            again.drop()
        async with Player(who._url.rpartition("/ws/")[0], table.code, token) as fresh:
            assert fresh.view == who.view
            assert not fresh.received[0]["complete"]


def test_what_was_missed_is_told_as_it_would_have_been(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 3) as table:
            chance = Random(8)
            away = table.players[2]
            before = away.revision
            async with Player(server.socket_url, table.code, table.tokens[2]) as window:
                for _ in range(12):
                    player = await table.play_until(lambda _: True, chance)
                    legal = [move for move in player.view["legal"] if move.split()[0] not in {"uno", "catch"}]
                    await player.move(chance.choice(legal))
                await table.settle()
                await window.until(lambda: window.revision == away.revision)
            async with Player(server.socket_url, table.code, table.tokens[2], since=before) as again:
                missed = again.received[0]["missed"]
                live = [
                    message for message in away.received if message["type"] == "update" and message["revision"] > before
                ]
                assert [message["revision"] for message in missed] == [message["revision"] for message in live]
                assert [message.get("events") for message in missed] == [message.get("events") for message in live]
                assert [message.get("did") for message in missed] == [message.get("did") for message in live]
                assert again.view == away.view

    asyncio.run(play())


def test_a_client_that_was_away_too_long_gets_a_fresh_view(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, start=False) as table:
            for number in range(MAX_MISSED_CHANGES + 5):
                await table.host.say("configure", setup={"seats": 2, "public": bool(number % 2)})
            async with Player(server.socket_url, table.code, table.tokens[1], since=1) as again:
                assert not again.received[0]["complete"]
                assert again.table == table.host.table
                assert (await again.say("resync", since=again.revision - 2))["type"] == "done"
                welcome = next(message for message in reversed(again.received) if message["type"] == "welcome")
                assert [missed["revision"] for missed in welcome["missed"]] == [again.revision - 1, again.revision]

    asyncio.run(play())


@pytest.mark.parametrize("since", [10**9, 2**53])
def test_a_client_that_knows_more_than_there_is_gets_a_fresh_view(server: ServerProcess, since: int) -> None:
    async def play() -> None:
        async with (
            seated_table(server, 2, start=False) as table,
            Player(server.socket_url, table.code, table.tokens[0], since=since) as again,
        ):
            assert (again.received[0]["missed"], again.received[0]["complete"]) == ([], False)

    asyncio.run(play())
