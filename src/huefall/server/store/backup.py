"""Backups of a database: made while a server writes to it, verified, and put in its place while none does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import apsw

from huefall.server.store.check import check_streams, check_structure, find_loss
from huefall.server.store.copies import copy_database, name_copy, sync_to_disk
from huefall.server.store.database import HASHED_SCHEMA
from huefall.server.store.errors import StoreDamaged, StoreError, explain
from huefall.server.store.head import head_path
from huefall.server.store.lock import DatabaseLock
from huefall.server.store.migrations import read_version


def check_file(path: Path) -> list[str]:
    """Check a whole database, which may be in use, and change nothing; return a sentence for each thing that is damaged."""
    with _connected(path) as connection:
        problems = [damage.sentence for damage in check_structure(connection, thorough=True)]
        if read_version(connection, str(path)) >= HASHED_SCHEMA:
            problems += [damage.sentence for damage in check_streams(connection)]
            lost = find_loss(connection, path)
            problems += [] if lost is None else [lost]
        return problems


def back_up(database: Path, target: Path) -> list[str]:
    """Copy a database, which may be in use, into a new file; return what is damaged in the copy.

    A damaged database is copied as well: it may be all there is.
    """
    with _connected(database) as connection:
        copy_database(connection, target)
    return check_file(target)


def restore(source: Path, database: Path) -> Path | None:
    """Put a backup in the place of a database; return the new name of what was there, if anything.

    The backup is copied and verified first. Raises ``StoreInUse`` while a server runs, and ``StoreDamaged`` for a backup
    that is not whole; nothing has changed then.
    """
    database = database.resolve()
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as opened:
        lock = DatabaseLock(database)
        opened.callback(lock.release)
        if database.exists():
            lock.lock_database(database)
        copy = database.with_name(f"{database.name}.restoring")
        copy.unlink(missing_ok=True)  # left by one that was killed
        opened.callback(copy.unlink, missing_ok=True)
        with _connected(source) as connection:
            copy_database(connection, copy)
        problems = check_file(copy)
        if problems:
            raise StoreDamaged(f"{source} is not restored, because it is damaged: {problems[0]}")
        return _replace(database, copy)


def _replace(database: Path, copy: Path) -> Path | None:
    """Put a copy in the place of a database. If the process ends in between, the next start notices it by the head."""
    log = database.with_name(f"{database.name}-wal")
    replaced = None
    if database.exists() and database.stat().st_size:
        replaced = name_copy(database, "replaced")
        os.link(database, replaced)
        if log.exists() and log.stat().st_size:
            log.rename(replaced.with_name(f"{replaced.name}-wal"))
    log.unlink(missing_ok=True)  # SQLite would apply it to the other file
    if os.geteuid() == 0:  # by root for the user of the server
        owner = database.parent.stat()
        os.chown(copy, owner.st_uid, owner.st_gid)
    copy.replace(database)
    database.with_name(f"{database.name}-shm").unlink(missing_ok=True)
    head_path(database).unlink(missing_ok=True)
    sync_to_disk(database.parent)
    return replaced


@contextmanager
def _connected(path: Path) -> Iterator[apsw.Connection]:
    """Open a database of Huefall's for reading; every problem is a `StoreError`."""
    if not path.is_file():
        raise StoreError(f"there is no database at {path}")
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            if not read_version(connection, str(path)):
                raise StoreError(f"{path} is empty: it is no database of Huefall's")
            yield connection
        finally:
            connection.close()
    except apsw.Error as error:
        raise explain(error, str(path)) from error
