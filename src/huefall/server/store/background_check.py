"""Checks a database at its start: a small one at once, a large one by a thread that leaves the processor to others.

Tested in tests/server/store/test_damage.py.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import apsw

from huefall.server.store.check import check_streams, check_structure
from huefall.server.store.database import Database
from huefall.server.store.health import Damage

#: A database with at most this many entries is checked before the server listens: that takes some tenths of a second.
MAX_ENTRIES_AT_ONCE = 20_000

#: Up to this size SQLite looks at the structure of the file before the server listens.
MAX_BYTES_AT_ONCE = 64 << 20

#: The thread works for this long and then rests for four times as long.
WORK_SECONDS, REST_FACTOR = 0.002, 4


def is_small(database: Database) -> bool:
    try:
        (last,) = database.reading.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchall()[0]
    except apsw.CorruptError:
        return False
    return int(str(last)) <= MAX_ENTRIES_AT_ONCE


def check_at_start(database: Database) -> list[Damage]:
    """Return what is damaged, as far as it can be told in a moment."""
    damages: list[Damage] = []
    if database.path.stat().st_size <= MAX_BYTES_AT_ONCE:
        damages += check_structure(database.reading, thorough=False)
    if is_small(database):
        damages += check_streams(database.reading)
    return damages


class BackgroundCheck:
    """A thread that checks a whole database once; ``report`` is called in the thread."""

    def __init__(self, path: Path, report: Callable[[Damage], None]) -> None:
        self._path = path
        self._report = report
        self._stopping = threading.Event()
        self._began = 0.0
        self._thread = threading.Thread(target=self._check, name="huefall-store-check", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _check(self) -> None:
        connection = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            self._began = time.perf_counter()
            for damage in check_streams(connection, self._rest):
                self._report(damage)
            for damage in check_structure(connection, thorough=True):
                self._report(damage)
        except _Stopped:
            pass
        finally:
            connection.close()

    def _rest(self, _: int) -> None:
        """Rest after some work; raise when the store is closed."""
        worked = time.perf_counter() - self._began
        if worked >= WORK_SECONDS:
            if self._stopping.wait(worked * REST_FACTOR):
                raise _Stopped
            self._began = time.perf_counter()


class _Stopped(Exception):
    """The store is being closed."""
