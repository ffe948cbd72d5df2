"""``PostgresStore``: the store of a node that shares its database with others.

Appends of one turn of the event loop, and those that arrive during a commit, share the next one: one call of a function of
the database. When the database cannot be reached, everything fails at once until it can, and nothing is believed any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Self, TypeVar

import asyncpg

from huefall.server.store.addresses import hide_password
from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import StoreAway, StoreError, StoreFull, UnreadableStream
from huefall.server.store.health import Damage, StoreHealth
from huefall.server.store.orders import (
    DeleteStreams,
    Order,
    Outcome,
    ProbeSpace,
    PutSnapshot,
    RareOrder,
    RewriteEntries,
)
from huefall.server.store.postgres import reader
from huefall.server.store.postgres.connections import Connections
from huefall.server.store.postgres.failures import explain
from huefall.server.store.postgres.schema import MIGRATIONS, migrate
from huefall.server.store.postgres.session import Connection
from huefall.server.store.postgres.writer import Writer

#: Streams deleted in one transaction; appends go in between.
MAX_FORGOTTEN_AT_ONCE = 50

#: Called after each batch with its number of entries and the seconds until they were safe.
Watch = Callable[[int, float], None]
Result = TypeVar("Result")
_Waiting = tuple[Order, asyncio.Future[None]]


class PostgresStore:
    """A `Store` in a PostgreSQL database.

    ``node_id`` and ``epochs`` are for the ownership layer: once there is a node, an append to a table that exists must
    have the table's epoch, and raises ``NotOwner`` otherwise.
    """

    is_shared = True

    def __init__(self, address: str, watch: Watch | None = None) -> None:
        self.watch = watch
        self.health = StoreHealth()
        #: The row of this node in ``nodes``; 0: nothing is fenced.
        self.node_id = 0
        #: The tables that this node owns: the names of their streams, and since which change of owner.
        self.epochs: dict[str, int] = {}
        #: What proves to other nodes that this is one of them.
        self.secret = b""
        #: For sessions of one's own; it has the password.
        self.address = address
        #: For logs and errors.
        self.where = hide_password(address)
        self._loop = asyncio.get_running_loop()
        self._connections = Connections(address, lambda: self.note_away(f"{self.where}: the session has ended"))
        self._writer = Writer(self.where, self)
        self._waiting: list[_Waiting] = []  # for the next batch
        self._wake: asyncio.Future[None] | None = None  # set while nothing is being written
        self._losses = 0  # of the database; an error of before the last one says nothing about the sessions of now
        self._reconnecting: asyncio.Task[None] | None = None
        self._probe_timer: asyncio.TimerHandle | None = None  # set while the disk is full
        self._closing: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, address: str, *, migrations: Sequence[Sequence[str]] = MIGRATIONS, watch: Watch | None = None
    ) -> Self:
        """Open a database, its schema created or migrated if necessary; raise `StoreError` if that fails."""
        store = cls(address, watch)
        try:
            connection = await store._connections.open()
            store.secret = await migrate(connection, store.where, migrations)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            store._abandon()
            raise explain(error, store.where) from None
        except BaseException:
            store._abandon()
            raise
        store._writing = store._loop.create_task(store._write(), name="huefall-store-writer")
        return store

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        self._check_open()
        self.health.check()
        if entries:
            await self._submit(entries)

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        try:
            return await self._read(lambda connection: reader.read(connection, stream, after))
        except UnreadableStream as error:
            self.health.note_damage(Damage(stream, error.number, error.problem))
            raise

    async def read_all(self, prefix: str) -> list[StoredEntry]:
        entries, unreadable = await self._read(lambda connection: reader.read_all(connection, prefix))
        for error in unreadable:
            self.health.note_damage(Damage(error.stream, error.number, error.problem))
        return entries

    async def streams(self, prefix: str) -> list[StreamInfo]:
        return await self._read(lambda connection: reader.streams(connection, prefix))

    async def last_entries(self, prefix: str) -> list[StoredEntry]:
        return await self._read(lambda connection: reader.last_entries(connection, prefix))

    async def put_snapshot(self, stream: str, number: int, program: str, data: bytes) -> None:
        self._check_open()
        self.health.check()
        await self._submit(PutSnapshot(stream, number, program, data))

    async def read_snapshot(self, stream: str, program: str) -> tuple[int, bytes] | None:
        return await self._read(lambda connection: reader.read_snapshot(connection, stream, program))

    async def rewrite(self, entries: Sequence[StoredEntry]) -> None:
        self._check_open()
        if entries:
            await self._submit(RewriteEntries(entries))

    async def forget(self, streams: Sequence[str]) -> None:
        self._check_open()
        for start in range(0, len(streams), MAX_FORGOTTEN_AT_ONCE):
            await self._submit(DeleteStreams(streams[start : start + MAX_FORGOTTEN_AT_ONCE]))

    async def close(self) -> None:
        if self._closing is None:
            self._closing = self._loop.create_task(self._close())
        await asyncio.shield(self._closing)

    def note_away(self, reason: str) -> None:
        """Let everything fail until the database can be reached again; the ownership layer may notice it first."""
        if self.health.is_away or self._closing is not None or self._writing is None:
            return
        self._losses += 1
        self.health.note_away(reason)
        self._connections.terminate()
        self._writer.forget_all()
        self._reconnecting = self._loop.create_task(self._reconnect(), name="huefall-store-reconnect")

    # Reading

    async def _read(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        self._check_open()
        if self.health.is_away:
            raise StoreAway.now(self.health.retry_after)
        losses = self._losses
        try:
            return await self._connections.read(work)
        except (
            OSError,
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,
            StoreAway,
        ) as error:
            raise self._note_failure(explain(error, self.where), losses) from None

    # Writing

    def _submit(self, order: Order) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self._waiting.append((order, future))
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)  # the task runs later, so that other appends of this turn of the loop join
        return future

    async def _write(self) -> None:
        """Execute what waits, batch by batch, until the store is closed."""
        while self._waiting or self._closing is None:
            if not self._waiting:
                self._wake = self._loop.create_future()
                await self._wake
                self._wake = None
                continue
            batch, self._waiting = self._waiting, []
            began, losses = time.perf_counter(), self._losses
            outcomes = await self._execute([order for order, _ in batch])
            self._settle(batch, outcomes, losses)
            if self.watch is not None:
                self.watch(sum(_count(order) for order, _ in batch), time.perf_counter() - began)

    async def _execute(self, orders: Sequence[Order]) -> list[Outcome]:
        if self.health.is_away:
            return [StoreAway.now(self.health.retry_after) for _ in orders]
        try:
            return await self._writer.execute(self._connections.writing, orders)
        except StoreError as error:
            return [error for _ in orders]
        except Exception as error:  # noqa: BLE001 - the task must survive, and those who wait must get any error
            self._writer.forget_all()
            return [explain(error, self.where) for _ in orders]

    def _settle(self, batch: list[_Waiting], outcomes: list[Outcome], losses: int) -> None:
        for (order, future), outcome in zip(batch, outcomes, strict=True):
            if outcome is not None and not isinstance(order, ProbeSpace):
                self._note_failure(outcome, losses)
            if future.done():
                continue  # cancelled
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)

    # Failing

    def _note_failure(self, error: StoreError, losses: int) -> StoreError:
        """Let everybody know if the database is away or its disk is full."""
        if isinstance(error, StoreAway):
            if losses == self._losses:
                self.note_away(str(error))
            error.retry_after = self.health.retry_after
        elif isinstance(error, StoreFull):
            if not self.health.is_full:
                self.health.note_full(str(error))
                self._probe_later()
            error.retry_after = self.health.retry_after
        return error

    async def _reconnect(self) -> None:
        """Try at once, and then after longer and longer pauses."""
        while self._closing is None:
            try:
                await self._connections.open()
            except StoreError as error:
                self.health.note_away(str(error))
                await asyncio.sleep(self.health.retry_after)
            else:
                self.health.note_back()
                return

    def _probe_later(self) -> None:
        if self._closing is None:
            self._probe_timer = self._loop.call_later(self.health.retry_after, self._probe)

    def _probe(self) -> None:
        """Find out whether there is room again."""
        self._probe_timer = None
        if self._closing is None and self.health.is_full:
            self._submit(ProbeSpace()).add_done_callback(self._learn_from_probe)

    def _learn_from_probe(self, probed: asyncio.Future[None]) -> None:
        error = probed.exception()
        if error is None:
            self.health.note_room()
            return
        if isinstance(error, StoreAway):
            self.note_away(str(error))
        else:
            self.health.note_full(str(error))
        self._probe_later()

    # Closing

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreError(f"{self.where} is closed: open it again")

    def _abandon(self) -> None:
        """Give up a store that could not be opened."""
        self._connections.terminate()

    async def _close(self) -> None:
        if self._probe_timer is not None:
            self._probe_timer.cancel()
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
        if self._writing is not None:
            await self._writing
        if self._reconnecting is not None:
            self._reconnecting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reconnecting
        await self._connections.close()


def _count(order: Order) -> int:
    """Return the number of entries that an order appends."""
    return 0 if isinstance(order, RareOrder) else len(order)
