"""``Store``: the interface and guarantees of every store; tests/server/store/test_contract.py checks each one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class StoredEntry(msgspec.Struct, frozen=True, gc=False):
    stream: str  # "table:k7m2qfxy"
    number: int  # from 1, without gaps within a stream
    at: int  # wall clock, milliseconds since the epoch
    data: bytes  # JSON in UTF-8; the store does not read it


class StreamInfo(msgspec.Struct, frozen=True, gc=False):
    stream: str
    last: int  # the number of its last entry
    began: int  # time of its first entry, in milliseconds since the epoch
    changed: int  # time of its last entry


class Store(Protocol):
    """Streams of entries that outlive the process. Call its methods only on the event loop it was opened in."""

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        """Store all entries or none; when it returns they are safe on disk.

        A number that is taken or leaves a gap raises `StoreConflict`. The entries may belong to several streams.
        Cancelling does not undo the append.
        """
        ...

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """Return a stream's entries with numbers above ``after``, in order: all whose append has returned."""
        ...

    async def read_all(self, prefix: str) -> list[StoredEntry]:
        """Return the entries of all streams whose names begin with ``prefix``, by name and then by number."""
        ...

    async def streams(self, prefix: str) -> list[StreamInfo]:
        """Return the streams whose names begin with ``prefix``, sorted by name."""
        ...

    async def rewrite(self, entries: Sequence[StoredEntry]) -> None:
        """Replace the data of stored entries, all or none; their times stay. What they said before is erased from disk.

        An entry that is not there raises `StoreConflict`. Meant for personal data that somebody wants deleted: nothing else
        is ever rewritten.
        """
        ...

    async def forget(self, streams: Sequence[str]) -> None:
        """Delete streams permanently; unknown ones are ignored."""
        ...

    async def close(self) -> None:
        """Finish pending appends and close the files."""
        ...
