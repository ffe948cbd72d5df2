"""Verifies the entries of one stream against its chain of hashes. Tested in tests/server/store/test_damage.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from huefall.server.store.chain import ENTRY_VERSION, begin_chain, hash_entry
from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import NewerEntry, StreamDamaged


class StoredRow(NamedTuple):
    """An entry as it is in the file."""

    number: int
    at: int
    version: int
    data: bytes
    hash: bytes


def verify_rows(stream: str, rows: Iterable[StoredRow], after: int = 0) -> list[StoredEntry]:
    """Return the entries of a stream with numbers above ``after``; raise ``UnreadableStream`` at the first that is not sound.

    ``rows`` are in order and begin with number ``after``, whose hash the next one follows, or with 1.
    """
    entries: list[StoredEntry] = []
    previous = begin_chain(stream)
    expected = 1 if after <= 0 else after
    for number, at, version, data, entry_hash in rows:
        if number != expected:
            raise StreamDamaged(stream, expected, "is missing", entries)
        if number > after:
            if not _is_sound(previous, number, at, version, data, entry_hash):
                raise StreamDamaged(stream, number, "does not have the content it was written with", entries)
            if version > ENTRY_VERSION:
                raise NewerEntry(stream, number, version, entries)
            entries.append(StoredEntry(stream, number, at, data))
        previous = entry_hash
        expected = number + 1
    return entries


def _is_sound(previous: bytes, number: int, at: int, version: int, data: bytes, entry_hash: bytes) -> bool:
    try:
        return hash_entry(previous, number, at, version, data) == entry_hash
    except TypeError:  # a value has another type than it was written with
        return False
