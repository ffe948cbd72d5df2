"""``SqliteStore``: the store of a server. One thread writes and commits for all who wait; another reads.

Appends of one turn of the event loop, and those that arrive during a commit, share the next commit; when it is safe on
disk, the loop is woken once for all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from huefall.server.store.background_check import BackgroundCheck, check_at_start, is_small
from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.database import Database, open_database
from huefall.server.store.errors import StoreError, StoreFailed, StoreFull, StreamDamaged, UnreadableStream
from huefall.server.store.health import Damage, StoreHealth
from huefall.server.store.ledger import Ledger
from huefall.server.store.migrations import MIGRATIONS, Migration
from huefall.server.store.orders import (
    DeleteStreams,
    Order,
    Outcome,
    ProbeSpace,
    PutSnapshot,
    RareOrder,
    RewriteEntries,
)
from huefall.server.store.reader import Reader

#: Streams deleted in one transaction; appends go in between.
MAX_FORGOTTEN_AT_ONCE = 50

#: Called after each batch with its number of entries and the seconds until they were safe.
Watch = Callable[[int, float], None]
_Waiting = tuple[Order, asyncio.Future[None]]


class SqliteStore:
    """A `Store` in one SQLite file."""

    is_shared = False

    def __init__(self, database: Database, watch: Watch | None = None) -> None:
        self.watch = watch
        self.health = StoreHealth()
        self._probe_timer: asyncio.TimerHandle | None = None  # set while the disk is full
        self._loop = asyncio.get_running_loop()
        self._lock = database.lock
        self._path = str(database.path)
        self._reader = Reader(database.reading, self._path)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="huefall-store-reader")
        self._ledger = Ledger(database.writing, self._path, database.note_last)
        self._head = database.head
        self._background_check: BackgroundCheck | None = None
        self._waiting: list[_Waiting] = []  # for the next batch
        self._handing_over = False  # a batch is being written, or will be in this turn of the loop
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing: asyncio.Task[None] | None = None
        self._batches: queue.SimpleQueue[list[_Waiting] | None] = queue.SimpleQueue()
        self._stopped: asyncio.Future[None] = self._loop.create_future()
        # A daemon, so that a server that fails without closing its store still ends. No acknowledged entry is lost.
        threading.Thread(target=self._write, name="huefall-store-writer", daemon=True).start()

    @classmethod
    async def open(
        cls,
        path: Path | str,
        *,
        migrations: Sequence[Migration] = MIGRATIONS,
        watch: Watch | None = None,
        accept_loss: bool = False,
    ) -> Self:
        """Open a database, created or migrated if necessary; raise `StoreError` if that fails.

        What is damaged is noted in its ``health``: at once if the database is small, otherwise in the course of time.
        """
        database = await asyncio.to_thread(open_database, Path(path), migrations, accept_loss=accept_loss)
        store = cls(database, watch)
        if database.lost is not None:
            store.health.note_loss(database.lost)
        if database.head is not None:
            for damage in await asyncio.to_thread(check_at_start, database):
                store.health.note_damage(damage)
            if not is_small(database):
                store._background_check = BackgroundCheck(
                    database.path, lambda damage: store._call_on_loop(store.health.note_damage, damage)
                )
        return store

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        self._check_open()
        self.health.check()
        if entries:
            await self._submit(entries)

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        self._check_open()
        try:
            entries = await self._loop.run_in_executor(self._reading, self._reader.read, stream, after)
        except UnreadableStream as error:
            self.health.note_damage(Damage(stream, error.number, error.problem))
            raise
        damage = self.health.damaged.get(stream)
        if damage is not None and damage.number > after + len(entries):  # its end is missing
            raise StreamDamaged(stream, damage.number, damage.problem, entries)
        return entries

    async def read_all(self, prefix: str) -> list[StoredEntry]:
        self._check_open()
        entries, unreadable = await self._loop.run_in_executor(self._reading, self._reader.read_all, prefix)
        for error in unreadable:
            self.health.note_damage(Damage(error.stream, error.number, error.problem))
        return entries

    async def streams(self, prefix: str) -> list[StreamInfo]:
        self._check_open()
        return await self._loop.run_in_executor(self._reading, self._reader.streams, prefix)

    async def last_entries(self, prefix: str) -> list[StoredEntry]:
        self._check_open()
        return await self._loop.run_in_executor(self._reading, self._reader.last_entries, prefix)

    async def put_snapshot(self, stream: str, number: int, program: str, data: bytes) -> None:
        self._check_open()
        self.health.check()
        await self._submit(PutSnapshot(stream, number, program, data))

    async def read_snapshot(self, stream: str, program: str) -> tuple[int, bytes] | None:
        self._check_open()
        return await self._loop.run_in_executor(self._reading, self._reader.read_snapshot, stream, program)

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

    # On the event loop

    def _submit(self, order: Order) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self._waiting.append((order, future))
        if not self._handing_over:
            self._handing_over = True
            self._idle.clear()
            self._loop.call_soon(self._hand_over)  # later, so that other appends of this turn of the loop join
        return future

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        self._batches.put(batch)

    def _settle(self, batch: list[_Waiting], outcomes: list[Outcome], seconds: float) -> None:
        if self._waiting:
            self._hand_over()
        else:
            self._handing_over = False
            self._idle.set()
        entries = 0
        for (order, future), outcome in zip(batch, outcomes, strict=True):
            if not isinstance(order, RareOrder):
                entries += len(order)
            if outcome is not None and not isinstance(order, ProbeSpace):
                self._note_failure(outcome)
            if future.done():
                continue  # cancelled
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)
        if self.watch is not None:
            self.watch(entries, seconds)

    def _note_failure(self, error: StoreError) -> None:
        """Let everybody know if the store cannot write; for a full disk see when it can again."""
        if isinstance(error, StoreFailed):
            self.health.note_failure(str(error))
        elif isinstance(error, StoreFull):
            if not self.health.is_full:
                self.health.note_full(str(error))
                self._probe_later()
            error.retry_after = self.health.retry_after

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
        elif isinstance(error, StoreFailed):
            self.health.note_failure(str(error))
        else:
            self.health.note_full(str(error))
            self._probe_later()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreError(f"{self._path} is closed: open it again")

    async def _close(self) -> None:
        if self._probe_timer is not None:
            self._probe_timer.cancel()
        await self._idle.wait()
        if self._background_check is not None:
            await self._loop.run_in_executor(None, self._background_check.stop)
        # The writing connection is closed last: only it can copy the log into the database.
        await self._loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()
        self._batches.put(None)
        await self._stopped
        self._lock.release()

    # In the writer's thread

    def _write(self) -> None:
        while (batch := self._batches.get()) is not None:
            began = time.perf_counter()
            outcomes = self._ledger.execute([order for order, _ in batch])
            self._call_on_loop(self._settle, batch, outcomes, time.perf_counter() - began)
            self._ledger.clean_up()
            if self._ledger.checkpoint_when_due() and self._head is not None:
                self._head.sync()
            if self._ledger.broken is not None:
                self._call_on_loop(self.health.note_failure, self._ledger.broken)
        try:
            self._ledger.close()
            if self._head is not None:
                self._head.close()
        finally:
            self._call_on_loop(self._stopped.set_result, None)

    def _call_on_loop(self, callback: Callable[..., object], *values: object) -> None:
        # The loop may be closed; then nobody waits.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback, *values)
