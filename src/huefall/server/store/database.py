"""Opens a database: creates its directory, takes its locks, looks for lost entries, migrates and configures it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from huefall import __version__
from huefall.server.store.chain import ENTRY_VERSION
from huefall.server.store.check import find_loss, read_identity
from huefall.server.store.errors import StoreDamaged, StoreError, explain
from huefall.server.store.head import NO_ENTRY, Head, HeadFile, head_path, read_head
from huefall.server.store.ledger import BUSY_MS
from huefall.server.store.lock import DatabaseLock
from huefall.server.store.migrations import APPLICATION_ID, Migration, migrate, query_number, run

#: The name of a server's database in its data directory.
DATABASE_NAME = "huefall.db"

#: The cache of database pages. Each active table has an index page that changes all the time.
CACHE_KB = 16_000

#: The write-ahead log shrinks to this size after a transaction that made it larger.
MAX_LOG_BYTES = 64 << 20

#: The schema from which on a database has hashes and an identity.
HASHED_SCHEMA = 2

#: Value of the pragma for a file that can be made smaller step by step.
_INCREMENTAL = 2


@dataclass(frozen=True, slots=True)
class Database:
    """An open database: one connection that writes, one that reads, and the lock that keeps other servers out."""

    path: Path
    writing: apsw.Connection
    reading: apsw.Connection
    lock: DatabaseLock
    head: HeadFile | None  # None for a schema without hashes, which only tests open
    identity: bytes
    lost: str | None  # acknowledged entries that are missing, and that the caller accepts to be

    def note_last(self, row: int, entry_hash: bytes, *, sync: bool = False) -> None:
        """Note the last entry of the database, so that its loss would be noticed; ``sync``: on the disk at once."""
        if self.head is not None:
            self.head.write(Head(self.identity, row, entry_hash))
            if sync:
                self.head.sync()


def open_database(path: Path, migrations: Sequence[Migration], *, accept_loss: bool = False) -> Database:
    """Open a database, created or migrated if necessary; every problem is a `StoreError`.

    Acknowledged entries that are missing are an error, too, unless ``accept_loss``; then nothing is changed, so that the
    log or a copy can still be put back.
    """
    try:
        path = path.resolve()  # so that every path to a database leads to the same lock
        _prepare_directory(path)
        with ExitStack() as opened:
            lock = DatabaseLock(path)
            opened.callback(lock.release)
            _check_there(path, accept_loss=accept_loss)
            # The database has seeds, so only its owner may read it. SQLite gives its log the same mode.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            lock.lock_database(path)
            writing = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
            opened.callback(writing.close)
            writing.set_busy_timeout(BUSY_MS)
            run(writing, "PRAGMA synchronous = FULL")
            lost = _find_loss(writing, path, accept_loss=accept_loss)
            is_new = query_number(writing, "SELECT count(*) FROM sqlite_schema") == 0
            if is_new:
                run(writing, f"PRAGMA auto_vacuum = {_INCREMENTAL}")
            migrate(writing, str(path), migrations)  # changes nothing in a file that is not Huefall's
            _configure_for_writing(writing, path)
            _fold_log(writing)
            _make_shrinkable(writing)
            query_number(writing, "SELECT coalesce(max(id), 0) FROM streams")  # fails here if the file is unreadable
            reading = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
            opened.callback(reading.close)
            reading.set_busy_timeout(BUSY_MS)
            head, identity = None, b""
            if len(migrations) >= HASHED_SCHEMA:
                identity = read_identity(writing)
                _note_release(writing)
                head = HeadFile(head_path(path))
            database = Database(path, writing, reading, lock, head, identity, lost)
            if head is not None:
                database.note_last(*_last_entry(writing), sync=True)  # a loss that is accepted is accepted for good
            opened.pop_all()
            return database
    except OSError as error:
        raise StoreError(f"{path} cannot be opened and written: {error.strerror} ({error.filename})") from None
    except apsw.Error as error:
        raise explain(error, str(path)) from error


def _prepare_directory(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_dir():
        raise StoreError(f"{path} is a directory: give the path of a file in it")


def _check_there(path: Path, *, accept_loss: bool) -> None:
    """Refuse to begin anew where a database has been."""
    head = read_head(head_path(path))
    is_there = path.exists() and path.stat().st_size
    if head is not None and head.row and not is_there and not accept_loss:
        raise StoreDamaged(
            f"{path} is {'empty' if path.exists() else 'missing'}, and had {head.row} entries: put it back, or a backup "
            "with huefall restore; to begin anew, start with --accept-loss"
        )


def _find_loss(connection: apsw.Connection, path: Path, *, accept_loss: bool) -> str | None:
    if query_number(connection, "PRAGMA application_id") != APPLICATION_ID:
        return None
    if query_number(connection, "PRAGMA user_version") < HASHED_SCHEMA:
        return None
    lost = find_loss(connection, path)
    if lost is not None and not accept_loss:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)  # leave everything as it is
        raise StoreDamaged(
            f"{lost}. Put the log or the file back, or a backup with huefall restore; to go on without those entries, "
            "start once with --accept-loss"
        )
    return lost


def _configure_for_writing(connection: apsw.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchall()[0][0]
    if mode != "wal":
        raise StoreError(f"{path} cannot have a write-ahead log here: keep the database on a disk of this machine")
    run(connection, "PRAGMA fullfsync = ON")  # only on macOS, where an ordinary fsync stops at the disk's own cache
    run(connection, "PRAGMA wal_autocheckpoint = 0")  # the ledger does it, after it has answered those who wait
    run(connection, "PRAGMA secure_delete = ON")  # what somebody wants deleted is overwritten, not merely released
    run(connection, f"PRAGMA journal_size_limit = {MAX_LOG_BYTES}")
    run(connection, f"PRAGMA cache_size = -{CACHE_KB}")


def _fold_log(connection: apsw.Connection) -> None:
    """Copy the log of an earlier process into the database and empty it: over many crashes it would grow without bound."""
    with suppress(apsw.FullError, apsw.BusyError):  # it stays as it is, and is copied later
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)


def _make_shrinkable(connection: apsw.Connection) -> None:
    """Rebuild a file of an older version once, so that it gets smaller when something is deleted."""
    if query_number(connection, "PRAGMA auto_vacuum") != _INCREMENTAL:
        with suppress(apsw.FullError):  # the next start tries again
            run(connection, f"PRAGMA auto_vacuum = {_INCREMENTAL}; VACUUM")
            _fold_log(connection)


def _note_release(connection: apsw.Connection) -> None:
    """Note which program first wrote entries of this version, for older programs that find them."""
    with suppress(apsw.FullError):
        connection.execute("INSERT OR IGNORE INTO releases VALUES (?, ?)", (ENTRY_VERSION, __version__)).fetchall()


def _last_entry(connection: apsw.Connection) -> tuple[int, bytes]:
    try:
        rows: list[Any] = connection.execute("SELECT rowid, hash FROM entries ORDER BY rowid DESC LIMIT 1").fetchall()
    except apsw.CorruptError:
        rows = []  # the rest can still be read, and the check says what cannot
    return rows[0] if rows else NO_ENTRY
