"""``Appender``: checks entry numbers and writes many appends in one transaction.

Tested in tests/server/store/test_ledger.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw
import msgspec

from huefall.server.store.chain import ENTRY_VERSION, begin_chain, hash_entry
from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreConflict, StoreError
from huefall.server.store.head import NoteLast
from huefall.server.store.migrations import query_number, run
from huefall.server.store.orders import Outcome
from huefall.server.store.statements import MAX_ROWS, VALUES_PER_ROW, Value, as_json, insertion

#: Streams whose last numbers are cached; bounded, because the number of streams is not.
MAX_CACHED = 100_000

_LOOK_UP = """
    SELECT json_group_array(json_array(name, id, coalesce(number, 0), hex(hash)))
    FROM streams LEFT JOIN entries ON stream = id AND number = (SELECT max(number) FROM entries WHERE stream = id)
    WHERE name IN (SELECT value FROM json_each(?))
"""
_ADD_STREAMS = "INSERT INTO streams (id, name) SELECT value ->> 0, value ->> 1 FROM json_each(?)"

_looked_up = msgspec.json.Decoder(list[tuple[str, int, int, str]])


class Appender:
    """Writes entries, and caches where the streams end."""

    def __init__(self, connection: apsw.Connection, note_last: NoteLast) -> None:
        self._connection = connection
        self._note_last = note_last
        self._cursor = connection.cursor()
        self._ids: dict[str, int] = {}  # of the cached streams
        self._heads: dict[str, tuple[int, bytes]] = {}  # number and hash of their last entries
        self._highest_id = query_number(connection, "SELECT coalesce(max(id), 0) FROM streams")

    def append(self, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        """Append all in one transaction; return None or an error for each. If the transaction fails, raise that."""
        new_names = self._look_up({entry.stream for entries in appends for entry in entries})
        values: list[Value] = []
        outcomes = [self._take(entries, values) for entries in appends]
        for name in new_names:
            if not self._heads[name][0]:  # all its entries were invalid
                del self._heads[name], self._ids[name]
        if values:
            self._write([(self._ids[name], name) for name in new_names if name in self._ids], values)
        return outcomes

    def _look_up(self, names: set[str]) -> list[str]:
        """Cache these streams; return the names of those that do not exist yet."""
        if len(self._heads) > MAX_CACHED:
            self.forget_all()
        unknown = names.difference(self._heads)
        if not unknown:
            return []
        answer: Any = self._cursor.execute(_LOOK_UP, (as_json(sorted(unknown)),)).fetchall()[0]
        for name, identity, last, last_hash in _looked_up.decode(answer[0]):
            self._ids[name] = identity
            self._heads[name] = (last, bytes.fromhex(last_hash)) if last else (0, begin_chain(name))
        new_names = sorted(unknown.difference(self._heads))
        for name in new_names:
            self._highest_id += 1
            self._ids[name] = self._highest_id
            self._heads[name] = (0, begin_chain(name))
        return new_names

    def _take(self, entries: Sequence[StoredEntry], values: list[Value]) -> Outcome:
        """Add the rows of one append to ``values``, or none of them and return why."""
        before = len(values)
        ids, heads = self._ids, self._heads
        heads_before: list[tuple[str, tuple[int, bytes]]] = []
        error: StoreError | None = None
        for entry in entries:
            name, number = entry.stream, entry.number
            head = heads[name]
            if number != head[0] + 1:
                error = StoreConflict.of(name, number, head[0])
                break
            try:
                text = entry.data.decode()
            except UnicodeDecodeError:
                error = StoreError(f"the data of entry {number} of {name} is not JSON in UTF-8")
                break
            entry_hash = hash_entry(head[1], number, entry.at, ENTRY_VERSION, entry.data)
            values += (ids[name], number, entry.at, ENTRY_VERSION, text, entry_hash)
            heads_before.append((name, head))
            heads[name] = (number, entry_hash)
        if error is not None:
            for name, head in reversed(heads_before):
                heads[name] = head
            del values[before:]
        return error

    def _write(self, new_streams: list[tuple[int, str]], values: list[Value]) -> None:
        most = VALUES_PER_ROW * MAX_ROWS
        if not new_streams and len(values) <= most:
            self._cursor.execute(*insertion(values))  # a transaction by itself
        else:
            run(self._connection, "BEGIN IMMEDIATE")
            if new_streams:
                self._cursor.execute(_ADD_STREAMS, (as_json(new_streams),))
            for start in range(0, len(values), most):
                self._cursor.execute(*insertion(values[start : start + most]))
            run(self._connection, "COMMIT")
        last_hash = values[-1]
        if isinstance(last_hash, bytes):
            self._note_last(self._connection.last_insert_rowid(), last_hash)

    def forget(self, stream: str) -> None:
        """Drop a stream from the cache: its last number is read from the database again."""
        self._ids.pop(stream, None)
        self._heads.pop(stream, None)

    def forget_all(self) -> None:
        """Empty the cache: all numbers are read from the database again."""
        self._ids.clear()
        self._heads.clear()
