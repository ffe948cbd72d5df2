"""The schema of the database: one migration per version, each in its own transaction.

A released migration is never edited: an older database gets the migrations it lacks, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import apsw
import structlog

from huefall.server.store.chain import begin_chain, hash_entry
from huefall.server.store.copies import copy_database, name_copy
from huefall.server.store.errors import StoreError, explain

log = structlog.get_logger("huefall.store")

Migration = Callable[[apsw.Connection], None]

#: What makes an SQLite file a Huefall database: "HueF" in ASCII.
APPLICATION_ID = 0x48756546


def create_streams(connection: apsw.Connection) -> None:
    """Version 1: streams and their entries.

    A stream's name is stored once; rows and their index have its number. ``entries`` has its own row numbers, so that
    new rows are appended to the end of the table, whatever stream they belong to.
    """
    run(
        connection,
        """
        CREATE TABLE streams (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE entries (
            stream INTEGER NOT NULL,  -- streams.id
            number INTEGER NOT NULL,  -- from 1, without gaps
            at INTEGER NOT NULL,      -- milliseconds since the epoch
            data TEXT NOT NULL,       -- JSON
            UNIQUE (stream, number)
        ) STRICT;
        """,
    )


def add_hashes(connection: apsw.Connection) -> None:
    """Version 2: every entry has a version of its meaning and a hash (``huefall.server.store.chain``).

    ``releases`` names the program that first wrote entries of a version, ``identity`` tells databases apart, and
    ``snapshots`` is a cache that may be emptied at any time.
    """
    connection.create_scalar_function("next_hash", _Chains(connection).next_hash, 4)
    run(
        connection,
        """
        ALTER TABLE entries RENAME TO entries_1;
        CREATE TABLE entries (
            stream INTEGER NOT NULL,   -- streams.id
            number INTEGER NOT NULL,   -- from 1, without gaps
            at INTEGER NOT NULL,       -- milliseconds since the epoch
            version INTEGER NOT NULL,  -- of what the data means
            data TEXT NOT NULL,        -- JSON
            hash BLOB NOT NULL,        -- of this entry and the hash before it
            UNIQUE (stream, number)
        ) STRICT;
        INSERT INTO entries
            SELECT stream, number, at, 1, data, next_hash(stream, number, at, data) FROM entries_1 ORDER BY rowid;
        DROP TABLE entries_1;
        CREATE TABLE releases (entry_version INTEGER PRIMARY KEY, program TEXT NOT NULL) STRICT;
        CREATE TABLE identity (id BLOB NOT NULL) STRICT;
        INSERT INTO identity VALUES (randomblob(16));
        CREATE TABLE snapshots (
            stream INTEGER PRIMARY KEY,  -- streams.id
            number INTEGER NOT NULL,     -- of the last entry it contains
            program TEXT NOT NULL,       -- that can read it
            data BLOB NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        """,
    )


class _Chains:
    """The hashes of entries that had none, computed in the order of their rows."""

    def __init__(self, connection: apsw.Connection) -> None:
        names: Any = connection.execute("SELECT id, name FROM streams").fetchall()
        self._names: dict[int, str] = dict(names)
        self._last: dict[int, bytes] = {}

    def next_hash(self, *columns: Any) -> Any:
        stream, number, at, data = columns
        previous = self._last.get(stream) or begin_chain(self._names[stream])
        self._last[stream] = hash_entry(previous, number, at, 1, data.encode())
        return self._last[stream]


#: Migration *n*, counted from 1, leads to version *n*.
MIGRATIONS: tuple[Migration, ...] = (create_streams, add_hashes)


def migrate(connection: apsw.Connection, path: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Migrate a database to the newest version; raise `StoreError` if it is not Huefall's, or from a newer Huefall."""
    version = read_version(connection, path, len(migrations))
    if 0 < version < len(migrations):
        copy = name_copy(Path(path), f"before-schema-{len(migrations)}")
        copy_database(connection, copy)
        log.info("the database is upgraded; a copy was made before", event_id="upgrading", copy=str(copy))
    for number, migration in enumerate(migrations[version:], version + 1):
        _migrate_once(connection, path, number, migration)


def run(connection: apsw.Connection, sql: str) -> None:
    """Run statements to their end. (apsw stops at the first row that is not fetched.)"""
    for _ in connection.execute(sql):
        pass


def query_number(connection: apsw.Connection, sql: str) -> int:
    """Return the single number that a query yields."""
    row: Any = connection.execute(sql).fetchall()[0]
    return int(row[0])


def read_version(connection: apsw.Connection, path: str, newest: int = len(MIGRATIONS)) -> int:
    """Return the version of a database, 0 if it is empty; raise `StoreError` if it is newer, or not Huefall's."""
    application = query_number(connection, "PRAGMA application_id")
    version = query_number(connection, "PRAGMA user_version")
    if application == APPLICATION_ID:
        if version > newest:
            raise StoreError(
                f"{path} was written by a newer Huefall (its schema is version {version}, and this one knows "
                f"{newest}): run the newer one, or give another file"
            )
        return version
    if application or version or query_number(connection, "SELECT count(*) FROM sqlite_schema"):
        raise StoreError(
            f"{path} is a database, but not one of Huefall's: give the path of another file, or of one that does not "
            "exist yet"
        )
    return 0  # empty: new, or left by a server that was killed before its first migration


def _migrate_once(connection: apsw.Connection, path: str, number: int, migration: Migration) -> None:
    run(connection, "BEGIN IMMEDIATE")
    try:
        before = query_number(connection, "SELECT count(*) FROM entries") if number > 1 else 0
        migration(connection)
        _check_no_loss(before, query_number(connection, "SELECT count(*) FROM entries"))
        run(connection, f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number}")
        run(connection, "COMMIT")
    except Exception as error:
        if connection.in_transaction:
            run(connection, "ROLLBACK")
        reason = str(error) if isinstance(error, StoreError) else str(explain(error, path))
        raise StoreError(
            f"{path} could not be brought from version {number - 1} to {number} and stays as it was: {reason}"
        ) from error


def _check_no_loss(before: int, after: int) -> None:
    if after < before:
        raise StoreError(f"it would lose {before - after} of {before} entries")
