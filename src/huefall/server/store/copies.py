"""Copies of a database, made by SQLite while it may be in use. A copy is one file that only its owner may read.

Tested in tests/server/store/test_backup.py.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import apsw

from huefall.server.store.errors import StoreError, explain


def copy_database(source: apsw.Connection, target: Path) -> None:
    """Copy a database into a new file, as it is at one moment; ``target`` appears only when it is whole and on disk."""
    if target.exists():
        raise StoreError(f"{target} exists already: give a name that does not, or move it away")
    partial = target.with_name(f"{target.name}.partial")
    try:
        _prepare(partial)
        copied = apsw.Connection(str(partial), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            with copied.backup("main", source, "main") as backup:
                backup.step(-1)  # at once: in steps it would begin anew whenever the server writes
            copied.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, without a log
            _drop_snapshots(copied)
        finally:
            copied.close()
        sync_to_disk(partial)
        partial.rename(target)
        sync_to_disk(target.parent)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror} ({error.filename})") from None
    except apsw.Error as error:
        raise explain(error, str(target)) from error
    finally:
        partial.unlink(missing_ok=True)


def _drop_snapshots(copied: apsw.Connection) -> None:
    """Remove what can be computed again: nobody should have to trust the snapshots in a file from elsewhere."""
    if copied.execute("SELECT 1 FROM sqlite_schema WHERE name = 'snapshots'").fetchall():
        copied.execute("DELETE FROM snapshots").fetchall()


def name_copy(database: Path, purpose: str) -> Path:
    """Return a name next to a database, such as ``huefall.db.before-schema-2.20260131T120000.000000Z``."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    return database.with_name(f"{database.name}.{purpose}.{now}")


def _prepare(partial: Path) -> None:
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def sync_to_disk(path: Path) -> None:
    """Wait until a file, or the names in a directory, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
