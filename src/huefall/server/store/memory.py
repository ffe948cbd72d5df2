"""A store that forgets everything with the process: for tests of what is built on a store."""

from __future__ import annotations

from collections.abc import Sequence

from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import StoreConflict, StoreError


class MemoryStore:
    """A `Store` in a dictionary, to the letter of the contract but for one thing: nothing of it is durable."""

    def __init__(self) -> None:
        self._streams: dict[str, list[StoredEntry]] = {}
        self._closed = False

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        """Keep all of these or none."""
        self._check_open()
        last: dict[str, int] = {}
        for entry in entries:
            before = last.get(entry.stream, len(self._streams.get(entry.stream, ())))
            if entry.number != before + 1:
                raise StoreConflict.of(entry.stream, entry.number, before)
            try:
                entry.data.decode()
            except UnicodeDecodeError:
                raise StoreError(f"the data of entry {entry.number} of {entry.stream} is not JSON in UTF-8") from None
            last[entry.stream] = entry.number
        for entry in entries:
            self._streams.setdefault(entry.stream, []).append(entry)

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """Return a stream's entries with numbers above ``after``, in order."""
        self._check_open()
        return self._streams.get(stream, [])[max(after, 0) :]

    async def streams(self, prefix: str) -> list[StreamInfo]:
        """List the streams whose names begin so, by name."""
        self._check_open()
        return [
            StreamInfo(name, kept[-1].number, kept[0].at, kept[-1].at)
            for name, kept in sorted(self._streams.items())
            if name.startswith(prefix)
        ]

    async def forget(self, streams: Sequence[str]) -> None:
        """Remove streams for good."""
        self._check_open()
        for name in streams:
            self._streams.pop(name, None)

    async def close(self) -> None:
        """Take nothing more."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed: open it again")
