"""``MemoryStore``: a store that ends with the process, for tests. Tested in tests/server/store/test_contract.py."""

from __future__ import annotations

from collections.abc import Sequence

from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import StoreConflict, StoreError


class MemoryStore:
    """A `Store` in a dictionary. It keeps the whole contract except durability."""

    def __init__(self) -> None:
        self._streams: dict[str, list[StoredEntry]] = {}
        self._closed = False

    async def append(self, entries: Sequence[StoredEntry]) -> None:
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
        self._check_open()
        return self._streams.get(stream, [])[max(after, 0) :]

    async def streams(self, prefix: str) -> list[StreamInfo]:
        self._check_open()
        return [
            StreamInfo(name, entries[-1].number, entries[0].at, entries[-1].at)
            for name, entries in sorted(self._streams.items())
            if name.startswith(prefix)
        ]

    async def forget(self, streams: Sequence[str]) -> None:
        self._check_open()
        for name in streams:
            self._streams.pop(name, None)

    async def close(self) -> None:
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed: open it again")
