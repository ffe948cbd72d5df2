"""Full matches over real sockets: every edition, two, four and ten seats, every seat a client of its own."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.random_play import PRINTED_BTS, THUNDER
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess

from huefall.editions import SHIPPED
from huefall.protocol.messages import Message
from huefall.protocol.views import EventShown, View
from huefall.record import replay, verify
from huefall.view import view_for

#: Options that bring every rule of an edition to the table.
LIVELY: dict[str, dict[str, object]] = {
    "classic": {"seven_zero": True, "stacking": "cumulative", "cut": True, "same_symbol": True, "shields": True},
    "buzz": {"stacking": "same"},
    "jurassic": {"footprints": "half", "stacking": "draw2"},
    "bts": {"dance_judge": "vote", "dance_ends_turn": True},
    "avengers": {"gauntlet_self": True, "cut": True},
}


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("edition", SHIPPED)
def test_a_match_is_played_to_its_end(server: ServerProcess, edition: str, seats: int) -> None:
    asyncio.run(_play_match(server, edition, seats, {"target": 120, **LIVELY[edition]}))


def test_a_match_of_the_official_length_is_played_to_its_end(server: ServerProcess) -> None:
    asyncio.run(_play_match(server, "classic", 3, {}))


async def _play_match(server: ServerProcess, edition: str, seats: int, options: dict[str, object]) -> None:
    tokens = [new_guest(server.url, f"Guest {seat}") for seat in range(seats)]
    code = new_table(server.url, tokens[0], edition=edition, seats=seats, options=options)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(server.socket_url, code, token)) for token in tokens]
        watcher = await stack.enter_async_context(Player(server.socket_url, code))
        for player in players[1:]:
            assert (await player.say("sit"))["type"] == "done"
        assert (await players[0].say("start"))["type"] == "done"
        chance = Random(f"{edition} {seats}")
        await asyncio.gather(
            *(player.play(Random(chance.random()), deals=not seat) for seat, player in enumerate(players))
        )
        await watcher.until(lambda: watcher.match_over)
        _check_record(server, code, players, watcher)
        _check_types([*players, watcher])


def _check_record(server: ServerProcess, code: str, players: list[Player], watcher: Player) -> None:
    """What the clients saw last is what the record says, and the shuffles are proved."""
    status, record = ask(server.url, f"/api/tables/{code}/matches/1/record")
    assert status == 200
    match = replay(record)
    for seat, player in enumerate(players):
        assert player.view == json.loads(json.dumps(view_for(match.game, seat)))
    assert watcher.view == json.loads(json.dumps(view_for(match.game, None)))
    assert verify(record, commitment=players[0].table["commitment"]).over
    moves = sum(len(played.moves) for played in match.rounds)
    assert moves == sum(message["type"] == "update" and message["what"] == "moved" for message in watcher.received)


def _check_types(players: list[Player]) -> None:
    """Everything that was sent is of the types the schema is written from."""
    decoder = msgspec.json.Decoder(Message)
    for player in players:
        for raw in player.raw:
            message = decoder.decode(raw)
            view = getattr(message, "view", None)
            if view is not None:
                msgspec.convert(view, View)
            msgspec.convert(getattr(message, "events", []), list[EventShown])


def test_bots_fill_a_table_and_play(server: ServerProcess) -> None:
    async def play() -> None:
        status, made = ask(server.url, "/api/play", {"name": "Anna", "seats": 10, "level": "easy", "preset": "party"})
        assert status == 201, made
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(5), deals=True)
            assert player.match_over
            # Whether Anna had a turn before a bot was out depends on the deal; every move names its seat.
            moves = [message["did"] for message in player.received if message.get("what") == "moved"]
            assert {did["seat"] for did in moves} - {player.you["seat"]}
            assert [did.get("by") for did in moves] == [
                None if did["seat"] == player.you["seat"] else "bot" for did in moves
            ]

    asyncio.run(play())


@pytest.mark.parametrize("path", [THUNDER, PRINTED_BTS], ids=lambda path: path.rsplit("/", 1)[-1])
def test_an_edition_of_ones_own_is_played_from_its_file(server: ServerProcess, path: str) -> None:
    file = Path(path).read_text(encoding="utf-8")

    async def play() -> None:
        body = {"name": "Anna", "seats": 3, "edition_file": file, "options": {"target": 0}}
        status, made = ask(server.url, "/api/play", body)
        assert status == 201, made
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(6), deals=True)
            assert player.table["setup"]["own_edition"]
        status, record = ask(server.url, f"/api/tables/{made['code']}/matches/1/record")
        assert verify(record).over
        assert ask(server.url, f"/api/tables/{made['code']}/edition") == (200, file.encode())

    asyncio.run(play())


def test_a_finished_match_can_be_stepped_through_with_every_card_open(server: ServerProcess) -> None:
    async def play() -> str:
        _, made = ask(server.url, "/api/play", {"name": "Anna", "seats": 2, "options": {"target": 0}})
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(7))
        return str(made["code"])

    code = asyncio.run(play())
    _, shown = ask(server.url, f"/api/tables/{code}/matches/1")
    status, found = ask(server.url, shown["replay"])
    assert status == 200
    assert found["match"] == shown
    first, last = found["frames"][0], found["frames"][-1]
    # A start card may have made the first to play draw: the others still hold what was dealt.
    assert min(len(hand) for hand in first["view"]["hands"]) == 7
    assert last["view"]["over"]
    assert ask(server.url, f"/api/tables/{code}/matches/1/rounds/2")[0] == 404
    assert ask(server.url, f"/api/tables/{code}/matches/2")[0] == 404
