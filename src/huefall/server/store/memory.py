"""``MemoryStore``: a store that ends with the process, for tests. Tested in tests/server/store/test_contract.py."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import StoreConflict, StoreError
from huefall.server.store.health import StoreHealth


class MemoryStore:
    """A `Store` in a dictionary. It keeps the whole contract except durability."""

    is_shared = False

    def __init__(self) -> None:
        self._streams: dict[str, list[StoredEntry]] = {}
        self._snapshots: dict[str, tuple[int, str, bytes]] = {}
        self._closed = False
        self.health = StoreHealth()

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        self._check_open()
        self.health.check()
        last: dict[str, int] = {}
        for entry in entries:
            before = last.get(entry.stream, len(self._streams.get(entry.stream, ())))
            if entry.number != before + 1:
                raise StoreConflict.of(entry.stream, entry.number, before)
            _check_text(entry)
            last[entry.stream] = entry.number
        for entry in entries:
            self._streams.setdefault(entry.stream, []).append(entry)

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        self._check_open()
        return self._streams.get(stream, [])[max(after, 0) :]

    async def read_all(self, prefix: str) -> list[StoredEntry]:
        self._check_open()
        return [
            entry for name, entries in sorted(self._streams.items()) if name.startswith(prefix) for entry in entries
        ]

    async def streams(self, prefix: str) -> list[StreamInfo]:
        self._check_open()
        return [
            StreamInfo(name, entries[-1].number, entries[0].at, entries[-1].at)
            for name, entries in sorted(self._streams.items())
            if name.startswith(prefix)
        ]

    async def last_entries(self, prefix: str) -> list[StoredEntry]:
        self._check_open()
        return [entries[-1] for name, entries in sorted(self._streams.items()) if name.startswith(prefix)]

    async def put_snapshot(self, stream: str, number: int, program: str, data: bytes) -> None:
        self._check_open()
        self.health.check()
        if 0 < number <= len(self._streams.get(stream, ())):
            self._snapshots[stream] = (number, program, data)

    async def read_snapshot(self, stream: str, program: str) -> tuple[int, bytes] | None:
        self._check_open()
        number, written_by, data = self._snapshots.get(stream, (0, "", b""))
        return (number, data) if written_by == program else None

    async def rewrite(self, entries: Sequence[StoredEntry]) -> None:
        self._check_open()
        for entry in entries:
            if not 1 <= entry.number <= len(self._streams.get(entry.stream, ())):
                raise StoreConflict.missing(entry.stream, entry.number)
            _check_text(entry)
        for entry in entries:
            self._snapshots.pop(entry.stream, None)
            stream = self._streams[entry.stream]
            stream[entry.number - 1] = msgspec.structs.replace(stream[entry.number - 1], data=entry.data)

    async def forget(self, streams: Sequence[str]) -> None:
        self._check_open()
        for name in streams:
            self._streams.pop(name, None)
            self._snapshots.pop(name, None)

    async def close(self) -> None:
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed: open it again")


def _check_text(entry: StoredEntry) -> None:
    try:
        entry.data.decode()
    except UnicodeDecodeError:
        raise StoreError(f"the data of entry {entry.number} of {entry.stream} is not JSON in UTF-8") from None
