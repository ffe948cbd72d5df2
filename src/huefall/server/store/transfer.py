"""Copies all data from one store to another of any type, and verifies that both are identical.

A copy is of one moment: the source may be in use. It becomes visible in the target as a whole or not at all. Entries keep
their times, versions and hashes; snapshots are left out, because they can be computed again. Tested in
tests/server/store/test_transfer.py.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from huefall.server.store.addresses import hide_password, is_postgres
from huefall.server.store.errors import StoreDamaged, StoreError, UnreadableStream
from huefall.server.store.opening import check_driver
from huefall.server.store.verify import StoredRow, verify_rows


class StreamRows(NamedTuple):
    """A stream as it is stored, damaged or not."""

    name: str
    rows: list[StoredRow]


class Source(Protocol):
    """A store at one moment."""

    def streams(self) -> AsyncIterator[StreamRows]:
        """Yield all streams, in the order of the bytes of their names."""
        ...

    async def releases(self) -> dict[int, str]:
        """Return which program first wrote entries of each version."""
        ...


class Target(Source, Protocol):
    """A store that is being filled. What is written counts only when ``finish`` has returned."""

    async def is_empty(self) -> bool: ...

    async def write(self, stream: StreamRows) -> None: ...

    async def finish(self, releases: dict[int, str]) -> None: ...


class Copied(NamedTuple):
    """What was copied, and what of it is damaged, as sentences."""

    streams: int
    entries: int
    problems: list[str]


def name_place(place: str) -> str:
    """Return a store's address or file as people may see it."""
    return hide_password(place) if is_postgres(place) else place


async def copy_store(source: str, target: str) -> Copied:
    """Copy everything from one store to another that is empty; both are addresses of PostgreSQL, or files.

    Raises ``StoreError`` if the target is not empty or in use, which is then unchanged, or not identical afterwards.
    """
    if source == target:
        raise StoreError(f"{name_place(source)} cannot be copied to itself: give another place with --to")
    # The source first: a mistake in it must not create a database at the target.
    async with _open_source(source) as reading, _open_target(target) as writing:
        if not await writing.is_empty():
            raise StoreError(f"{name_place(target)} is not empty: copy to a new file or to an empty database")
        copied = await _copy(reading, writing)
        await writing.finish(await reading.releases())
        await _compare(reading, writing, name_place(target))
        return copied


async def _copy(reading: Source, writing: Target) -> Copied:
    streams = entries = 0
    problems: list[str] = []
    async for stream in reading.streams():
        await writing.write(stream)
        streams += 1
        entries += len(stream.rows)
        problem = _find_damage(stream)
        if problem is not None:
            problems.append(problem)
    return Copied(streams, entries, problems)


def _find_damage(stream: StreamRows) -> str | None:
    if not stream.rows:
        return f"{stream.name}: entry 1 is missing"
    try:
        verify_rows(stream.name, stream.rows)
    except UnreadableStream as error:
        return str(error)
    return None


async def _compare(reading: Source, writing: Source, target: str) -> None:
    """Read both again and compare every value of every entry."""
    expected, found = reading.streams(), writing.streams()
    async for stream in expected:
        other = await anext(found, None)
        if other != stream:
            raise StoreDamaged(f"{target} is not identical to what was copied, at {stream.name}: do not use it")
    if await anext(found, None) is not None:
        raise StoreDamaged(f"{target} has more than was copied: somebody else writes to it; do not use it")


def _open_source(place: str) -> AbstractAsyncContextManager[Source]:
    if is_postgres(place):
        check_driver()
        from huefall.server.store.postgres.archive import open_source  # noqa: PLC0415  # needs an optional part

        return open_source(place)
    from huefall.server.store.file_archive import open_file_source  # noqa: PLC0415  # it imports this module

    return open_file_source(Path(place))


def _open_target(place: str) -> AbstractAsyncContextManager[Target]:
    if is_postgres(place):
        check_driver()
        from huefall.server.store.postgres.archive import open_target  # noqa: PLC0415  # as above

        return open_target(place)
    from huefall.server.store.file_archive import open_file_target  # noqa: PLC0415  # as above

    return open_file_target(Path(place))
