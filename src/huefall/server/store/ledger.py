"""``Ledger``: checks entry numbers and writes many appends in one transaction. It runs only in the writer's thread.

Every step of a statement releases the interpreter lock, and getting it back next to a busy event loop may take
milliseconds. So a batch of any size is one step: its rows are bound to one INSERT, which is a transaction by itself, and
lists are passed as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import apsw
import msgspec

from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreConflict, StoreError, explain
from huefall.server.store.migrations import query_number, run

#: Rows of one INSERT. Four values each: SQLite binds up to 32,766, and apsw caches statements of up to 16 kB.
MAX_ROWS = 1024

#: After this many pages, 16 MB, the log is copied into the database.
CHECKPOINT_PAGES = 4000

#: Streams whose last numbers are cached; bounded, because the number of streams is not.
MAX_CACHED = 100_000

_LOOK_UP = """
    SELECT json_group_array(json_array(name, id, coalesce((SELECT max(number) FROM entries WHERE stream = id), 0)))
    FROM streams WHERE name IN (SELECT value FROM json_each(?))
"""
_ADD_STREAMS = "INSERT INTO streams (id, name) SELECT value ->> 0, value ->> 1 FROM json_each(?)"
_FORGET_ENTRIES = """
    DELETE FROM entries WHERE stream IN (SELECT id FROM streams WHERE name IN (SELECT value FROM json_each(?)))
"""
_REWRITE = "UPDATE entries SET data = ? WHERE stream = (SELECT id FROM streams WHERE name = ?) AND number = ?"
_FORGET_STREAMS = "DELETE FROM streams WHERE name IN (SELECT value FROM json_each(?))"

_looked_up = msgspec.json.Decoder(list[tuple[str, int, int]])

Value = int | str | None

#: Errors caused by one append itself; the others of its batch are retried without it.
_OWN_ERRORS = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError)

#: Errors that leave the database unchanged and may not recur at the next commit.
_TEMPORARY_ERRORS = (*_OWN_ERRORS, apsw.FullError, apsw.BusyError, apsw.LockedError, apsw.NoMemError)


class DeleteStreams(msgspec.Struct, frozen=True):
    """An order to delete streams."""

    streams: Sequence[str]


class RewriteEntries(msgspec.Struct, frozen=True):
    """An order to replace the data of entries."""

    entries: Sequence[StoredEntry]


Order = Sequence[StoredEntry] | DeleteStreams | RewriteEntries
Outcome = StoreError | None


class Ledger:
    """The only connection that writes."""

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self._path = path
        self._ids: dict[str, int] = {}  # of the cached streams
        self._last: dict[str, int] = {}  # the numbers of their last entries
        self._highest_id = query_number(connection, "SELECT coalesce(max(id), 0) FROM streams")
        self._broken: str | None = None

    def execute(self, orders: Sequence[Order]) -> list[Outcome]:
        """Execute orders in turn, consecutive appends together; return None or an error for each."""
        outcomes: list[Outcome] = []
        appends: list[Sequence[StoredEntry]] = []
        for order in orders:
            if not isinstance(order, DeleteStreams | RewriteEntries):
                appends.append(order)
                continue
            outcomes += self._append(appends)
            appends = []
            if isinstance(order, DeleteStreams):
                outcomes.append(self._forget(order.streams))
            else:
                outcomes.append(self._rewrite(order.entries))
        outcomes += self._append(appends)
        return outcomes

    def checkpoint_when_due(self) -> None:
        """Copy the log into the database when it has grown enough, so that SQLite can reuse it from the start."""
        if self._broken:
            return
        try:
            if self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)[0] >= CHECKPOINT_PAGES:
                self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE, True)  # resets the counter
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except Exception as error:  # noqa: BLE001 - the thread must survive, to answer later orders
            self._note_failure(error)  # a temporary error is retried after as many pages

    def close(self) -> None:
        """Close the connection. Closing the last one copies the log into the database and deletes it."""
        self._connection.close()

    # Appending

    def _append(self, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        """Append all in one transaction; if an append is to blame for its failure, one by one, so that the others succeed."""
        if not appends:
            return []
        if self._broken:
            return [StoreError(self._broken) for _ in appends]
        try:
            return self._append_together(appends)
        except Exception as error:  # noqa: BLE001 - those who wait must get any error
            self._start_over()
            if len(appends) > 1 and (not isinstance(error, apsw.Error) or isinstance(error, _OWN_ERRORS)):
                return [outcome for entries in appends for outcome in self._append([entries])]
            text = self._note_failure(error)
            return [StoreError(text) for _ in appends]

    def _append_together(self, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        new_names = self._look_up({entry.stream for entries in appends for entry in entries})
        values: list[Value] = []
        outcomes = [self._take(entries, values) for entries in appends]
        for name in new_names:
            if not self._last[name]:  # all its entries were invalid
                del self._last[name], self._ids[name]
        if values:
            self._write([(self._ids[name], name) for name in new_names if name in self._ids], values)
        return outcomes

    def _look_up(self, names: set[str]) -> list[str]:
        """Cache these streams; return the names of those that do not exist yet."""
        if len(self._last) > MAX_CACHED:
            self._clear_cache()
        unknown = names.difference(self._last)
        if not unknown:
            return []
        answer: Any = self._cursor.execute(_LOOK_UP, (_as_json(sorted(unknown)),)).fetchall()[0]
        for name, identity, last in _looked_up.decode(answer[0]):
            self._ids[name] = identity
            self._last[name] = last
        new_names = sorted(unknown.difference(self._last))
        for name in new_names:
            self._highest_id += 1
            self._ids[name] = self._highest_id
            self._last[name] = 0
        return new_names

    def _take(self, entries: Sequence[StoredEntry], values: list[Value]) -> Outcome:
        """Add the rows of one append to ``values``, or none of them and return why."""
        before = len(values)
        ids, last = self._ids, self._last
        error: StoreError | None = None
        for entry in entries:
            name = entry.stream
            if entry.number != last[name] + 1:
                error = StoreConflict.of(name, entry.number, last[name])
                break
            try:
                text = entry.data.decode()
            except UnicodeDecodeError:
                error = StoreError(f"the data of entry {entry.number} of {name} is not JSON in UTF-8")
                break
            values += (ids[name], entry.number, entry.at, text)
            last[name] = entry.number
        if error is not None:
            for entry in entries[: (len(values) - before) // 4]:
                last[entry.stream] -= 1
            del values[before:]
        return error

    def _write(self, new_streams: list[tuple[int, str]], values: list[Value]) -> None:
        if not new_streams and len(values) <= 4 * MAX_ROWS:
            self._cursor.execute(*_insertion(values))  # a transaction by itself
            return
        run(self._connection, "BEGIN IMMEDIATE")
        if new_streams:
            self._cursor.execute(_ADD_STREAMS, (_as_json(new_streams),))
        for start in range(0, len(values), 4 * MAX_ROWS):
            self._cursor.execute(*_insertion(values[start : start + 4 * MAX_ROWS]))
        run(self._connection, "COMMIT")

    # Deletion

    def _forget(self, streams: Sequence[str]) -> Outcome:
        if self._broken:
            return StoreError(self._broken)
        try:
            names = _as_json(streams)
            run(self._connection, "BEGIN IMMEDIATE")
            self._cursor.execute(_FORGET_ENTRIES, (names,))
            self._cursor.execute(_FORGET_STREAMS, (names,))
            run(self._connection, "COMMIT")
        except Exception as error:  # noqa: BLE001 - as above
            self._start_over()
            return StoreError(self._note_failure(error))
        for name in streams:
            self._ids.pop(name, None)
            self._last.pop(name, None)
        return None

    # Rewriting

    def _rewrite(self, entries: Sequence[StoredEntry]) -> Outcome:
        if self._broken:
            return StoreError(self._broken)
        try:
            run(self._connection, "BEGIN IMMEDIATE")
            for entry in entries:
                before = self._connection.total_changes()
                self._cursor.execute(_REWRITE, (entry.data.decode(), entry.stream, entry.number))
                if self._connection.total_changes() == before:
                    raise StoreConflict.missing(entry.stream, entry.number)  # noqa: TRY301  # rolled back below
            run(self._connection, "COMMIT")
        except Exception as error:  # noqa: BLE001 - as above
            self._start_over()
            return error if isinstance(error, StoreConflict) else StoreError(self._note_failure(error))
        return None

    # Failing

    def _start_over(self) -> None:
        """Roll back a failed transaction, and read all numbers from the database again."""
        self._clear_cache()
        try:
            if self._connection.in_transaction:
                run(self._connection, "ROLLBACK")
        except apsw.Error as error:
            self._note_failure(error)

    def _clear_cache(self) -> None:
        self._ids.clear()
        self._last.clear()

    def _note_failure(self, error: Exception) -> str:
        text = str(explain(error, self._path))
        if isinstance(error, apsw.Error) and not isinstance(error, _TEMPORARY_ERRORS):
            # After a failed write or fsync the contents of the disk are unknown. Opening the database again reads it
            # back.
            self._broken = f"{text}; no more entries are stored until then"
        return text


@cache
def _insert_rows(count: int) -> str:
    rows = ",".join(["(?,?,?,?)"] * count)
    return f"INSERT INTO entries (stream, number, at, data) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"  # noqa: S608


def _insertion(values: list[Value]) -> tuple[str, list[Value]]:
    """Return the statement for these rows, padded with empty ones to a power of two: few statements are prepared."""
    rows = len(values) // 4
    size = 1 << (rows - 1).bit_length()
    return _insert_rows(size), values + [None] * (4 * (size - rows))


def _as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
