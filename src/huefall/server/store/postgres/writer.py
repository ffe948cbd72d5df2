"""``Writer``: executes orders on the one connection that writes, and knows what to do after an error.

Entries are written by ``Appender``, everything else by ``stream_changes``. Tested in
tests/server/store/postgres/test_appender.py and tests/server/store/postgres/test_store.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg

from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreConflict, StoreError
from huefall.server.store.orders import DeleteStreams, Order, Outcome, PutSnapshot, RareOrder, RewriteEntries
from huefall.server.store.postgres.appender import Appender, Fencing
from huefall.server.store.postgres.failures import calls_for_another_look, explain, is_away
from huefall.server.store.postgres.session import Connection
from huefall.server.store.postgres.stream_changes import delete_streams, probe_space, put_snapshot, rewrite_entries
from huefall.server.store.streams import TABLES

#: How often an order is tried while other nodes change the same streams. From the second time on appends lock them first;
#: more tries are needed only where nodes create and delete the same streams.
MAX_TRIES = 5


class Writer:
    """Orders are executed in turn, each batch of appends as one transaction."""

    def __init__(self, where: str, fencing: Fencing) -> None:
        self._where = where
        self._fencing = fencing
        self._appender = Appender(fencing)

    def forget_all(self) -> None:
        """Believe nothing any more: where streams end is read from the database again."""
        self._appender.forget_all()

    async def execute(self, connection: Connection, orders: Sequence[Order]) -> list[Outcome]:
        """Execute orders in turn, consecutive appends together; return None or an error for each.

        When the database turns out to be away, all that follow fail without being tried.
        """
        outcomes: list[Outcome] = []
        appends: list[Sequence[StoredEntry]] = []
        for order in orders:
            if not isinstance(order, RareOrder):
                appends.append(order)
                continue
            outcomes += await self._append(connection, appends)
            appends = []
            outcomes.append(await self._execute_rare(connection, order))
        outcomes += await self._append(connection, appends)
        return outcomes

    async def _append(self, connection: Connection, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        """Append all in one transaction; if an append is to blame for its failure, one by one, so that the others succeed."""
        if not appends:
            return []
        tries = MAX_TRIES if len(appends) == 1 else 2
        failure: BaseException | None = None
        for place in range(tries):
            append = self._appender.append_locked if place else self._appender.append
            try:
                return await append(connection, appends)
            except Exception as error:  # noqa: BLE001 - those who wait must get any error
                failure = error
                self._appender.forget_all()
                if not calls_for_another_look(error):
                    break
        if failure is None or len(appends) == 1 or is_away(failure) or isinstance(failure, asyncpg.DiskFullError):
            return [self._explain(failure, entries) for entries in appends]
        return [outcome for entries in appends for outcome in await self._append(connection, [entries])]

    def _explain(self, failure: BaseException | None, entries: Sequence[StoredEntry]) -> StoreError:
        if failure is None or calls_for_another_look(failure):
            names = ", ".join(sorted({entry.stream for entry in entries}))
            return StoreConflict(f"other nodes are changing {names} all the time: read the streams again")
        return explain(failure, self._where)

    async def _execute_rare(self, connection: Connection, order: RareOrder) -> Outcome:
        failure: BaseException | None = None
        for _ in range(MAX_TRIES):
            try:
                await self._change(connection, order)
            except Exception as error:  # noqa: BLE001 - as above
                failure = error
                self._appender.forget_all()
                if not calls_for_another_look(error):
                    break
            else:
                return None
        return explain(failure, self._where) if failure is not None else None

    async def _change(self, connection: Connection, order: RareOrder) -> None:
        match order:
            case DeleteStreams(streams):
                await delete_streams(connection, streams)
                self._appender.forget(streams)
                for name in streams:
                    self._fencing.epochs.pop(name, None)
            case RewriteEntries(entries):
                await rewrite_entries(connection, entries)
                self._appender.forget([entry.stream for entry in entries])
            case PutSnapshot(stream):
                is_fenced = self._fencing.node_id and stream.startswith(TABLES)
                await put_snapshot(connection, order, self._fencing.epochs.get(stream, -1) if is_fenced else None)
            case _:
                await probe_space(connection)
