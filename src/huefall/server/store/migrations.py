"""The schema of the database: one migration per version, each in its own transaction.

A released migration is never edited: an older database gets the migrations it lacks, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import apsw

from huefall.server.store.errors import StoreError, explain

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


#: Migration *n*, counted from 1, leads to version *n*.
MIGRATIONS: tuple[Migration, ...] = (create_streams,)


def migrate(connection: apsw.Connection, path: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Migrate a database to the newest version; raise `StoreError` if it is not Huefall's, or from a newer Huefall."""
    version = _version(connection, path)
    if version > len(migrations):
        raise StoreError(
            f"{path} was written by a newer Huefall (its schema is version {version}, and this one knows "
            f"{len(migrations)}): run the newer one, or give another file"
        )
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


def _version(connection: apsw.Connection, path: str) -> int:
    application = query_number(connection, "PRAGMA application_id")
    version = query_number(connection, "PRAGMA user_version")
    if application == APPLICATION_ID:
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
