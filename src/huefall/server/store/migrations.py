"""The schema of the database and how it came about: one step per version, each in a transaction of its own.

A step that has been released is never edited: whoever runs an older database gets the steps it lacks, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import apsw

from huefall.server.store.errors import StoreError, explain

Migration = Callable[[apsw.Connection], None]

#: What makes an SQLite file a Huefall database: "HueF" in ASCII.
APPLICATION_ID = 0x48756546


def begin(connection: apsw.Connection) -> None:
    """Version 1: streams and their entries.

    A stream's name stands once; its number is what the rows and their index carry. ``entries`` has row numbers of its
    own, so that new rows all go to the end of the table, whichever streams they belong to.
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


#: The step at place *n*, counted from 1, leads to version *n*.
MIGRATIONS: tuple[Migration, ...] = (begin,)


def migrate(connection: apsw.Connection, path: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a database to the newest version; raise `StoreError` when it is not Huefall's, or of a newer one."""
    version = _version(connection, path)
    if version > len(migrations):
        raise StoreError(
            f"{path} was written by a newer Huefall (its schema is version {version}, and this one knows "
            f"{len(migrations)}): run the newer one, or give another file"
        )
    for number, migration in enumerate(migrations[version:], version + 1):
        _step(connection, path, number, migration)


def run(connection: apsw.Connection, sql: str) -> None:
    """Run statements to their end. (apsw stops at the first row that nobody fetches.)"""
    for _ in connection.execute(sql):
        pass


def ask(connection: apsw.Connection, sql: str) -> int:
    """Return the one number that is the answer."""
    row: Any = connection.execute(sql).fetchall()[0]
    return int(row[0])


def _version(connection: apsw.Connection, path: str) -> int:
    application = ask(connection, "PRAGMA application_id")
    version = ask(connection, "PRAGMA user_version")
    if application == APPLICATION_ID:
        return version
    if application or version or ask(connection, "SELECT count(*) FROM sqlite_schema"):
        raise StoreError(
            f"{path} is a database, but not one of Huefall's: give the path of another file, or of one that does not "
            "exist yet"
        )
    return 0  # empty: new, or left behind by a server that was killed before its first step was done


def _step(connection: apsw.Connection, path: str, number: int, migration: Migration) -> None:
    run(connection, "BEGIN IMMEDIATE")
    try:
        kept = ask(connection, "SELECT count(*) FROM entries") if number > 1 else 0
        migration(connection)
        _check_kept(kept, ask(connection, "SELECT count(*) FROM entries"))
        run(connection, f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number}")
        run(connection, "COMMIT")
    except Exception as error:
        if connection.in_transaction:
            run(connection, "ROLLBACK")
        reason = str(error) if isinstance(error, StoreError) else str(explain(error, path))
        raise StoreError(
            f"{path} could not be brought from version {number - 1} to {number} and stays as it was: {reason}"
        ) from error


def _check_kept(before: int, after: int) -> None:
    if after < before:
        raise StoreError(f"it would lose {before - after} of {before} entries")
