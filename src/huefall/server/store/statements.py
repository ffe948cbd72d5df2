"""Statements that take a batch of any size in one step.

Every step of a statement releases the interpreter lock, and getting it back next to a busy event loop may take
milliseconds. So rows are bound to one INSERT, which is a transaction by itself, and lists are passed as JSON. Tested in
tests/server/store/test_ledger.py.
"""

from __future__ import annotations

from functools import cache

import msgspec

#: Rows of one INSERT: SQLite binds up to 32,766 values, and apsw caches statements of up to 16 kB.
MAX_ROWS = 1024

#: stream, number, at, version, data, hash
VALUES_PER_ROW = 6

Value = int | str | bytes | None


@cache
def insert_rows(count: int) -> str:
    rows = ",".join(["(?,?,?,?,?,?)"] * count)
    columns = "stream, number, at, version, data, hash"
    return f"INSERT INTO entries ({columns}) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"  # noqa: S608


def insertion(values: list[Value]) -> tuple[str, list[Value]]:
    """Return the statement for these rows, padded with empty ones to a power of two: few statements are prepared."""
    rows = len(values) // VALUES_PER_ROW
    size = 1 << (rows - 1).bit_length()
    return insert_rows(size), values + [None] * (VALUES_PER_ROW * (size - rows))


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
