"""Guests who have played at tables of a server without a network, some of them together, with reviews."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.server.local_server import Client, LocalServer, RecordingWire, play_out

from huefall.protocol import commands
from huefall.protocol.reviews import VERSION
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.history.deletion import Deletions
from huefall.server.history.games import GuestHistory
from huefall.server.matches.archive import MatchArchive
from huefall.server.ops.clock import Clock
from huefall.server.ops.workers import Workers
from huefall.server.ownership import OwnedElsewhere, SoleNode
from huefall.server.retention.sweep import Sweep
from huefall.server.reviews.numbers import numbers_of_guests
from huefall.server.reviews.repository import Reviewed, ReviewRepository
from huefall.server.store import Store
from huefall.server.tables import entries
from huefall.server.tables.table import Table
from huefall.server.transport.compression import pack
from huefall.server.transport.connection import Connection
from huefall.server.transport.live_connections import LiveConnections


async def give_up_nothing(error: OwnedElsewhere) -> None:
    """Fail: a server that is alone owns every table."""
    raise AssertionError(str(error))


class GuestServer:
    """A server without a network that knows guests, matches and reviews. Made again over the same store, it is restarted."""

    def __init__(self, store: Store | None = None, clock: Clock | None = None, **settings: Any) -> None:
        clock = clock or Clock()
        ownership = SoleNode()
        self.local = LocalServer(store, clock=clock, **settings)
        self.store = self.local.store
        self.tables = self.local.registry
        self.guests = GuestRegistry(self.store, clock=clock.wall_ms)
        self.workers = Workers(1)
        self.matches = MatchArchive(self.store, self.workers)
        self.reviews = ReviewRepository(self.store, ownership)
        self.history = GuestHistory(self.store, self.workers)
        self.live = LiveConnections()
        self.sweep = Sweep(self.local.settings, self.store, self.tables, self.guests, self.live, clock, ownership)
        self.deletions = Deletions(
            self.store, self.guests, self.tables, self.matches, self.reviews, self.live, ownership, give_up_nothing
        )

    async def seat(self, *persons: Person, bots: int = 0, **setup: Any) -> tuple[Table, list[Client]]:
        """Create a table of the first person, seat all of them, and connect them."""
        seats = len(persons) + bots
        filled = self.local.fill(TableSetup(seats=seats, options={"target": 0}, **setup))
        seated: list[entries.TableEntry] = [
            entries.Sat(guest=person.guest, seat=seat, name=person.name) for seat, person in enumerate(persons)
        ]
        seated += [entries.BotAdded(seat=seat, level="easy") for seat in range(len(persons), seats)]
        table = await self.tables.make(persons[0], filled, seated)
        return table, [self.connect(table, person) for person in persons]

    async def play(self, *persons: Person, reviewed: bool = False) -> str:
        """Play a match to its end; return the code of its table, which stays open."""
        table, clients = await self.seat(*persons)
        assert (await clients[0].say(commands.Start))["type"] == "done"
        await play_out(table, clients)
        if reviewed:
            await self.review(table.state.code)
        return table.state.code

    async def review(self, code: str) -> None:
        """Store a review of the table's first match, with made-up numbers."""
        match = await self.matches.summary(code, 1)
        summary = [{"seat": seat, "own": 0.25, "luck": -0.5, "accuracy": 0.75} for seat, _ in enumerate(match.players)]
        packed = pack(json.dumps({"players": match.players, "summary": summary}).encode())
        guests = await self.matches.guests(code, 1)
        await self.reviews.put((code, 1), Reviewed(VERSION, packed), numbers_of_guests(packed, guests))

    def connect(self, table: Table, person: Person) -> Client:
        client = Client(table, person)
        self.live.add(client.connection)
        return client

    def connection(self, person: Person) -> tuple[Connection, RecordingWire]:
        wire = RecordingWire()
        connection = Connection(person, wire)
        self.live.add(connection)
        return connection, wire

    async def crash(self) -> None:
        """End all tasks; nothing more is stored, because nothing happens at the tables."""
        await self.deletions.stop()
        await self.tables.stop()
        self.local.bot_pool.stop()
        self.workers.stop()

    async def close(self) -> None:
        await self.crash()
        await self.store.close()


async def deleted(server: GuestServer) -> None:
    """Wait until all deletions are done."""
    async with asyncio.timeout(60):
        while await server.guests.pending_deletions():  # noqa: ASYNC110  # the store has no events
            await asyncio.sleep(0)
