"""A server without a network: tables over a store in memory, and clients whose wires keep all messages."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import msgspec
from tests.waiting import MAX_WAIT_SECONDS

from huefall.protocol import commands
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.ops.clock import Clock
from huefall.server.ops.metrics import Metrics
from huefall.server.ownership import Ownership, SoleNode
from huefall.server.settings import Settings
from huefall.server.store import MemoryStore, Store
from huefall.server.tables import entries
from huefall.server.tables.bot_pool import BotPool
from huefall.server.tables.hint_worker import HintWorker
from huefall.server.tables.inbox import CommandReceived, Connected, Disconnected
from huefall.server.tables.opening import Opening
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.services import Services
from huefall.server.tables.setup import fill_setup
from huefall.server.tables.table import Table
from huefall.server.transport.connection import Connection

ANNA, BEN = Person("g-anna", "Anna"), Person("g-ben", "Ben")

_ids = itertools.count(1)


class FakeEngine:
    """An engine that is ready, unless told otherwise."""

    def __init__(self, *, is_ready: bool = True) -> None:
        self.is_ready = is_ready
        self.progress = float(is_ready)
        self.failed: str | None = None
        self._listeners: list[Any] = []

    def on_change(self, listener: Any) -> None:
        self._listeners.append(listener)

    def get_on(self, progress: float, *, is_ready: bool = False, failed: str | None = None) -> None:
        self.progress, self.is_ready, self.failed = progress, is_ready, failed
        for listener in self._listeners:
            listener()


class RecordingWire:
    """A wire that keeps the messages written to it."""

    def __init__(self) -> None:
        self.written: list[Any] = []
        self.backlog = 0
        self.aborted = False
        self.closed: tuple[int, str] | None = None

    def write(self, text: bytes) -> None:
        self.written.append(msgspec.json.decode(text))

    def abort(self) -> None:
        self.aborted = True

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)


class Client:
    """A client at a table."""

    def __init__(self, table: Table, person: Person | None, since: int | None = None) -> None:
        self.table = table
        self.wire = RecordingWire()
        self.connection = Connection(person, self.wire)
        table.post(Connected(self.connection, since))

    @property
    def received(self) -> list[Any]:
        return self.wire.written

    async def say(self, kind: type, **fields: Any) -> Any:
        """Send a command and wait for its reply."""
        message = f"m{next(_ids)}"
        self.table.post(CommandReceived(self.connection, kind(id=message, **fields)))
        return await self.until(lambda: next((each for each in self.received if each.get("id") == message), None))

    async def until(self, condition: Any) -> Any:
        """Wait until a condition holds, and return its value; the event loop runs meanwhile."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while not condition():  # noqa: ASYNC110  # not every condition has an event: it is asked at each turn of the loop
                await asyncio.sleep(0)
        return condition()

    def leave(self) -> None:
        self.table.post(Disconnected(self.connection))


class LocalServer:
    """A registry of tables and the services they share."""

    def __init__(
        self,
        store: Store | None = None,
        engine: FakeEngine | None = None,
        hint_worker: Any = None,
        *,
        min_pause_ms: int = 0,
        grace_ms: int = 60_000,
        contribution_seconds: float = 0,
        clock: Clock | None = None,
        ownership: Ownership | None = None,
        **settings: Any,
    ) -> None:
        self.store = store if store is not None else MemoryStore()
        self.engine = engine or FakeEngine()
        metrics = Metrics()
        self.bot_pool = BotPool.of_threads(1, metrics)
        self.settings = Settings(**settings)

        def fill(setup: TableSetup) -> TableSetup:
            return fill_setup(setup, 0, 0, min_pause_ms)

        hint_worker = hint_worker or HintWorker()
        services = Services(
            self.store,
            self.engine,
            self.bot_pool,
            metrics,
            fill,
            hint_worker,
            grace_ms,
            contribution_seconds,
            clock or Clock(),
            ownership or SoleNode(),
        )
        self.fill = fill
        self.registry = TableRegistry(services, self.settings)

    async def table(
        self, *persons: Person, bots: int = 0, start: bool = False, opening: Opening | None = None, **setup: Any
    ) -> Table:
        """Create a table at which persons and bots sit."""
        seats = max(2, len(persons) + bots)
        seated: list[entries.TableEntry] = [
            entries.Sat(guest=person.guest, seat=seat, name=person.name) for seat, person in enumerate(persons)
        ]
        seated += [entries.BotAdded(seat=seat, level="easy") for seat in range(len(persons), len(persons) + bots)]
        if start:
            seated.append(entries.StartWanted(guest=persons[0].guest))
        return await self.registry.make(ANNA, self.fill(TableSetup(seats=seats, **setup)), seated, opening)

    async def started(self, *persons: Person, bots: int = 0, **setup: Any) -> tuple[Table, list[Client]]:
        """Create a table, connect its players, and deal."""
        table = await self.table(*persons, bots=bots, **setup)
        clients = [Client(table, person) for person in persons]
        assert (await clients[0].say(commands.Start))["type"] == "done"
        return table, clients

    async def close(self) -> None:
        await self.registry.stop()
        self.bot_pool.stop()
        await self.store.close()


async def play_out(table: Table, clients: list[Client]) -> None:
    """Play the match of people at a table to its end: each plays a card if possible."""
    state = table.state
    by_guest = {client.connection.guest: client for client in clients}
    while not state.match.over:
        revision, seat = state.revision, state.match.asked
        if seat is None:
            reply = await clients[0].say(commands.NextRound, revision=revision)
        else:
            legal = [str(move) for move in state.match.legal() if not move.is_claim]
            move = next((each for each in legal if each.startswith("play ")), legal[0])
            reply = await by_guest[state.seats[seat].guest].say(commands.Move, revision=revision, move=move)
        assert reply["type"] == "done", reply
