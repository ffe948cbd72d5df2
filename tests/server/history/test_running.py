"""A table in the list of a guest's games: what is public there, and nothing that is hidden (VIEW-01)."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
from tests.scale import SEED
from tests.server.history.guests_at_tables import GuestServer
from tests.server.tables.twins import PEOPLE, STRANGER, deal, make_services, same, twin, watchers

from huefall.protocol import commands
from huefall.server.history.running import show_running
from huefall.server.ops.workers import Workers
from huefall.server.tables import entries
from huefall.server.tables.services import Services
from huefall.server.tables.state import TableState
from huefall.server.tables.table import Table

GAMES = 12
MOVES = 25


def shown(services: Services, state: TableState, guest: str) -> bytes:
    table = Table(state, services, ended=lambda _: None)
    table._task.cancel()
    return msgspec.json.encode(show_running(table, guest))


def test_what_is_listed_does_not_depend_on_what_is_hidden() -> None:
    print(f"HUEFALL_SEED={SEED}")

    async def play() -> int:
        workers = Workers(1)
        services, compared = make_services(workers), 0
        for number in range(GAMES):
            rng = Random(f"running {SEED} {number}")
            state = deal(rng, rng.choice(["classic", "bts", "avengers"]))
            for _ in range(MOVES):
                match = state.match
                if match is None or match.round_over:
                    break
                for seat in watchers(state):
                    if seat is None:
                        continue
                    listed = shown(services, same(state), PEOPLE[seat].guest)
                    assert listed == shown(services, twin(state, seat, rng), PEOPLE[seat].guest)
                    compared += listed != b"null"
                move = rng.choice([str(move) for move in match.legal() if not move.is_claim])
                state.apply(entries.Moved(seat=match.asked or 0, move=move), 0)
            assert shown(services, state, STRANGER.guest) == b"null"
        workers.stop()
        await asyncio.sleep(0)
        return compared

    assert asyncio.run(play()) > GAMES * 5


def test_who_left_is_shown_the_table_and_who_was_sent_away_is_not() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, _ = await server.guests.make("Anna")
        ben, _ = await server.guests.make("Ben")
        cara, _ = await server.guests.make("Cara")
        table, (host, _, third) = await server.seat(anna, ben, cara)
        assert (await host.say(commands.Start))["type"] == "done"
        game = show_running(table, cara.guest)
        assert game is not None and not game.left and game.target == 0 and game.round == 1
        assert (await third.say(commands.Leave))["type"] == "done"
        game = show_running(table, cara.guest)
        assert game is not None and game.left, "they may come back"
        assert (await host.say(commands.Kick, seat=1))["type"] == "done"
        assert show_running(table, ben.guest) is None
        await server.close()

    asyncio.run(play())
