"""Twin tables: they differ only in what one seat cannot see (VIEW-01)."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
from tests.random_play import random_options
from tests.server.local_server import FakeEngine, RecordingWire
from tests.server.tables.bare_table import fill
from tests.view.worlds import Known, other_world

from huefall.editions import RULES_VERSION, SHIPPED
from huefall.game import Game, Match
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.ops.clock import Clock
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.store import MemoryStore
from huefall.server.tables import entries
from huefall.server.tables.bot_pool import BotPool
from huefall.server.tables.inbox import Incoming
from huefall.server.tables.services import Batch, Services
from huefall.server.tables.state import TableState
from huefall.server.tables.table import Table
from huefall.server.transport.connection import Connection
from huefall.view import laid_open

NOW = 1_000_000

PEOPLE = [Person(f"g-{seat}", f"Guest {seat}") for seat in range(10)]
STRANGER = Person("g-stranger", "Zoe")


def deal(rng: Random, edition: str) -> TableState:
    """Deal at a table of people and bots, with options and seats by chance."""
    seats = rng.choice([2, 3, 4, 6])
    bots = {seat for seat in range(1, seats) if rng.random() < 0.5}
    setup: dict[str, Any] = {"options": random_options(rng, edition), "seats": seats, "public": True}
    if edition in SHIPPED:
        setup["edition"] = edition
    else:
        with open(edition, encoding="utf-8") as file:
            setup["edition_file"] = file.read()
    state = TableState("abcdefgh")
    first: list[entries.TableEntry] = [entries.Created(guest=PEOPLE[0].guest, setup=fill(TableSetup(**setup)))]
    for seat, person in enumerate(PEOPLE[:seats]):
        is_bot = seat in bots
        sat = entries.Sat(guest=person.guest, seat=seat, name=person.name)
        first.append(entries.BotAdded(seat=seat, level="normal") if is_bot else sat)
    first += [entries.Committed(seed=rng.randbytes(32).hex(), rules_version=RULES_VERSION), entries.Dealt()]
    for entry in first:
        state.apply(entry, NOW)
    return state


def person_on(state: TableState, seat: int | None) -> Person | None:
    """Return who sits there; for no seat a spectator."""
    return None if seat is None else PEOPLE[seat]


def watchers(state: TableState) -> list[int | None]:
    """List the seats from which people look on, and none."""
    return [None, *(seat for seat, taken in enumerate(state.seats) if taken.guest is not None)]


def same(state: TableState) -> TableState:
    """Make a table that is the same in everything."""
    assert state.match is not None
    game = state.match.game
    return _with_game(state, game.copy())


def twin(state: TableState, seat: int | None, rng: Random, known: Known | None = None) -> TableState:
    """Make a table that differs in what a seat does not know."""
    assert state.match is not None
    return _with_game(state, other_world(state.match.game, seat, rng, known))


def _with_game(state: TableState, game: Game) -> TableState:
    found = copy.copy(state)
    for name, value in vars(state).items():
        # A game cannot be copied so, and what has happened does not change.
        setattr(found, name, copy.copy(value) if name in {"match", "history"} else copy.deepcopy(value))
    found.history._latest = copy.copy(state.history._latest)
    assert isinstance(found.match, Match)
    game._logged = [*found.match.game._logged]  # what was played of the round is public
    found.match.game = game
    *before, current = found.match.rounds
    found.match.rounds = [*before, replace(current, moves=[*current.moves])]
    return found


def make_services(workers: Workers) -> Services:
    # Messages contain times: all tables must use the same clock, which stands still.
    clock, metrics = Clock(lambda: NOW, lambda: NOW), Metrics()
    return Services(MemoryStore(), FakeEngine(), BotPool(workers, 1, metrics), metrics, fill, clock=clock)


def messages_to(services: Services, state: TableState, person: Person | None, messages: Iterable[Any]) -> list[bytes]:
    """Connect a client to a table, post messages one after the other, and return everything written to the client.

    A message may be a function of the connection, because ``Connected`` and ``CommandReceived`` need it.
    """
    table = Table(state, services, ended=lambda _: None)
    connection = Connection(person, RecordingWire())
    batch = Batch()
    for make in messages:
        message: Incoming = make(connection)
        table._handle(message, batch)
    table._parts.scheduler.suspend()
    table._task.cancel()
    sent = [data for written_to, data in batch.outgoing if written_to is connection]
    return [_without_count(data, state) for data in (*sent, msgspec.json.encode(state.show()))]


def _without_count(data: bytes, state: TableState) -> bytes:
    """Take the hands out that lie open when a round is over: they are no secret any more, and differ."""
    hands = None if state.match is None else laid_open(state.match.game)
    return data if hands is None else data.replace(b'"hands":%b' % msgspec.json.encode(hands), b'"hands":"open"')


async def settle() -> None:
    """Let tasks that were stopped come to their end."""
    await asyncio.sleep(0)
