"""The writing side: judges numbers, and puts many appends into one transaction. It runs in the writer's thread alone.

Whoever waits for the interpreter's lock beside a busy event loop may wait for milliseconds, and every step of a
statement lets go of the lock. So there is one step for a batch, whatever its size: rows are bound to one INSERT, which
is a transaction by itself, and lists go in as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import apsw
import msgspec

from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreConflict, StoreError, explain
from huefall.server.store.migrations import ask, run

#: Rows of one INSERT. Four values each: SQLite binds up to 32,766, and apsw keeps statements of up to 16 kB prepared.
ROWS_AT_ONCE = 1024

#: Pages written to the log after which they are copied into the database: 16 MB.
CHECKPOINT_PAGES = 4000

#: Streams whose last numbers are remembered, so that memory does not grow with all that were ever written to.
MAX_KNOWN = 100_000

_LOOK_UP = """
    SELECT json_group_array(json_array(name, id, coalesce((SELECT max(number) FROM entries WHERE stream = id), 0)))
    FROM streams WHERE name IN (SELECT value FROM json_each(?))
"""
_ADD_STREAMS = "INSERT INTO streams (id, name) SELECT value ->> 0, value ->> 1 FROM json_each(?)"
_FORGET_ENTRIES = """
    DELETE FROM entries WHERE stream IN (SELECT id FROM streams WHERE name IN (SELECT value FROM json_each(?)))
"""
_FORGET_STREAMS = "DELETE FROM streams WHERE name IN (SELECT value FROM json_each(?))"

_looked_up = msgspec.json.Decoder(list[tuple[str, int, int]])

Value = int | str | None

#: What an append may bring on itself; the others of its batch have no part in it.
_OWN_FAULTS = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError)

#: What leaves the database as it was, and may be gone by the next commit.
_PASSING = (*_OWN_FAULTS, apsw.FullError, apsw.BusyError, apsw.LockedError, apsw.NoMemError)


class Forgetting(msgspec.Struct, frozen=True):
    """An order to remove streams."""

    streams: Sequence[str]


Order = Sequence[StoredEntry] | Forgetting
Outcome = StoreError | None


class Ledger:
    """The one connection that writes."""

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self._path = path
        self._ids: dict[str, int] = {}  # of the streams that are known
        self._last: dict[str, int] = {}  # and the numbers of their last entries
        self._highest_id = ask(connection, "SELECT coalesce(max(id), 0) FROM streams")
        self._broken: str | None = None

    def carry_out(self, orders: Sequence[Order]) -> list[Outcome]:
        """Carry orders out in turn, appends that follow one another together; say what came of each."""
        outcomes: list[Outcome] = []
        appends: list[Sequence[StoredEntry]] = []
        for order in orders:
            if isinstance(order, Forgetting):
                outcomes += self._append(appends)
                appends = []
                outcomes.append(self._forget(order.streams))
            else:
                appends.append(order)
        outcomes += self._append(appends)
        return outcomes

    def checkpoint_when_due(self) -> None:
        """Copy the log into the database when it has grown enough, so that it can begin anew."""
        if self._broken:
            return
        try:
            if self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE)[0] >= CHECKPOINT_PAGES:
                self._connection.status(apsw.SQLITE_DBSTATUS_CACHE_WRITE, True)  # counts from nought again
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except Exception as error:  # noqa: BLE001 - the thread must live, to tell those who come next
            self._note_failure(error)  # when it may pass, it is tried again after as many pages

    def close(self) -> None:
        """Close the connection. The last one to be closed copies the log into the database and removes it."""
        self._connection.close()

    # Appending

    def _append(self, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        if not appends:
            return []
        if self._broken:
            return [StoreError(self._broken) for _ in appends]
        try:
            return self._append_together(appends)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            self._start_over()
            if len(appends) > 1 and (not isinstance(error, apsw.Error) or isinstance(error, _OWN_FAULTS)):
                return [outcome for entries in appends for outcome in self._append([entries])]
            told = self._note_failure(error)
            return [StoreError(told) for _ in appends]

    def _append_together(self, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        newcomers = self._meet({entry.stream for entries in appends for entry in entries})
        values: list[Value] = []
        outcomes = [self._take(entries, values) for entries in appends]
        for name in newcomers:
            if not self._last[name]:  # nothing of it was good
                del self._last[name], self._ids[name]
        if values:
            self._write([(self._ids[name], name) for name in newcomers if name in self._ids], values)
        return outcomes

    def _meet(self, names: set[str]) -> list[str]:
        """Get to know the streams; return the names of those that are new."""
        if len(self._last) > MAX_KNOWN:
            self._forget_known()
        unknown = names.difference(self._last)
        if not unknown:
            return []
        answer: Any = self._cursor.execute(_LOOK_UP, (_as_json(sorted(unknown)),)).fetchall()[0]
        for name, identity, last in _looked_up.decode(answer[0]):
            self._ids[name] = identity
            self._last[name] = last
        newcomers = sorted(unknown.difference(self._last))
        for name in newcomers:
            self._highest_id += 1
            self._ids[name] = self._highest_id
            self._last[name] = 0
        return newcomers

    def _take(self, entries: Sequence[StoredEntry], values: list[Value]) -> Outcome:
        """Add the rows of one append to ``values``, or none of them and say why."""
        before = len(values)
        ids, last = self._ids, self._last
        refusal: StoreError | None = None
        for entry in entries:
            name = entry.stream
            if entry.number != last[name] + 1:
                refusal = StoreConflict.of(name, entry.number, last[name])
                break
            try:
                text = entry.data.decode()
            except UnicodeDecodeError:
                refusal = StoreError(f"the data of entry {entry.number} of {name} is not JSON in UTF-8")
                break
            values += (ids[name], entry.number, entry.at, text)
            last[name] = entry.number
        if refusal is not None:
            for entry in entries[: (len(values) - before) // 4]:
                last[entry.stream] -= 1
            del values[before:]
        return refusal

    def _write(self, newcomers: list[tuple[int, str]], values: list[Value]) -> None:
        if not newcomers and len(values) <= 4 * ROWS_AT_ONCE:
            self._cursor.execute(*_insertion(values))  # a transaction by itself
            return
        run(self._connection, "BEGIN IMMEDIATE")
        if newcomers:
            self._cursor.execute(_ADD_STREAMS, (_as_json(newcomers),))
        for start in range(0, len(values), 4 * ROWS_AT_ONCE):
            self._cursor.execute(*_insertion(values[start : start + 4 * ROWS_AT_ONCE]))
        run(self._connection, "COMMIT")

    # Forgetting

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

    # Failing

    def _start_over(self) -> None:
        """Take back a transaction that failed, and trust nothing but the database about numbers."""
        self._forget_known()
        try:
            if self._connection.in_transaction:
                run(self._connection, "ROLLBACK")
        except apsw.Error as error:
            self._note_failure(error)

    def _forget_known(self) -> None:
        self._ids.clear()
        self._last.clear()

    def _note_failure(self, error: Exception) -> str:
        told = str(explain(error, self._path))
        if isinstance(error, apsw.Error) and not isinstance(error, _PASSING):
            # After a failed write or fsync nobody knows what is on the disk and what only seems to be. Opening the
            # database anew reads it back.
            self._broken = f"{told}; nothing more is kept until then"
        return told


@cache
def _insert_rows(count: int) -> str:
    rows = ",".join(["(?,?,?,?)"] * count)
    return f"INSERT INTO entries (stream, number, at, data) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"  # noqa: S608


def _insertion(values: list[Value]) -> tuple[str, list[Value]]:
    """Return the statement for these rows, filled up with empty ones to the next power of two: few are prepared."""
    rows = len(values) // 4
    size = 1 << (rows - 1).bit_length()
    return _insert_rows(size), values + [None] * (4 * (size - rows))


def _as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
