"""A PostgreSQL database as the source or the target of a copy, and the check of a whole one.

Tested in tests/server/store/test_transfer.py.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from huefall.server.store.addresses import hide_password
from huefall.server.store.chain import begin_chain
from huefall.server.store.errors import StoreError, UnreadableStream
from huefall.server.store.postgres.failures import explain
from huefall.server.store.postgres.reader import verify_stream
from huefall.server.store.postgres.schema import migrate, read_version
from huefall.server.store.postgres.session import Connection, connect
from huefall.server.store.transfer import StreamRows
from huefall.server.store.verify import StoredRow

#: Streams read with one statement.
STREAMS_AT_ONCE = 200

_STREAMS = "SELECT id, name, last, hash FROM huefall.streams WHERE name > $1 ORDER BY name LIMIT $2"
_FIRST = "SELECT id, name, last, hash FROM huefall.streams ORDER BY name LIMIT $1"
_ROWS = """
    SELECT stream, number, at, version, data, hash FROM huefall.entries
    WHERE stream = ANY($1::bigint[]) ORDER BY stream, number
"""
_ADD_STREAM = """
    INSERT INTO huefall.streams (name, last, hash, began, changed) VALUES ($1, $2, $3, $4, $5) RETURNING id
"""
_ADD_RELEASE = """
    INSERT INTO huefall.releases VALUES ($1, $2) ON CONFLICT (entry_version) DO UPDATE SET program = excluded.program
"""
_ORPHANS = """
    SELECT count(DISTINCT stream) FROM huefall.entries
    WHERE NOT EXISTS (SELECT FROM huefall.streams WHERE streams.id = entries.stream)
"""
_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def _read(connection: Connection) -> AsyncIterator[tuple[str, int, bytes, list[Any]]]:
    """Yield the name, the expected end and the rows of each stream, a part of them at a time."""
    page = await connection.fetch(_FIRST, STREAMS_AT_ONCE)
    while page:
        rows: dict[int, list[Any]] = {stream["id"]: [] for stream in page}
        for row in await connection.fetch(_ROWS, list(rows)):
            rows[row["stream"]].append(tuple(row)[1:])
        for stream in page:
            yield stream["name"], stream["last"], stream["hash"], rows[stream["id"]]
        page = await connection.fetch(_STREAMS, page[-1]["name"], STREAMS_AT_ONCE)


class PostgresSource:
    """A database in a transaction that sees one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def streams(self) -> AsyncIterator[StreamRows]:
        async for name, _, _, rows in _read(self._connection):
            yield StreamRows(name, [StoredRow(*row) for row in rows])

    async def releases(self) -> dict[int, str]:
        rows = await self._connection.fetch("SELECT entry_version, program FROM huefall.releases")
        return {row["entry_version"]: row["program"] for row in rows}


class PostgresTarget(PostgresSource):
    """A database that is filled in one transaction, while nodes that run on it wait."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._transaction = connection.transaction()

    async def is_empty(self) -> bool:
        await self._transaction.start()
        await self._connection.execute("LOCK TABLE huefall.streams IN EXCLUSIVE MODE")
        return not await self._connection.fetchval("SELECT EXISTS (SELECT FROM huefall.streams)")

    async def write(self, stream: StreamRows) -> None:
        rows = stream.rows
        last, last_hash, began, changed = 0, begin_chain(stream.name), 0, 0
        if rows:
            last, last_hash, began, changed = rows[-1].number, rows[-1].hash, rows[0].at, rows[-1].at
        identity = await self._connection.fetchval(_ADD_STREAM, stream.name, last, last_hash, began, changed)
        await self._connection.copy_records_to_table(
            "entries",
            schema_name="huefall",
            columns=["stream", "number", "at", "version", "data", "hash"],
            records=[(identity, *row) for row in rows],
        )

    async def finish(self, releases: dict[int, str]) -> None:
        for version, program in releases.items():
            await self._connection.execute(_ADD_RELEASE, version, program)
        await self._transaction.commit()


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[Connection]:
    connection = await connect(address, command_seconds=None)  # much may be copied
    try:
        await connection.execute("SET idle_in_transaction_session_timeout = 0")  # the other store may be slow
        yield connection
    except _ERRORS as error:
        raise explain(error, hide_password(address)) from None
    finally:
        connection.terminate()


@asynccontextmanager
async def open_source(address: str) -> AsyncIterator[PostgresSource]:
    """Open a database for reading, as it is now; nodes may go on writing to it."""
    where = hide_password(address)
    async with _connected(address) as connection:
        if not await read_version(connection, where):
            raise StoreError(f"{where}: it has no data of Huefall's")
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield PostgresSource(connection)


@asynccontextmanager
async def open_target(address: str) -> AsyncIterator[PostgresTarget]:
    """Open a database, its schema created or migrated if necessary."""
    async with _connected(address) as connection:
        await migrate(connection, hide_password(address))
        yield PostgresTarget(connection)


async def check_database(address: str) -> list[str]:
    """Verify every stream of a database, which may be in use, and change nothing; return a sentence for each damage."""
    where = hide_password(address)
    problems: list[str] = []
    async with _connected(address) as connection:
        if not await read_version(connection, where):
            raise StoreError(f"{where}: it has no data of Huefall's")
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            async for name, last, last_hash, rows in _read(connection):
                try:
                    verify_stream(name, [(last, last_hash, *row) for row in rows] or [(last, last_hash, None)])
                except UnreadableStream as error:
                    problems.append(str(error))
            orphans = await connection.fetchval(_ORPHANS)
            if orphans:
                problems.append(f"the names of {orphans} streams are missing")
    return problems
