"""The store of a server: SQLite, written by one thread that commits for everybody who waits, read by another.

What is appended in one turn of the event loop, or while a commit is under way, goes into the next commit together; when
that is safe on disk, the loop is woken once for all of them.
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

from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.database import Database, open_database
from huefall.server.store.errors import StoreError
from huefall.server.store.ledger import Forgetting, Ledger, Order, Outcome
from huefall.server.store.migrations import MIGRATIONS, Migration
from huefall.server.store.reader import Reader

#: Streams forgotten in one transaction; appends go in between.
FORGET_AT_ONCE = 50

Watch = Callable[[int, float], None]
_Waiting = tuple[Order, asyncio.Future[None]]


class SqliteStore:
    """A `Store` in one SQLite file.

    ``watch``, if there is one, is told of every batch: how many entries, and how many seconds until they were safe.
    """

    def __init__(self, database: Database, watch: Watch | None = None) -> None:
        self.watch = watch
        self._loop = asyncio.get_running_loop()
        self._lock = database.lock
        self._path = str(database.path)
        self._reader = Reader(database.reading, self._path)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="huefall-store-reader")
        self._ledger = Ledger(database.writing, self._path)
        self._waiting: list[_Waiting] = []  # for the next batch
        self._handing_over = False  # a batch is under way, or about to be
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._closing: asyncio.Task[None] | None = None
        self._batches: queue.SimpleQueue[list[_Waiting] | None] = queue.SimpleQueue()
        self._stopped: asyncio.Future[None] = self._loop.create_future()
        # A daemon, so that a server that fails without closing its store ends all the same. Nothing is lost by it.
        threading.Thread(target=self._write, name="huefall-store-writer", daemon=True).start()

    @classmethod
    async def open(
        cls, path: Path | str, *, migrations: Sequence[Migration] = MIGRATIONS, watch: Watch | None = None
    ) -> Self:
        """Open a database, made or brought up to date where needed; raise `StoreError` when it cannot be."""
        return cls(await asyncio.to_thread(open_database, Path(path), migrations), watch)

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        """Keep all of these or none; they are safe on disk when it returns."""
        self._check_open()
        if entries:
            await self._order(entries)

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """Return a stream's entries with numbers above ``after``, in order."""
        self._check_open()
        return await self._loop.run_in_executor(self._reading, self._reader.read, stream, after)

    async def streams(self, prefix: str) -> list[StreamInfo]:
        """List the streams whose names begin so, by name."""
        self._check_open()
        return await self._loop.run_in_executor(self._reading, self._reader.streams, prefix)

    async def forget(self, streams: Sequence[str]) -> None:
        """Remove streams for good."""
        self._check_open()
        for start in range(0, len(streams), FORGET_AT_ONCE):
            await self._order(Forgetting(streams[start : start + FORGET_AT_ONCE]))

    async def close(self) -> None:
        """Wait for what is pending, and let go of the files."""
        if self._closing is None:
            self._closing = self._loop.create_task(self._close())
        await asyncio.shield(self._closing)

    # On the event loop

    def _order(self, order: Order) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self._waiting.append((order, future))
        if not self._handing_over:
            self._handing_over = True
            self._quiet.clear()
            self._loop.call_soon(self._hand_over)  # not at once: others may come in this turn of the loop
        return future

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        self._batches.put(batch)

    def _settle(self, batch: list[_Waiting], outcomes: list[Outcome], seconds: float) -> None:
        if self._waiting:
            self._hand_over()
        else:
            self._handing_over = False
            self._quiet.set()
        entries = 0
        for (order, future), outcome in zip(batch, outcomes, strict=True):
            if not isinstance(order, Forgetting):
                entries += len(order)
            if future.done():
                continue  # nobody waits any more
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)
        if self.watch is not None:
            self.watch(entries, seconds)

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreError(f"{self._path} is closed: open it again")

    async def _close(self) -> None:
        await self._quiet.wait()
        # The writer's connection is closed last: it is the one that can copy the log into the database.
        await self._loop.run_in_executor(self._reading, self._reader.close)
        self._reading.shutdown()
        self._batches.put(None)
        await self._stopped
        self._lock.release()

    # In the writer's thread

    def _write(self) -> None:
        while (batch := self._batches.get()) is not None:
            began = time.perf_counter()
            outcomes = self._ledger.carry_out([order for order, _ in batch])
            self._tell(self._settle, batch, outcomes, time.perf_counter() - began)
            self._ledger.checkpoint_when_due()
        try:
            self._ledger.close()
        finally:
            self._tell(self._stopped.set_result, None)

    def _tell(self, callback: Callable[..., object], *values: object) -> None:
        # The loop may be gone, with all who waited on it: then there is nobody to tell.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback, *values)
