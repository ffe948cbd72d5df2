"""``Ledger``: executes the orders of the writer's thread, and knows what may be written after an error.

It runs only in that thread. Entries are written by ``Appender``, everything else by ``StreamChanges``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import apsw

from huefall.server.store.appender import Appender
from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreError, StoreFailed, explain
from huefall.server.store.head import NoteLast, note_nothing
from huefall.server.store.migrations import run
from huefall.server.store.orders import DeleteStreams, Order, Outcome, PutSnapshot, RareOrder, RewriteEntries
from huefall.server.store.space_probe import probe_space
from huefall.server.store.stream_changes import StreamChanges

#: After this many pages, 16 MB, the log is copied into the database.
CHECKPOINT_PAGES = 4000
#: And after this many if somebody was reading.
RETRY_PAGES = 250

#: Free pages that are given back at once after a deletion, and how long that waits for readers.
CLEAN_UP_PAGES = 5000
CLEAN_UP_MS = 100

#: How long a commit waits for a transaction of another program. There should be no such program.
BUSY_MS = 5000

#: Errors caused by one append itself; the others of its batch are retried without it.
_OWN_ERRORS = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError)

#: Errors that leave the database unchanged and may not recur at the next commit.
_TEMPORARY_ERRORS = (*_OWN_ERRORS, apsw.FullError, apsw.BusyError, apsw.LockedError, apsw.NoMemError)


class Ledger:
    """The only connection that writes."""

    def __init__(self, connection: apsw.Connection, path: str, note_last: NoteLast = note_nothing) -> None:
        self._connection = connection
        self._path = path
        self._appender = Appender(connection, note_last)
        self._changes = StreamChanges(connection, self._appender, note_last)
        self._has_deleted = False  # since the last `clean_up`
        self._pages_until_checkpoint = CHECKPOINT_PAGES
        #: Why nothing is written any more, or None.
        self.broken: str | None = None

    def execute(self, orders: Sequence[Order]) -> list[Outcome]:
        """Execute orders in turn, consecutive appends together; return None or an error for each."""
        outcomes: list[Outcome] = []
        appends: list[Sequence[StoredEntry]] = []
        for order in orders:
            if not isinstance(order, RareOrder):
                appends.append(order)
                continue
            outcomes += self._append(appends)
            appends = []
            outcomes.append(self._execute_rare(order))
        outcomes += self._append(appends)
        return outcomes

    def checkpoint_when_due(self) -> bool:
        """Copy the log into the database when it has grown enough, so that SQLite can reuse it; return whether it was due.

        Somebody who reads may keep a part of the log from being copied: then it is tried again soon, or the log would grow
        by as much again.
        """
        if self.broken:
            return False
        try:
            if self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)[0] >= self._pages_until_checkpoint:
                self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE, True)  # resets the counter
                pages, copied = self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                self._pages_until_checkpoint = CHECKPOINT_PAGES if pages == copied else RETRY_PAGES
                return True
        except Exception as error:  # noqa: BLE001 - the thread must survive, to answer later orders
            self._note_failure(error)  # a temporary error is retried after as many pages
        return False

    def clean_up(self) -> None:
        """After a deletion give free pages back to the disk, and empty the log, which still has what was deleted."""
        if self.broken or not self._has_deleted:
            return
        self._has_deleted = False
        try:
            self._connection.set_busy_timeout(CLEAN_UP_MS)
            run(self._connection, f"PRAGMA incremental_vacuum({CLEAN_UP_PAGES})")
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except Exception as error:  # noqa: BLE001 - as above
            self._note_failure(error)  # somebody may be reading: the next checkpoint does it
        finally:
            self._connection.set_busy_timeout(BUSY_MS)

    def close(self) -> None:
        """Close the connection. Closing the last one copies the log into the database and deletes it.

        After a failure the log stays as it is: the next start reads it, and finds out what is really on the disk.
        """
        if self.broken:
            with contextlib.suppress(apsw.Error):
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._connection.close()

    # Appending

    def _append(self, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        """Append all in one transaction; if an append is to blame for its failure, one by one, so that the others succeed."""
        if not appends:
            return []
        if self.broken:
            return [StoreFailed(self.broken) for _ in appends]
        try:
            return self._appender.append(appends)
        except Exception as error:  # noqa: BLE001 - those who wait must get any error
            self._start_over()
            if len(appends) > 1 and (not isinstance(error, apsw.Error) or isinstance(error, _OWN_ERRORS)):
                return [outcome for entries in appends for outcome in self._append([entries])]
            return [self._note_failure(error) for _ in appends]

    # Other orders

    def _execute_rare(self, order: RareOrder) -> Outcome:
        self._has_deleted |= isinstance(order, DeleteStreams | RewriteEntries)
        if self.broken:
            return StoreFailed(self.broken)
        try:
            match order:
                case DeleteStreams():
                    self._changes.delete(order.streams)
                case RewriteEntries():
                    self._changes.rewrite(order.entries)
                case PutSnapshot():
                    self._changes.put_snapshot(order)
                case _:
                    probe_space(self._connection)
        except Exception as error:  # noqa: BLE001 - as above
            self._start_over()
            return self._note_failure(error)
        return None

    # Failing

    def _start_over(self) -> None:
        """Roll back a failed transaction, and read all numbers from the database again."""
        self._appender.forget_all()
        try:
            if self._connection.in_transaction:
                run(self._connection, "ROLLBACK")
        except apsw.Error as error:
            self._note_failure(error)

    def _note_failure(self, error: Exception) -> StoreError:
        """Return what to tell those who wait. After an error that is not temporary nothing is written any more."""
        if isinstance(error, apsw.Error) and not isinstance(error, _TEMPORARY_ERRORS):
            # After a failed write or fsync the contents of the disk are unknown. Opening the database again reads it
            # back.
            if not self.broken:
                self.broken = f"{explain(error, self._path)}; no more entries are stored until then"
            return StoreFailed(self.broken)
        return explain(error, self._path)
