"""``HeadFile``: the last entry that was written, in a small file next to the database, so that a lost log is noticed.

SQLite drops what it cannot read of its log without a word. This file says which entry came last; if the database does not
have it at the next start, acknowledged entries are missing. It is mapped into memory, so that noting an entry costs no
system call: it survives a killed process, and after a power cut it is at most a little behind, never ahead. Tested in tests/server/store/test_damage.py.
"""

from __future__ import annotations

import mmap
import os
import struct
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, Protocol

from huefall.server.store.chain import HASH_BYTES

#: Two copies are written in turn, so that one is whole whenever the process or the power ends.
SLOTS = 2
_SLOT_BYTES = 2048
_MAGIC = b"HueFhead"
_FIELDS = struct.Struct(f"<8sQQ{HASH_BYTES}s{HASH_BYTES}s")

#: The row and hash of a last entry that is not known, or not there.
NO_ENTRY = (0, bytes(HASH_BYTES))


class NoteLast(Protocol):
    """Called after each commit with the row and the hash of the last entry; ``sync``: it must be on the disk before it returns."""

    def __call__(self, row: int, entry_hash: bytes, *, sync: bool = False) -> None: ...


def note_nothing(row: int, entry_hash: bytes, *, sync: bool = False) -> None:
    """Stand in for the head of a database that has none."""


class Head(NamedTuple):
    """The last entry of a database: its row, from 1, and its hash; row 0 of a database without entries."""

    database: bytes  # the id of the database, so that the head of another one is ignored
    row: int
    hash: bytes


class HeadFile:
    """The head of one database, written by its only writer."""

    def __init__(self, path: Path) -> None:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if os.fstat(handle).st_size != SLOTS * _SLOT_BYTES:
                os.truncate(handle, 0)
                os.write(handle, bytes(SLOTS * _SLOT_BYTES))  # written, not only reserved: there must be room for it
            self._memory = mmap.mmap(handle, SLOTS * _SLOT_BYTES)
        finally:
            os.close(handle)
        self._counter = max((counter for counter, _ in _read_slots(self._memory[:])), default=0)

    def write(self, head: Head) -> None:
        self._counter += 1
        start = self._counter % SLOTS * _SLOT_BYTES
        fields = _FIELDS.pack(_MAGIC, self._counter, head.row, head.hash, head.database)
        packed = fields + blake2b(fields, digest_size=HASH_BYTES).digest()
        self._memory[start : start + len(packed)] = packed

    def sync(self) -> None:
        """Bring it to the disk now; otherwise the system does so within half a minute."""
        self._memory.flush()

    def close(self) -> None:
        self.sync()
        self._memory.close()


def head_path(database: Path) -> Path:
    return database.with_name(f"{database.name}.head")


def read_head(path: Path) -> Head | None:
    """Return the head in a file; None if there is none that can be read."""
    try:
        slots = _read_slots(path.read_bytes())
    except FileNotFoundError:
        return None
    return max(slots)[1] if slots else None


def _read_slots(data: bytes) -> list[tuple[int, Head]]:
    """Return the sound slots, each with its counter."""
    found = []
    for start in range(0, SLOTS * _SLOT_BYTES, _SLOT_BYTES):
        fields = data[start : start + _FIELDS.size]
        checksum = data[start + _FIELDS.size : start + _FIELDS.size + HASH_BYTES]
        if len(fields) == _FIELDS.size and blake2b(fields, digest_size=HASH_BYTES).digest() == checksum:
            magic, counter, row, entry_hash, database = _FIELDS.unpack(fields)
            if magic == _MAGIC:
                found.append((counter, Head(database, row, entry_hash)))
    return found
