"""``Claims``: the tables and the work of a node, as the database has them. Tested in tests/server/ownership/test_shared.py.

Claims that come while one is under way share the next statement: after the death of a node a thousand tables are asked
for at once, and each commit waits for the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

import asyncpg
from msgspec.structs import fields

from huefall.server.ownership import notices, statements
from huefall.server.ownership.contract import OwnedElsewhere, Peer, TableMoving
from huefall.server.ownership.session import DatabaseAway, Session

#: Tables in one statement.
MAX_BATCH = 500

#: A table that somebody else is writing to, or claiming, is tried again after so long, and so often.
BUSY_SECONDS = 0.02
BUSY_ATTEMPTS = 50

PREFIX = "table:"
_COLUMNS = tuple(field.name for field in fields(Peer))


class FencedStore(Protocol):
    """What a store must know to prove with every append that this node owns the table."""

    epochs: dict[str, int]  # by stream
    node_id: int

    def note_away(self, reason: str) -> None:
        """Let everything fail until the database can be reached again."""
        ...


def read_peer(row: asyncpg.Record) -> Peer:
    """Make a node from the columns that are named like its fields."""
    return Peer(*(row[column] for column in _COLUMNS))


class Claims:
    """What this node owns. ``substitute`` returns a node that takes tables instead, if this one takes no more."""

    def __init__(
        self,
        session: Session,
        store: FencedStore,
        queries: statements.Statements,
        substitute: Callable[[], Peer | None],
    ) -> None:
        self.lost_listeners: list[Callable[[str], None]] = []
        self._session = session
        self._store = store
        self._queries = queries
        self._substitute = substitute
        self._waiting: dict[str, asyncio.Future[asyncpg.Record | None]] = {}
        self._worker: asyncio.Task[None] | None = None
        #: Held from a statement until its result is in ``epochs``: a comparison in between would find differences.
        self._turn = asyncio.Lock()
        self._absent: set[str] = set()

    # Tables

    async def claim(self, code: str) -> None:
        """Make this node the owner of a table, or raise ``OwnedElsewhere``."""
        for _ in range(BUSY_ATTEMPTS):
            row = await self._ask(PREFIX + code)
            if row is not None and (row["taken"] is not None or row["owner"] == self._store.node_id):
                return
            if row is not None and row["id"] is not None:
                raise OwnedElsewhere(code, read_peer(row))
            substitute = self._substitute()
            if substitute is not None:
                raise OwnedElsewhere(code, substitute)  # also a table that is yet to be made
            if row is None:
                return
            await asyncio.sleep(BUSY_SECONDS)
        raise TableMoving(code)

    async def release(self, code: str) -> None:
        """Give up a table. If the database is away, it stays this node's until somebody asks this node for it."""
        async with self._turn:
            epoch = self._store.epochs.pop(PREFIX + code, None)
            if epoch is not None:
                try:
                    await self._session.fetch(statements.RELEASE_TABLE, PREFIX + code, self._store.node_id, epoch)
                except DatabaseAway:
                    return

    async def _ask(self, stream: str) -> asyncpg.Record | None:
        """Try to take a table together with all that are asked for now; return how it was, None if it does not exist."""
        future = self._waiting.get(stream)
        if future is None:
            future = self._waiting[stream] = asyncio.get_running_loop().create_future()
            future.add_done_callback(_look_at_error)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._take_all())
        return await asyncio.shield(future)

    async def _take_all(self) -> None:
        while self._waiting:
            async with self._turn:
                batch = {stream: self._waiting.pop(stream) for stream in list(self._waiting)[:MAX_BATCH]}
                try:
                    rows = {row["stream"]: row for row in await self._take(list(batch))}
                except BaseException as error:
                    for future in batch.values():
                        future.set_exception(DatabaseAway("stopped") if _is_cancel(error) else error)
                    if not isinstance(error, Exception):
                        raise
                else:
                    for stream, future in batch.items():
                        future.set_result(rows.get(stream))

    async def _take(self, streams: list[str]) -> Sequence[asyncpg.Record]:
        node, epochs = self._store.node_id, self._store.epochs
        may_take = self._substitute() is None
        rows = await self._session.fetch(self._queries.claim_tables, streams, node, may_take)
        for row in rows:
            epoch = row["taken"] or (row["epoch"] if row["owner"] == node else None)
            if epoch is None:
                continue
            if epochs.get(row["stream"], epoch) != epoch:
                self.lose(row["stream"])  # somebody else had it in between
            epochs[row["stream"]] = epoch
        return rows

    # Losing tables

    def lose(self, stream: str) -> None:
        """Forget a table that is another node's, and say so."""
        self._store.epochs.pop(stream, None)
        notices.call(self.lost_listeners, stream.removeprefix(PREFIX))

    def lose_all(self) -> None:
        for stream in list(self._store.epochs):
            self.lose(stream)

    def hear(self, notice: notices.Notice) -> None:
        """Lose the table of a notice if it was this node's, and has not come back since."""
        stream = PREFIX + notice.text
        if self._store.epochs.get(stream, notice.epoch) < notice.epoch:
            self.lose(stream)

    async def compare(self) -> None:
        """Lose what the database says is another's, and accept what it says is this node's."""
        async with self._turn:
            node, epochs = self._store.node_id, self._store.epochs
            believed = dict(epochs)
            rows = await self._session.fetch(statements.COMPARE, node, list(believed))
            actual = {row["name"]: (row["owner"], row["epoch"]) for row in rows}
            for stream, epoch in believed.items():
                # The store changes ``epochs`` without a turn: it creates tables, and drops those it may not write to.
                if stream in actual and actual[stream] != (node, epoch) and epochs.get(stream) == epoch:
                    self.lose(stream)
            for stream, (owner, epoch) in actual.items():
                if owner == node:
                    epochs.setdefault(stream, epoch)  # of a claim whose answer was lost, or a table just created
            # A stream that is not there is being created now, or is deleted if it is missing once more.
            absent = {stream for stream in believed if stream not in actual}
            for stream in absent & self._absent:
                epochs.pop(stream, None)
            self._absent = absent - self._absent

    # Work

    async def claim_work(self, name: str) -> bool:
        (row,) = await self._session.fetch(self._queries.claim_work, name, self._store.node_id)
        return bool(row["is_ours"])

    async def release_work(self, name: str) -> None:
        """Give up work. If the database is away, it stays this node's while it lives."""
        try:
            await self._session.fetch(statements.RELEASE_WORK, name, self._store.node_id)
        except DatabaseAway:
            return

    async def stop(self) -> None:
        """Let the claims under way end."""
        if self._worker is not None:
            await asyncio.gather(self._worker, return_exceptions=True)


def _look_at_error(future: asyncio.Future[asyncpg.Record | None]) -> None:
    """Keep asyncio from complaining if whoever asked has been cancelled meanwhile."""
    if not future.cancelled():
        future.exception()


def _is_cancel(error: BaseException) -> bool:
    return isinstance(error, asyncio.CancelledError)
