"""``Store``: the interface and guarantees of every store; tests/server/store/test_contract.py checks each one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from huefall.server.store.health import StoreHealth


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

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may write to the same streams."""
        ...

    @property
    def health(self) -> StoreHealth:
        """Whether it can write. While it cannot, `append` raises `StoreUnavailable` and changes nothing."""
        ...

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        """Store all entries or none; when it returns they are safe on disk.

        A number that is taken or leaves a gap raises `StoreConflict`. The entries may belong to several streams.
        Cancelling does not undo the append.
        """
        ...

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """Return a stream's entries with numbers above ``after``, in order: all whose append has returned.

        Raises `UnreadableStream` if an entry is not what was written, or is newer than this program.
        """
        ...

    async def read_all(self, prefix: str) -> list[StoredEntry]:
        """Return the entries of all streams whose names begin with ``prefix``, by name and then by number.

        Streams that cannot be read are left out, and noted in ``health``.
        """
        ...

    async def streams(self, prefix: str) -> list[StreamInfo]:
        """Return the streams whose names begin with ``prefix``, sorted by name."""
        ...

    async def last_entries(self, prefix: str) -> list[StoredEntry]:
        """Return the last entry of each stream whose name begins with ``prefix``, sorted by name, not verified."""
        ...

    async def put_snapshot(self, stream: str, number: int, program: str, data: bytes) -> None:
        """Store what the entries up to a number amount to, instead of the snapshot before; nothing without such an entry.

        Snapshots are a cache: any may be gone at any time. Rewriting or forgetting a stream removes its snapshot.
        """
        ...

    async def read_snapshot(self, stream: str, program: str) -> tuple[int, bytes] | None:
        """Return the number and the data of a stream's snapshot, if it is whole and was written by this program."""
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
