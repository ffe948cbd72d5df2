"""Time limits: at their end the turn is ended by legal defaults, and a bot sits in until the person is back."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tests.server.player import Player
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess

DEFAULTS = {"draw", "keep", "pass", "accept", "approve", "color", "play"}


def by_clock(player: Player) -> list[Any]:
    return [message["did"] for message in player.received if message.get("did", {}).get("by") == "clock"]


def clocks_of(player: Player, seat: int) -> list[Any]:
    """List the clocks that were sent while a seat was asked."""
    clocks = [message["clock"] for message in player.received if message.get("clock") is not None]
    return [clock for clock in clocks if clock["seat"] == seat]


def test_a_bot_sits_in_after_one_timeout_until_the_person_is_back(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, move_seconds=1) as table:
            host, sleeper = table.players
            chance = Random(1)

            async def stay_awake() -> None:
                while not sleeper.table["seats"][1].get("stand_in"):
                    seen = host.revision
                    if host.asked:
                        legal = [move for move in host.view["legal"] if move.split()[0] not in {"uno", "catch"}]
                        await host.move(chance.choice(legal))
                    elif host.table["status"] == "round_over":
                        await host.say("next_round", revision=host.revision)
                    await host.until(lambda seen=seen: host.revision > seen)

            await stay_awake()
            # On a machine with much to do the host may have been too slow as well.
            missed = [did for did in by_clock(sleeper) if did["seat"] == 1]
            moves = [did["move"].split()[0] for did in missed]
            assert set(moves) <= DEFAULTS
            assert moves in (moves[:1], ["draw", "keep"])  # one turn, which the time-out ended
            # The bot answers in its pause, which is none here, and so quicker than the clock would.
            await host.until(
                lambda: any(message.get("did", {}).get("by") == "bot" for message in host.received) or host.asked
            )
            assert (await sleeper.say("back"))["type"] == "done"
            await sleeper.until(lambda: not sleeper.table["seats"][1].get("stand_in"))

    asyncio.run(play())


def test_coming_back_on_another_connection_is_enough(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, move_seconds=1) as table:
            host = table.host
            await host.until(lambda: any(seat.get("stand_in") for seat in host.table["seats"]))
            seat = next(number for number, seat in enumerate(host.table["seats"]) if seat.get("stand_in"))
            async with Player(server.socket_url, table.code, table.tokens[seat]) as again:
                assert not again.table["seats"][seat].get("stand_in")

    asyncio.run(play())


def test_the_clock_is_shown_and_belongs_to_the_seat_in_turn(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, move_seconds=30) as table:
            player = await table.asked()
            assert player.clock["seat"] == player.you["seat"]
            assert player.clock["limit"] == 30_000
            assert 0 < player.clock["left"] <= 30_000

    asyncio.run(play())


def test_a_table_without_a_time_limit_has_no_clock(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, move_seconds=0) as table:
            player = await table.asked()
            assert player.clock is None

    asyncio.run(play())


def test_a_bots_pause_is_shown_and_kept(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 1, seats=2, bot_pause_ms=300) as table:
            player = table.host
            chance = Random(2)
            while not clocks_of(player, seat=1):
                seen = player.revision
                if player.asked:
                    legal = [move for move in player.view["legal"] if move.split()[0] not in {"uno", "catch"}]
                    await player.move(chance.choice(legal))
                await player.until(lambda seen=seen: player.revision > seen)
            assert {clock["limit"] for clock in clocks_of(player, seat=1)} == {300}
            await player.until(lambda: any(message.get("did", {}).get("by") == "bot" for message in player.received))

    asyncio.run(play())
