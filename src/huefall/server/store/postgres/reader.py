"""Reads streams on a connection of its own, and verifies them: a read neither waits for an append nor delays one.

Each read is one statement, so it sees one state of the database: everything that any node's append has stored when it
began. Tested in tests/server/store/test_contract.py and tests/server/store/postgres/test_reader.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from huefall.server.store.chain import hash_snapshot
from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import NewerEntry, StreamDamaged, UnreadableStream
from huefall.server.store.postgres.failures import DAMAGE_ERRORS
from huefall.server.store.postgres.session import Connection
from huefall.server.store.verify import StoredRow, verify_rows

#: How long a read may take: there may be much.
READ_SECONDS = 60.0

# Names are compared by their bytes, so this is every name that begins with the prefix.
_OF_PREFIX = "streams.name >= $1::text AND streams.name < $1::text || chr(1114111)"
_READ = """
    SELECT streams.last, streams.hash, number, at, version, data, entries.hash
    FROM huefall.streams LEFT JOIN huefall.entries ON entries.stream = streams.id AND number >= $2
    WHERE name = $1 ORDER BY number
"""
_READ_ALL = f"""
    SELECT name, streams.last, streams.hash, number, at, version, data, entries.hash
    FROM huefall.streams LEFT JOIN huefall.entries ON entries.stream = streams.id
    WHERE {_OF_PREFIX} ORDER BY name, number
"""  # noqa: S608
_LIST = f"SELECT name, last, began, changed FROM huefall.streams WHERE {_OF_PREFIX} ORDER BY name"  # noqa: S608
_LIST_LAST = f"""
    SELECT name, number, at, data FROM huefall.streams
    JOIN huefall.entries ON entries.stream = streams.id AND number = last
    WHERE {_OF_PREFIX} ORDER BY name
"""  # noqa: S608
_NAMES = f"SELECT name FROM huefall.streams WHERE {_OF_PREFIX} ORDER BY name"  # noqa: S608
_SNAPSHOT = """
    SELECT snapshots.number, snapshots.data, snapshots.hash
    FROM huefall.streams JOIN huefall.snapshots ON snapshots.stream = id
    WHERE name = $1 AND program = $2 AND snapshots.number <= last
"""
_PROGRAM = "SELECT coalesce(max(program), '') FROM huefall.releases WHERE entry_version = $1"


async def read(connection: Connection, stream: str, after: int) -> list[StoredEntry]:
    """Return the entries of a stream; raise ``UnreadableStream`` if one of them is not what was written."""
    try:
        rows = await connection.fetch(_READ, stream, max(after, 0), timeout=READ_SECONDS)
    except DAMAGE_ERRORS as error:
        raise StreamDamaged(stream, 1, f"or a later one cannot be read ({error})") from error
    return await _verify(connection, stream, rows, after)


async def read_all(connection: Connection, prefix: str) -> tuple[list[StoredEntry], list[UnreadableStream]]:
    """Return the entries of all streams of a prefix that can be read, and why the others cannot."""
    by_stream: Iterable[tuple[str, list[Any] | None]]
    try:
        rows = await connection.fetch(_READ_ALL, prefix, timeout=READ_SECONDS)
        by_stream = [(name, [tuple(row)[1:] for row in group]) for name, group in groupby(rows, itemgetter(0))]
    except DAMAGE_ERRORS:
        by_stream = [(row[0], None) for row in await connection.fetch(_NAMES, prefix, timeout=READ_SECONDS)]
    entries: list[StoredEntry] = []
    unreadable: list[UnreadableStream] = []
    for name, found in by_stream:
        try:
            entries += await read(connection, name, 0) if found is None else await _verify(connection, name, found, 0)
        except UnreadableStream as error:
            unreadable.append(error)
    return entries, unreadable


async def _verify(connection: Connection, stream: str, rows: Sequence[Any], after: int) -> list[StoredEntry]:
    try:
        return verify_stream(stream, rows, after)
    except NewerEntry as error:
        needed = await connection.fetchval(_PROGRAM, error.version, timeout=READ_SECONDS)
        raise NewerEntry(stream, error.number, error.version, error.sound, needed) from None


def verify_stream(stream: str, rows: Sequence[Any], after: int = 0) -> list[StoredEntry]:
    """Verify the rows of one stream, each with the number and hash that the stream should end with in front."""
    if not rows:
        return []  # there is no such stream
    last, last_hash, *_ = rows[0]
    found = [StoredRow(*row[2:]) for row in rows if row[2] is not None]
    if not found:
        if after > last:
            return []
        raise StreamDamaged(stream, max(after, 1), "is missing")
    entries = verify_rows(stream, found, after)
    end = found[-1]
    if end.number < last:
        raise StreamDamaged(stream, end.number + 1, "is missing", entries)
    if (end.number, end.hash) != (last, last_hash):
        raise StreamDamaged(stream, end.number, "is not the one that the stream ends with", entries)
    return entries


async def last_entries(connection: Connection, prefix: str) -> list[StoredEntry]:
    """Return the last entry of each stream of a prefix."""
    rows = await connection.fetch(_LIST_LAST, prefix, timeout=READ_SECONDS)
    return [StoredEntry(*row) for row in rows]


async def streams(connection: Connection, prefix: str) -> list[StreamInfo]:
    rows = await connection.fetch(_LIST, prefix, timeout=READ_SECONDS)
    return [StreamInfo(*row) for row in rows]


async def read_snapshot(connection: Connection, stream: str, program: str) -> tuple[int, bytes] | None:
    """Return a snapshot; None if there is none, if another program wrote it, or if it is damaged."""
    row = await connection.fetchrow(_SNAPSHOT, stream, program, timeout=READ_SECONDS)
    if row is None:
        return None
    number, data, snapshot_hash = row
    return (number, data) if hash_snapshot(stream, number, program, data) == snapshot_hash else None
