"""Checks a database: its structure, the chain of hashes of every stream, and whether its last entry is there.

A start checks a small database at once and a large one in the background; ``huefall check`` and ``huefall restore`` check
everything. Tested in tests/server/store/test_damage.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw

from huefall.server.store.errors import UnreadableStream
from huefall.server.store.head import Head, head_path, read_head
from huefall.server.store.health import Damage
from huefall.server.store.verify import StoredRow, verify_rows

#: Problems that SQLite lists at most; one is bad enough.
MAX_PROBLEMS = 10

_STREAM_IDS = "SELECT id FROM streams ORDER BY id"
_STREAM = """
    SELECT CAST(name AS BLOB), number, at, version, CAST(data AS BLOB), CAST(hash AS BLOB)
    FROM streams LEFT JOIN entries ON entries.stream = streams.id WHERE streams.id = ? ORDER BY number
"""
_LAST_NUMBERS = "SELECT stream, max(number) FROM entries NOT INDEXED GROUP BY stream"


def check_structure(connection: apsw.Connection, *, thorough: bool) -> Iterator[Damage]:
    """Let SQLite look at its pages; ``thorough``: and compare every row with its index."""
    pragma = "integrity_check" if thorough else "quick_check"
    try:
        rows: list[Any] = connection.execute(f"PRAGMA {pragma}({MAX_PROBLEMS})").fetchall()
    except apsw.Error as error:
        rows = [(str(error),)]
    for (text,) in rows:
        if text != "ok":
            yield Damage(None, 0, f"the file is damaged: {' '.join(str(text).split())}")


def check_streams(connection: apsw.Connection, after_each: Callable[[int], None] = lambda _: None) -> Iterator[Damage]:
    """Verify every stream; ``after_each`` is called with the number of its entries."""
    lasts: dict[int, int] = {}
    try:
        streams: list[Any] = connection.execute(_STREAM_IDS).fetchall()
    except apsw.Error as error:
        yield Damage(None, 0, f"the list of streams cannot be read: {error}")
        return
    try:
        rows: list[Any] = connection.execute(_LAST_NUMBERS).fetchall()
        lasts = dict(rows)
    except apsw.Error as error:
        yield Damage(None, 0, f"the entries cannot be read in the order they were written: {error}")
    orphans = len(lasts.keys() - {stream for (stream,) in streams})
    if orphans:
        yield Damage(None, 0, f"the names of {orphans} streams are missing")
    for (stream,) in streams:
        count, damage = _check_stream(connection, stream, lasts.get(stream, 0))
        if damage is not None:
            yield damage
        after_each(count)


def _check_stream(connection: apsw.Connection, stream: int, last: int) -> tuple[int, Damage | None]:
    """Verify one stream, found by its index; ``last`` is the number of its last entry, found without it."""
    name, rows = f"stream {stream}", []
    try:
        for name_bytes, *values in connection.execute(_STREAM, (stream,)):
            name = bytes(name_bytes).decode(errors="replace")
            rows.append(values)
        if rows and rows[0][0] is None:
            return 0, Damage(name, 1, "is missing")
        verify_rows(name, (StoredRow(*values) for values in rows))
    except UnreadableStream as error:
        return len(rows), Damage(error.stream, error.number, error.problem)
    except (apsw.Error, UnicodeDecodeError) as error:
        return len(rows), Damage(name, len(rows) + 1, f"cannot be read ({error})")
    if 0 < len(rows) < last and _still_has(connection, stream, last):
        return len(rows), Damage(name, len(rows) + 1, "is missing from the index")
    return len(rows), None


def _still_has(connection: apsw.Connection, stream: int, number: int) -> bool:
    """Return whether a stream has an entry of a number: it may have been deleted while others were checked."""
    sql = "SELECT count(*) FROM entries NOT INDEXED WHERE stream = ? AND number = ?"
    (count,) = connection.execute(sql, (stream, number)).fetchall()[0]
    return bool(count)


def find_loss(connection: apsw.Connection, path: Path) -> str | None:
    """Return a sentence about acknowledged entries that the database does not have; None if it has the last one."""
    head = read_head(head_path(path))
    if head is None or head.row == 0 or head.database != read_identity(connection):
        return None
    try:
        rows: list[Any] = connection.execute("SELECT hash FROM entries WHERE rowid = ?", (head.row,)).fetchall()
        if rows and rows[0][0] == head.hash:
            return None
        (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchall()[0]
    except apsw.CorruptError:
        return None  # damaged, which is found elsewhere, not lost
    return _describe_loss(path, head, int(str(last)))


def read_identity(connection: apsw.Connection) -> bytes:
    """Return the id by which this database is told from others."""
    rows: list[Any] = connection.execute("SELECT id FROM identity").fetchall()
    return bytes(rows[0][0])


def _describe_loss(path: Path, head: Head, last: int) -> str:
    log = path.with_name(f"{path.name}-wal")
    has_log = log.exists() and log.stat().st_size  # SQLite creates a missing one
    cause = f"its log {log.name} is {'damaged or incomplete' if has_log else 'missing or empty'}"
    count = f"{head.row - last} " if head.row > last else ""
    return (
        f"{path}: the last {count}entries that were acknowledged are missing: {cause}, or an older copy is in its place"
    )
