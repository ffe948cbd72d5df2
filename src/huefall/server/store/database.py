"""Opens a database: creates its directory, takes its lock, migrates it, and configures its connections."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import apsw

from huefall.server.store.errors import StoreError, explain
from huefall.server.store.lock import DatabaseLock
from huefall.server.store.migrations import Migration, migrate, run

#: How long a commit waits for a transaction of another program. There should be no such program.
BUSY_MS = 5000

#: The cache of database pages. Each active table has an index page that changes all the time.
CACHE_KB = 16_000

#: The write-ahead log shrinks to this size after a transaction that made it larger.
MAX_LOG_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Database:
    """An open database: one connection that writes, one that reads, and the lock that keeps other servers out."""

    path: Path
    writing: apsw.Connection
    reading: apsw.Connection
    lock: DatabaseLock


def open_database(path: Path, migrations: Sequence[Migration]) -> Database:
    """Open a database, created or migrated if necessary; every problem is a `StoreError`."""
    try:
        path = path.resolve()  # so that every path to a database leads to the same lock
        _prepare_directory(path)
        with ExitStack() as opened:
            lock = DatabaseLock(path)
            opened.callback(lock.release)
            # The database has seeds, so only its owner may read it. SQLite gives its log the same mode.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            writing = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
            opened.callback(writing.close)
            writing.set_busy_timeout(BUSY_MS)
            run(writing, "PRAGMA synchronous = FULL")
            migrate(writing, str(path), migrations)  # changes nothing in a file that is not Huefall's
            _configure_for_writing(writing, path)
            reading = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
            reading.set_busy_timeout(BUSY_MS)
            opened.pop_all()
            return Database(path, writing, reading, lock)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened and written: {error.strerror} ({error.filename})") from None
    except apsw.Error as error:
        raise explain(error, str(path)) from error


def _prepare_directory(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_dir():
        raise StoreError(f"{path} is a directory: give the path of a file in it")


def _configure_for_writing(connection: apsw.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchall()[0][0]
    if mode != "wal":
        raise StoreError(f"{path} cannot have a write-ahead log here: keep the database on a disk of this machine")
    run(connection, "PRAGMA fullfsync = ON")  # only on macOS, where an ordinary fsync stops at the disk's own cache
    run(connection, "PRAGMA wal_autocheckpoint = 0")  # the ledger does it, after it has answered those who wait
    run(connection, "PRAGMA secure_delete = ON")  # what somebody wants deleted is overwritten, not merely released
    run(connection, f"PRAGMA journal_size_limit = {MAX_LOG_BYTES}")
    run(connection, f"PRAGMA cache_size = -{CACHE_KB}")
