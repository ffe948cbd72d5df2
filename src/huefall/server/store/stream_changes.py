"""``StreamChanges``: what is done to streams apart from appending: deletion, rewriting, snapshots.

Tested in tests/server/store/test_contract.py and tests/server/store/test_ledger.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from huefall.server.store.appender import Appender
from huefall.server.store.chain import begin_chain, hash_entry, hash_snapshot
from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreConflict
from huefall.server.store.head import NO_ENTRY, NoteLast
from huefall.server.store.migrations import run
from huefall.server.store.orders import PutSnapshot
from huefall.server.store.statements import as_json

_FORGET_ENTRIES = """
    DELETE FROM entries WHERE stream IN (SELECT id FROM streams WHERE name IN (SELECT value FROM json_each(?)))
"""
_FORGET_SNAPSHOTS = """
    DELETE FROM snapshots WHERE stream IN (SELECT id FROM streams WHERE name IN (SELECT value FROM json_each(?)))
"""
_FORGET_STREAMS = "DELETE FROM streams WHERE name IN (SELECT value FROM json_each(?))"
_PUT_SNAPSHOT = """
    INSERT OR REPLACE INTO snapshots SELECT id, ?1, ?2, ?3, ?4 FROM streams
    WHERE name = ?5 AND EXISTS (SELECT 1 FROM entries WHERE stream = id AND number = ?1)
"""
_REWRITE = "UPDATE entries SET data = ?, hash = ? WHERE rowid = ?"
_READ_ROWS = """
    SELECT entries.rowid, number, at, version, data, hash FROM entries JOIN streams ON stream = id
    WHERE name = ? ORDER BY number
"""
_LAST_ROW = "SELECT rowid, hash FROM entries ORDER BY rowid DESC LIMIT 1"


class StreamChanges:
    """Each change is one transaction. If it fails, it raises, and the caller rolls back."""

    def __init__(self, connection: apsw.Connection, appender: Appender, note_last: NoteLast) -> None:
        self._connection = connection
        self._appender = appender
        self._note_last = note_last
        self._cursor = connection.cursor()

    def delete(self, streams: Sequence[str]) -> None:
        names = as_json(streams)
        run(self._connection, "BEGIN IMMEDIATE")
        self._cursor.execute(_FORGET_ENTRIES, (names,))
        self._cursor.execute(_FORGET_SNAPSHOTS, (names,))
        self._cursor.execute(_FORGET_STREAMS, (names,))
        # Before the commit, and on the disk: whenever the process or the power ends, the head names an entry that is there.
        self._note_last(*self._read_last(), sync=True)
        run(self._connection, "COMMIT")
        for name in streams:
            self._appender.forget(name)

    def rewrite(self, entries: Sequence[StoredEntry]) -> None:
        """Replace the data of entries."""
        run(self._connection, "BEGIN IMMEDIATE")
        by_stream: dict[str, dict[int, bytes]] = {}
        for entry in entries:
            by_stream.setdefault(entry.stream, {})[entry.number] = entry.data
        self._cursor.execute(_FORGET_SNAPSHOTS, (as_json(list(by_stream)),))
        for stream, data in by_stream.items():
            self._rewrite_stream(stream, data)
        last = self._read_last()
        # Its hash may change, and the process or the power may end before or after the commit.
        self._note_last(*NO_ENTRY, sync=True)
        run(self._connection, "COMMIT")
        self._note_last(*last)

    def _rewrite_stream(self, stream: str, data: dict[int, bytes]) -> None:
        """Replace the data of entries, by number, and every hash from the first of them on."""
        rows: list[Any] = self._cursor.execute(_READ_ROWS, (stream,)).fetchall()
        missing = set(data) - {row[1] for row in rows}
        if missing:
            raise StoreConflict.missing(stream, min(missing))
        previous = begin_chain(stream)
        for row, number, at, version, text, entry_hash in rows:
            if number >= min(data):
                after = data[number].decode() if number in data else text
                previous = hash_entry(previous, number, at, version, after.encode())
                self._cursor.execute(_REWRITE, (after, previous, row))
            else:
                previous = entry_hash
        self._appender.forget(stream)

    def put_snapshot(self, order: PutSnapshot) -> None:
        """Replace the snapshot of a stream."""
        snapshot_hash = hash_snapshot(order.stream, order.number, order.program, order.data)
        values = (order.number, order.program, order.data, snapshot_hash, order.stream)
        self._cursor.execute(_PUT_SNAPSHOT, values)

    def _read_last(self) -> tuple[int, bytes]:
        """Return the row and the hash of the last entry of the database."""
        rows: list[Any] = self._cursor.execute(_LAST_ROW).fetchall()
        return rows[0] if rows else NO_ENTRY
