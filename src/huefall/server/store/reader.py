"""``Reader``: its own read-only connection, used in its own thread.

A read neither waits for a commit nor delays one, and sees each append that has returned, because a commit is visible to
every connection when it returns. Results come as one JSON value, for the reason given in statements.py. Tested in
tests/server/store/test_contract.py and tests/server/store/test_sqlite.py.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NoReturn

import apsw
import msgspec

from huefall.server.store.chain import hash_snapshot
from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import NewerEntry, StreamDamaged, UnreadableStream, explain
from huefall.server.store.verify import StoredRow, verify_rows

_READ = """
    SELECT json_group_array(json_array(number, at, version, data, hex(hash)) ORDER BY number)
    FROM entries WHERE stream = (SELECT id FROM streams WHERE name = ?) AND number >= ?
"""
_READ_ROWS = """
    SELECT number, at, version, CAST(data AS BLOB), CAST(hash AS BLOB)
    FROM entries WHERE stream = (SELECT id FROM streams WHERE name = ?) ORDER BY number
"""
_READ_ALL = """
    SELECT json_group_array(json_array(streams.name, number, at, version, data, hex(hash)) ORDER BY streams.name, number)
    FROM streams JOIN entries ON entries.stream = streams.id
    WHERE streams.name >= ?1 AND streams.name < ?1 || char(0x10FFFF)
"""
_LIST = """
    SELECT json_group_array(json_array(streams.name, final.number, first.at, final.at) ORDER BY streams.name)
    FROM streams
    JOIN entries AS first ON first.stream = streams.id AND first.number = 1
    JOIN entries AS final ON final.stream = streams.id
        AND final.number = (SELECT max(number) FROM entries WHERE stream = streams.id)
    WHERE streams.name >= ?1 AND streams.name < ?1 || char(0x10FFFF)
"""

_LIST_LAST = """
    SELECT json_group_array(json_array(streams.name, number, at, data) ORDER BY streams.name)
    FROM streams JOIN entries ON entries.stream = streams.id
        AND number = (SELECT max(number) FROM entries WHERE stream = streams.id)
    WHERE streams.name >= ?1 AND streams.name < ?1 || char(0x10FFFF)
"""
_SNAPSHOT = """
    SELECT snapshots.number, snapshots.data, snapshots.hash FROM streams
    JOIN snapshots ON snapshots.stream = id
    JOIN entries ON entries.stream = id AND entries.number = snapshots.number
    WHERE name = ? AND program = ?
"""
_EXISTS = "SELECT EXISTS (SELECT 1 FROM streams WHERE name = ?)"
_NAMES = "SELECT CAST(name AS BLOB) FROM streams"
_PROGRAM = "SELECT coalesce(max(program), '') FROM releases WHERE entry_version = ?"

_entries = msgspec.json.Decoder(list[tuple[int, int, int, str, str]])
_named_entries = msgspec.json.Decoder(list[tuple[str, int, int, int, str, str]])
_lasts = msgspec.json.Decoder(list[tuple[str, int, int, str]])
_infos = msgspec.json.Decoder(list[tuple[str, int, int, int]])


#: What a damaged row can cause: SQLite notices, the text is not UTF-8, or a value has another type.
_DAMAGE_ERRORS = (apsw.CorruptError, apsw.IOError, msgspec.DecodeError, UnicodeError)


class Reader:
    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._path = path

    def read(self, stream: str, after: int) -> list[StoredEntry]:
        """Return the entries of a stream; raise ``UnreadableStream`` if one of them is not what was written."""
        try:
            rows = _entries.decode(self._query(_READ, (stream, after)))
            found = [_row(*row) for row in rows]
        except _DAMAGE_ERRORS as error:
            return self._diagnose(stream, error)
        if not found and after <= 0 and self._query(_EXISTS, (stream,)) == "1":
            raise StreamDamaged(stream, 1, "is missing")
        return self._verify(stream, found, after)

    def read_all(self, prefix: str) -> tuple[list[StoredEntry], list[UnreadableStream]]:
        """Return the entries of all streams of a prefix that can be read, and why the others cannot."""
        by_stream: list[tuple[str, list[StoredRow] | None]]
        try:
            rows = _named_entries.decode(self._query(_READ_ALL, (prefix,)))
            by_stream = [(name, [_row(*row[1:]) for row in group]) for name, group in groupby(rows, itemgetter(0))]
        except _DAMAGE_ERRORS:
            by_stream = [(name, None) for name in self._names(prefix)]
        entries: list[StoredEntry] = []
        unreadable: list[UnreadableStream] = []
        for name, found in by_stream:
            try:
                entries += self.read(name, 0) if found is None else self._verify(name, found, 0)
            except UnreadableStream as error:
                unreadable.append(error)
        return entries, unreadable

    def last_entries(self, prefix: str) -> list[StoredEntry]:
        """Return the last entry of each stream of a prefix; in a damaged file, of those that can be read."""
        try:
            rows = _lasts.decode(self._query(_LIST_LAST, (prefix,)))
            return [StoredEntry(name, number, at, data.encode()) for name, number, at, data in rows]
        except _DAMAGE_ERRORS:
            return [entries[-1] for name in self._names(prefix) if (entries := self._sound(name))]

    def read_snapshot(self, stream: str, program: str) -> tuple[int, bytes] | None:
        """Return a snapshot; None if there is none, if another program wrote it, or if it is damaged."""
        try:
            rows: list[Any] = self._connection.execute(_SNAPSHOT, (stream, program)).fetchall()
            number, data, snapshot_hash = rows[0] if rows else (0, b"", b"")
        except (apsw.Error, UnicodeError):
            return None
        return (number, data) if rows and hash_snapshot(stream, number, program, data) == snapshot_hash else None

    def _verify(self, stream: str, rows: Iterable[StoredRow], after: int) -> list[StoredEntry]:
        try:
            return verify_rows(stream, rows, after)
        except NewerEntry as error:
            needed = self._query(_PROGRAM, (error.version,))
            raise NewerEntry(stream, error.number, error.version, error.sound, needed) from None

    def _diagnose(self, stream: str, error: Exception) -> NoReturn:
        """Read a stream row by row, to find the entry that cannot be read."""
        rows: list[StoredRow] = []
        try:
            rows.extend(StoredRow(*row) for row in self._connection.execute(_READ_ROWS, (stream,)))
        except (apsw.Error, UnicodeDecodeError) as found:
            sound = verify_rows(stream, rows)
            raise StreamDamaged(stream, len(sound) + 1, f"cannot be read ({found})", sound) from error
        verify_rows(stream, rows)
        raise explain(error, self._path) from error

    def streams(self, prefix: str) -> list[StreamInfo]:
        try:
            return [StreamInfo(*row) for row in _infos.decode(self._query(_LIST, (prefix,)))]
        except _DAMAGE_ERRORS:
            return [info for name in self._names(prefix) if (info := self._info(name)) is not None]

    def _names(self, prefix: str) -> list[str]:
        """Return the names of streams in a damaged file, as far as they can be read."""
        names = []
        try:
            for (name,) in self._connection.execute(_NAMES):
                with contextlib.suppress(UnicodeDecodeError):
                    names.append(bytes(name).decode())
        except apsw.Error as error:
            raise explain(error, self._path) from error
        return sorted(name for name in names if name.startswith(prefix))

    def _info(self, stream: str) -> StreamInfo | None:
        """Describe a stream in a damaged file; None if its entries cannot be found."""
        entries = self._sound(stream)
        return StreamInfo(stream, entries[-1].number, entries[0].at, entries[-1].at) if entries else None

    def _sound(self, stream: str) -> Sequence[StoredEntry]:
        """Return the entries of a stream up to the first that cannot be read."""
        try:
            return self.read(stream, 0)
        except UnreadableStream as error:
            return error.sound

    def close(self) -> None:
        self._connection.close()

    def _query(self, sql: str, values: tuple[str | int, ...]) -> str:
        try:
            return str(self._connection.execute(sql, values).fetchall()[0][0])
        except _DAMAGE_ERRORS:
            raise
        except Exception as error:
            raise explain(error, self._path) from error


def _row(number: int, at: int, version: int, data: str, entry_hash: str) -> StoredRow:
    return StoredRow(number, at, version, data.encode(), bytes.fromhex(entry_hash))
