"""What every store keeps and promises, whatever is behind it. tests/server/store/test_contract.py holds each to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class StoredEntry(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as it is kept."""

    stream: str  # "table:k7m2qfxy"
    number: int  # from 1, without gaps within a stream
    at: int  # wall clock, milliseconds since the epoch
    data: bytes  # JSON in UTF-8; the store does not look into it


class StreamInfo(msgspec.Struct, frozen=True, gc=False):
    """A stream, seen from outside."""

    stream: str
    last: int  # the number of its last entry
    began: int  # when its first entry was made, in milliseconds since the epoch
    changed: int  # when its last one was


class Store(Protocol):
    """Streams of entries that outlive the process. Its methods belong to the event loop it was opened in."""

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        """Keep all of these or none; they are safe on disk when it returns.

        A number that is taken or leaves a gap is a `StoreConflict`. The entries may be of several streams. Who stops
        waiting (is cancelled) does not take them back.
        """
        ...

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """Return a stream's entries with numbers above ``after``, in order: all those whose append has returned."""
        ...

    async def streams(self, prefix: str) -> list[StreamInfo]:
        """List the streams whose names begin so, by name."""
        ...

    async def forget(self, streams: Sequence[str]) -> None:
        """Remove streams for good; one that does not exist is as good as removed."""
        ...

    async def close(self) -> None:
        """Wait for what is pending, and let go of the files."""
        ...
