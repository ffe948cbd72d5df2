"""An SQLite file as the source or the target of a copy. Tested in tests/server/store/test_transfer.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import apsw

from huefall.server.store.database import HASHED_SCHEMA, Database, open_database
from huefall.server.store.errors import StoreError, explain
from huefall.server.store.migrations import MIGRATIONS, query_number, read_version, run
from huefall.server.store.transfer import StreamRows
from huefall.server.store.verify import StoredRow

_STREAMS = "SELECT id, CAST(name AS BLOB) FROM streams ORDER BY name"
_ROWS = """
    SELECT number, at, version, CAST(data AS BLOB), CAST(hash AS BLOB) FROM entries WHERE stream = ? ORDER BY number
"""
_INSERT = "INSERT INTO entries (stream, number, at, version, data, hash) VALUES (?, ?, ?, ?, ?, ?)"


class FileSource:
    """A database at the moment of the first read."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    async def streams(self) -> AsyncIterator[StreamRows]:
        try:
            streams: list[Any] = self._connection.execute(_STREAMS).fetchall()
            for identity, name in streams:
                rows: list[Any] = self._connection.execute(_ROWS, (identity,)).fetchall()
                yield StreamRows(bytes(name).decode(), [StoredRow(*row) for row in rows])
        except apsw.Error as error:
            raise explain(error, str(self._path)) from error

    async def releases(self) -> dict[int, str]:
        rows: list[Any] = self._connection.execute("SELECT entry_version, program FROM releases").fetchall()
        return dict(rows)


class FileTarget(FileSource):
    """A database that is locked like that of a running server, and filled in one transaction."""

    def __init__(self, database: Database) -> None:
        super().__init__(database.writing, database.path)
        self._database = database
        self._last_hash = b""

    async def is_empty(self) -> bool:
        return query_number(self._connection, "SELECT count(*) FROM streams") == 0

    async def write(self, stream: StreamRows) -> None:
        try:
            if not self._connection.in_transaction:
                run(self._connection, "BEGIN IMMEDIATE")
            self._connection.execute("INSERT INTO streams (name) VALUES (?)", (stream.name,)).fetchall()
            identity = self._connection.last_insert_rowid()
            for row in stream.rows:
                values = (identity, row.number, row.at, row.version, row.data.decode(), row.hash)
                self._connection.execute(_INSERT, values).fetchall()
                self._last_hash = row.hash
        except apsw.Error as error:
            raise explain(error, str(self._path)) from error
        except UnicodeDecodeError:
            raise StoreError(f"{stream.name} cannot be copied to {self._path}: its data is not JSON in UTF-8") from None

    async def finish(self, releases: dict[int, str]) -> None:
        try:
            for version, program in releases.items():
                values = (version, program)
                self._connection.execute("INSERT OR REPLACE INTO releases VALUES (?, ?)", values).fetchall()
            if self._connection.in_transaction:
                run(self._connection, "COMMIT")
        except apsw.Error as error:
            raise explain(error, str(self._path)) from error
        if self._last_hash:
            row = query_number(self._connection, "SELECT max(rowid) FROM entries")
            self._database.note_last(row, self._last_hash, sync=True)


@asynccontextmanager
async def open_file_source(path: Path) -> AsyncIterator[FileSource]:
    """Open a database for reading, as it is now; a server may go on writing to it."""
    if not path.is_file():  # noqa: ASYNC240  # nothing else runs on this loop
        raise StoreError(f"there is no database at {path}")
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error as error:
        raise explain(error, str(path)) from error
    try:
        version = read_version(connection, str(path))
        if version < HASHED_SCHEMA:
            raise StoreError(f"{path} was written by an older Huefall: start a server on it once, which upgrades it")
        run(connection, "BEGIN")  # every read until the end sees the same state
        yield FileSource(connection, path)
    except apsw.Error as error:
        raise explain(error, str(path)) from error
    finally:
        connection.close()


@asynccontextmanager
async def open_file_target(path: Path) -> AsyncIterator[FileTarget]:
    """Create a database, or open an empty one that no server has opened."""
    database = open_database(path, MIGRATIONS)
    with ExitStack() as opened:
        opened.callback(database.lock.release)
        opened.callback(database.writing.close)
        opened.callback(database.reading.close)
        if database.head is not None:
            opened.callback(database.head.close)
        yield FileTarget(database)
