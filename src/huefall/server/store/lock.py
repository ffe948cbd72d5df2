"""``DatabaseLock``: one server per database. A file lock, which the system releases however the process ends.

Two files are locked: the lock file, which says who holds it and exists before the database, and the database itself, in case
somebody removes the lock file. The lock on the database is another than SQLite's own, and does not get in its way.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import weakref
from pathlib import Path
from typing import IO

from huefall.server.store.errors import StoreError, StoreInUse


class DatabaseLock:
    """The right to write to a database, held until it is released."""

    def __init__(self, database: Path) -> None:
        self._database_file: IO[bytes] | None = None
        path = database.with_name(f"{database.name}.lock")
        self._file: IO[str] = open(path, "a+", encoding="ascii", opener=_open_private)  # noqa: SIM115 - it stays open
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._in_use_error(database) from None
        except OSError as error:
            self._file.close()
            raise StoreError(
                f"{path} cannot be locked ({error.strerror}): keep the database on a disk of this machine"
            ) from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()
        _held.add(self)

    def lock_database(self, database: Path) -> None:
        """Lock the database itself, which exists by now, before SQLite opens it."""
        file = open(database, "rb")  # noqa: SIM115  # it stays open: closing it would release SQLite's own locks
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise StoreInUse(
                f"{database} is in use by another process, although its lock file was free: stop that server first"
            ) from None
        self._database_file = file

    def _in_use_error(self, database: Path) -> StoreInUse:
        with self._file:
            self._file.seek(0)
            holder = self._file.read(20)
        who = f"process {holder}" if holder.isdigit() else "another process"
        return StoreInUse(
            f"{database} is in use by {who}: stop that server first, or give this one a database of its own"
        )

    def release(self) -> None:
        """Let another server open the database. The file stays: deleting it would race with a server that waits."""
        if self._database_file is not None:
            self._database_file.close()
        self._file.close()


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


_held: weakref.WeakSet[DatabaseLock] = weakref.WeakSet()


def _release_in_child() -> None:
    # A forked child shares the lock: if it outlived a killed server, no other server could start.
    for lock in _held:
        with contextlib.suppress(OSError):
            lock.release()


os.register_at_fork(after_in_child=_release_in_child)
