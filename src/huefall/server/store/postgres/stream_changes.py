"""What is done to streams apart from appending: deletion, rewriting, snapshots.

Streams are locked in the order of their names, as appends lock them. PostgreSQL keeps the old versions of rows until it
vacuums their table, and in its log and its backups for as long as the admin keeps those. Tested in
tests/server/store/test_contract.py and tests/server/store/postgres/test_stream_changes.py.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from huefall.server.store.chain import begin_chain, hash_entry, hash_snapshot
from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreConflict, StoreError
from huefall.server.store.orders import PutSnapshot
from huefall.server.store.postgres.session import Connection, transaction

#: How long a change may take: streams may be long.
CHANGE_SECONDS = 60.0

#: Larger than a batch of a busy server, so that play does not go on only to stop again.
PROBE_BYTES = 262_144

_LOCK = "SELECT id, name FROM huefall.streams WHERE name = ANY($1::text[]) ORDER BY name FOR UPDATE"
_FORGET_ENTRIES = "DELETE FROM huefall.entries WHERE stream = ANY($1::bigint[])"
_FORGET_SNAPSHOTS = "DELETE FROM huefall.snapshots WHERE stream = ANY($1::bigint[])"
_FORGET_STREAMS = "DELETE FROM huefall.streams WHERE id = ANY($1::bigint[])"
_READ_ROWS = "SELECT number, at, version, data, hash FROM huefall.entries WHERE stream = $1 ORDER BY number"
_REWRITE = """
    UPDATE huefall.entries AS entry SET data = batch.data, hash = batch.hash
    FROM unnest($2::int[], $3::bytea[], $4::bytea[]) AS batch (number, data, hash)
    WHERE entry.stream = $1 AND entry.number = batch.number
"""
_MOVE_END = "UPDATE huefall.streams SET hash = $2 WHERE id = $1"
# The lock keeps the stream from being deleted meanwhile, and lets appends through.
_PUT_SNAPSHOT = """
    WITH stream AS (SELECT id FROM huefall.streams WHERE name = $1 AND epoch = coalesce($6, epoch) FOR KEY SHARE)
    INSERT INTO huefall.snapshots (stream, number, program, data, hash)
    SELECT id, $2, $3, $4, $5 FROM stream
    WHERE EXISTS (SELECT FROM huefall.entries WHERE entries.stream = id AND entries.number = $2)
    ON CONFLICT (stream) DO UPDATE
    SET number = excluded.number, program = excluded.program, data = excluded.data, hash = excluded.hash
"""
_PROBE = "INSERT INTO huefall.snapshots (stream, number, program, data, hash) VALUES (0, 0, '', $1, '')"
_REMOVE_PROBE = "DELETE FROM huefall.snapshots WHERE stream = 0"


async def delete_streams(connection: Connection, streams: Sequence[str]) -> None:
    async with transaction(connection):
        rows = await connection.fetch(_LOCK, list(streams), timeout=CHANGE_SECONDS)
        ids = [row["id"] for row in rows]
        for statement in (_FORGET_ENTRIES, _FORGET_SNAPSHOTS, _FORGET_STREAMS):
            await connection.execute(statement, ids, timeout=CHANGE_SECONDS)


async def rewrite_entries(connection: Connection, entries: Sequence[StoredEntry]) -> None:
    """Replace the data of entries, and every hash from the first of them on."""
    by_stream: dict[str, dict[int, bytes]] = {}
    for entry in entries:
        by_stream.setdefault(entry.stream, {})[entry.number] = _check_text(entry)
    async with transaction(connection):
        rows = await connection.fetch(_LOCK, list(by_stream), timeout=CHANGE_SECONDS)
        ids = {row["name"]: row["id"] for row in rows}
        for stream, data in by_stream.items():
            if stream not in ids:
                raise StoreConflict.missing(stream, min(data))
            await _rewrite_stream(connection, stream, ids[stream], data)
        await connection.execute(_FORGET_SNAPSHOTS, list(ids.values()), timeout=CHANGE_SECONDS)


async def _rewrite_stream(connection: Connection, name: str, identity: int, data: dict[int, bytes]) -> None:
    rows = await connection.fetch(_READ_ROWS, identity, timeout=CHANGE_SECONDS)
    missing = set(data) - {row["number"] for row in rows}
    if missing:
        raise StoreConflict.missing(name, min(missing))
    previous = begin_chain(name)
    numbers: list[int] = []
    contents: list[bytes] = []
    hashes: list[bytes] = []
    for number, at, version, before, entry_hash in rows:
        if number >= min(data):
            after = data.get(number, before)
            previous = hash_entry(previous, number, at, version, after)
            numbers.append(number)
            contents.append(after)
            hashes.append(previous)
        else:
            previous = entry_hash
    await connection.execute(_REWRITE, identity, numbers, contents, hashes, timeout=CHANGE_SECONDS)
    await connection.execute(_MOVE_END, identity, previous, timeout=CHANGE_SECONDS)


def _check_text(entry: StoredEntry) -> bytes:
    try:
        entry.data.decode()
    except UnicodeDecodeError:
        raise StoreError(f"the data of entry {entry.number} of {entry.stream} is not JSON in UTF-8") from None
    return entry.data


async def put_snapshot(connection: Connection, order: PutSnapshot, epoch: int | None) -> None:
    """Replace the snapshot of a stream; ``epoch``: only if the table still has it."""
    snapshot_hash = hash_snapshot(order.stream, order.number, order.program, order.data)
    values = (order.stream, order.number, order.program, order.data, snapshot_hash, epoch)
    await connection.execute(_PUT_SNAPSHOT, *values, timeout=CHANGE_SECONDS)


async def probe_space(connection: Connection) -> None:
    """Write as much as a busy moment does, and delete it again; raises ``asyncpg.DiskFullError`` if there is no room."""
    async with transaction(connection):
        await connection.execute(_PROBE, os.urandom(PROBE_BYTES), timeout=CHANGE_SECONDS)
        await connection.execute(_REMOVE_PROBE, timeout=CHANGE_SECONDS)
