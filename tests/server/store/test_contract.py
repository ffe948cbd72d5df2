"""What every store must hold to. A new one gets a line in ``STORES``."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.scale import SEED

from huefall.server.store import (
    MemoryStore,
    SqliteStore,
    Store,
    StoreConflict,
    StoredEntry,
    StoreError,
    StoreFailed,
    StoreFull,
    StreamInfo,
)
from huefall.server.store.postgres import PostgresStore

Open = Callable[[Path, pytest.FixtureRequest], Awaitable[Store]]
Work = Callable[[Store], Coroutine[Any, Any, None]]
Run = Callable[[Work], None]


async def open_sqlite(folder: Path, request: pytest.FixtureRequest) -> Store:
    return await SqliteStore.open(folder / "huefall.db")


async def open_memory(folder: Path, request: pytest.FixtureRequest) -> Store:
    return MemoryStore()


async def open_postgres(folder: Path, request: pytest.FixtureRequest) -> Store:
    address: str = request.getfixturevalue("database_url")
    return await PostgresStore.open(address)


STORES: dict[str, Open] = {"sqlite": open_sqlite, "memory": open_memory, "postgres": open_postgres}
#: Stores that are reached over a socket.
REMOTE = {"postgres"}


@pytest.fixture(params=[pytest.param(name, marks=[pytest.mark.process] * (name in REMOTE)) for name in STORES])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Run a piece of work on a new store, and close it."""

    async def do(work: Work) -> None:
        store = await STORES[request.param](tmp_path, request)
        try:
            await work(store)
        finally:
            await store.close()

    return lambda work: asyncio.run(do(work))


def entry(stream: str, number: int, data: bytes = b"{}", at: int = 0) -> StoredEntry:
    return StoredEntry(stream, number, at or 1_700_000_000_000 + number, data)


def entries(stream: str, first: int, last: int) -> list[StoredEntry]:
    return [entry(stream, number) for number in range(first, last + 1)]


def test_entries_come_back_as_they_were_in_order(run: Run) -> None:
    kept = [
        entry("table:a", 1, '{"name":"Zoë 紅"}'.encode(), at=5),
        entry("table:a", 2, b'  {"spaces" : [1.0, 1e400, "\\u0000"]}\n', at=3),  # a clock may go backwards
        entry("table:a", 3, b"", at=2**62),
        entry("table:a", 4, b'"\\" \x00 \x7f \xf4\x8f\xbf\xbf"'),
    ]

    async def work(store: Store) -> None:
        await store.append(kept[:1])
        await store.append(kept[1:])
        assert await store.read("table:a") == kept

    run(work)


def test_a_read_begins_after_a_number(run: Run) -> None:
    async def work(store: Store) -> None:
        kept = entries("table:a", 1, 5)
        await store.append(kept)
        for after in range(-1, 7):
            assert await store.read("table:a", after) == kept[max(after, 0) :]
        assert await store.read("table:b") == []

    run(work)


def test_an_append_of_nothing_does_nothing(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.append([])
        assert await store.streams("") == []

    run(work)


@pytest.mark.parametrize("number", [-1, 0, 2, 4, 5])
def test_a_number_that_is_taken_or_leaves_a_gap_is_a_conflict(run: Run, number: int) -> None:
    async def work(store: Store) -> None:
        await store.append(entries("table:a", 1, 2))
        with pytest.raises(StoreConflict, match=f"next entry of table:a must have number 3, not {number}"):
            await store.append([entry("table:a", number)])
        assert await store.read("table:a") == entries("table:a", 1, 2)
        await store.append([entry("table:a", 3)])

    run(work)


def test_a_stream_begins_with_number_one(run: Run) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(StoreConflict):
            await store.append([entry("table:a", 2)])
        assert await store.streams("") == []

    run(work)


def test_an_append_is_kept_whole_or_not_at_all(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.append([entry("guest:g", 1)])
        with pytest.raises(StoreConflict, match="table:b"):
            await store.append([entry("table:a", 1), entry("guest:g", 2), entry("table:b", 2), entry("table:a", 2)])
        assert await store.read("table:a") == []
        assert await store.read("guest:g") == [entry("guest:g", 1)]
        await store.append([entry("table:a", 1), entry("guest:g", 2), entry("table:a", 2)])
        assert await store.read("table:a") == entries("table:a", 1, 2)

    run(work)


def test_a_conflict_among_many_leaves_the_others_alone(run: Run) -> None:
    async def work(store: Store) -> None:
        appends = [[entry(f"table:{place}", 1)] for place in range(20)]
        appends[7] = [entry("table:7", 1), entry("table:7", 3)]
        appends[13] = [entry("table:13", 0)]
        results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        failed = [place for place, result in enumerate(results) if result is not None]
        assert failed == [7, 13]
        assert all(isinstance(results[place], StoreConflict) for place in failed)
        kept = {info.stream for info in await store.streams("table:")}
        assert kept == {f"table:{place}" for place in range(20) if place not in failed}

    run(work)


def test_appends_to_one_stream_are_kept_in_the_order_they_came(run: Run) -> None:
    async def work(store: Store) -> None:
        await asyncio.gather(*(store.append([one]) for one in entries("table:a", 1, 50)))
        assert await store.read("table:a") == entries("table:a", 1, 50)

    run(work)


def test_one_of_two_with_the_same_number_is_kept(run: Run) -> None:
    async def work(store: Store) -> None:
        first, second = entry("table:a", 1, b"1"), entry("table:a", 1, b"2")
        results = await asyncio.gather(store.append([first]), store.append([second]), return_exceptions=True)
        assert results[0] is None
        assert isinstance(results[1], StoreConflict)
        assert await store.read("table:a") == [first]

    run(work)


def test_data_that_is_not_utf8_is_refused_without_harm_to_others(run: Run) -> None:
    async def work(store: Store) -> None:
        bad = [entry("table:a", 1), entry("table:a", 2, b"\xff")]
        results = await asyncio.gather(store.append(bad), store.append([entry("table:b", 1)]), return_exceptions=True)
        assert isinstance(results[0], StoreError)
        assert "entry 2 of table:a" in str(results[0])
        assert results[1] is None
        assert await store.read("table:a") == []
        await store.append([entry("table:a", 1)])

    run(work)


def test_streams_are_listed_by_prefix_and_name(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.append([entry("table:b", 1, at=10), entry("table:a", 1, at=20), entry("guest:x", 1, at=30)])
        await store.append([entry("table:b", 2, at=40), entry("tab", 1, at=50), entry("table:紅", 1, at=60)])
        assert await store.streams("table:") == [
            StreamInfo("table:a", 1, 20, 20),
            StreamInfo("table:b", 2, 10, 40),
            StreamInfo("table:紅", 1, 60, 60),
        ]
        assert [info.stream for info in await store.streams("")] == ["guest:x", "tab", "table:a", "table:b", "table:紅"]
        assert await store.streams("table:%") == []
        assert await store.streams("table:c") == []

    run(work)


def test_a_deleted_stream_is_gone_and_may_begin_again(run: Run) -> None:
    async def work(store: Store) -> None:
        streams = [f"table:{place:03}" for place in range(130)]
        await store.append([entry(stream, number) for stream in streams for number in (1, 2)])
        await store.forget([*streams[:120], "table:never", streams[0]])
        await store.forget([])
        assert [info.stream for info in await store.streams("")] == streams[120:]
        assert await store.read(streams[0]) == []
        assert await store.read(streams[125]) == entries(streams[125], 1, 2)
        with pytest.raises(StoreConflict):
            await store.append([entry(streams[0], 3)])
        await store.append([entry(streams[0], 1, b"[]")])
        assert await store.read(streams[0]) == [entry(streams[0], 1, b"[]")]

    run(work)


def test_orders_are_carried_out_in_turn(run: Run) -> None:
    async def work(store: Store) -> None:
        await asyncio.gather(
            store.append([entry("table:a", 1, b"1")]),
            store.append([entry("table:b", 1)]),
            store.forget(["table:a"]),
            store.append([entry("table:a", 1, b"2")]),
            store.forget(["table:b"]),
        )
        assert await store.read("table:a") == [entry("table:a", 1, b"2")]
        assert await store.read("table:b") == []

    run(work)


def test_a_read_sees_every_append_that_has_returned(run: Run) -> None:
    async def work(store: Store) -> None:
        async def play(stream: str) -> None:
            for number in range(1, 30):
                await store.append([entry(stream, number)])
                assert (await store.read(stream, number - 1)) == [entry(stream, number)]

        await asyncio.gather(*(play(f"table:{place}") for place in range(5)))

    run(work)


def test_any_mix_of_appends_ends_as_if_each_had_come_alone(run: Run) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)

    async def work(store: Store) -> None:
        alone = MemoryStore()
        for _ in range(30):
            appends = [
                [
                    entry(f"table:{chance.randrange(6)}", chance.randint(1, 5), str(chance.random()).encode())
                    for _ in range(chance.choice([1, 1, 1, 2, 3]))
                ]
                for _ in range(chance.randint(1, 12))
            ]
            results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
            for append, result in zip(appends, results, strict=True):
                expected = (await asyncio.gather(alone.append(append), return_exceptions=True))[0]
                assert repr(result) == repr(expected)
            if chance.random() < 0.3:
                gone = [f"table:{chance.randrange(6)}"]
                await store.forget(gone)
                await alone.forget(gone)
        infos = await store.streams("")
        assert infos == await alone.streams("")
        for info in infos:
            assert await store.read(info.stream) == await alone.read(info.stream)

    run(work)


def test_a_closed_store_says_so(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.close()
        await store.close()
        for call in (
            store.append([]),
            store.append([entry("table:a", 1)]),
            store.read("table:a"),
            store.streams(""),
            store.forget(["table:a"]),
            store.forget([]),
        ):
            with pytest.raises(StoreError, match="closed: open it again"):
                await call

    run(work)


def test_all_entries_of_several_streams_are_read_at_once(run: Run) -> None:
    async def work(store: Store) -> None:
        kept = [*entries("played:a:1", 1, 3), *entries("played:a:2", 1, 12), *entries("played:b:1", 1, 1)]
        await store.append([entry("played", 1), *reversed_streams(kept)])
        assert await store.read_all("played:a:") == kept[:15]
        assert await store.read_all("played:") == kept
        assert await store.read_all("played:c:") == []

    run(work)


def reversed_streams(kept: list[StoredEntry]) -> list[StoredEntry]:
    """Order entries by stream, the last stream first."""
    return sorted(kept, key=lambda each: [-ord(letter) for letter in each.stream])


def test_rewritten_entries_keep_their_places_and_times(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.append([*entries("table:a", 1, 3), *entries("table:b", 1, 1)])
        other = '{"name":"紅 \\u0000"}'.encode()
        await store.rewrite([entry("table:a", 2, other, at=1), entry("table:b", 1, other, at=1)])
        first, second, third = entries("table:a", 1, 3)
        changed = StoredEntry("table:a", 2, second.at, other)
        assert await store.read("table:a") == [first, changed, third]
        assert [each.data for each in await store.read("table:b")] == [other]
        await store.append(entries("table:a", 4, 4))
        assert [each.number for each in await store.read("table:a")] == [1, 2, 3, 4]

    run(work)


@pytest.mark.parametrize(
    "bad", [entry("table:a", 3), entry("table:a", 0), entry("table:x", 1), entry("table:a", 1, b"\xff")]
)
def test_entries_are_rewritten_together_or_not_at_all(run: Run, bad: StoredEntry) -> None:
    async def work(store: Store) -> None:
        kept = entries("table:a", 1, 2)
        await store.append(kept)
        with pytest.raises(StoreError):
            await store.rewrite([entry("table:a", 2, b'"new"'), bad])
        assert await store.read("table:a") == kept
        await store.append(entries("table:a", 3, 3))

    run(work)


def test_the_last_entry_of_each_stream_is_listed(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.append([*entries("table:b", 1, 3), *entries("table:a", 1, 2), *entries("guest:a", 1, 1)])
        assert await store.last_entries("table:") == [entry("table:a", 2), entry("table:b", 3)]
        assert await store.last_entries("review:") == []

    run(work)


def test_a_store_says_whether_other_nodes_may_write(run: Run) -> None:
    async def work(store: Store) -> None:
        assert store.is_shared == isinstance(store, PostgresStore)

    run(work)


def test_a_store_that_can_write_says_so(run: Run) -> None:
    async def work(store: Store) -> None:
        assert (store.health.failed, store.health.is_full, store.health.problems) == (None, False, [])
        store.health.note_full("no room")
        with pytest.raises(StoreFull):
            await store.append([entry("table:a", 1)])
        assert await store.read("table:a") == []
        store.health.note_room()
        await store.append([entry("table:a", 1)])
        store.health.note_failure("the disk failed")
        with pytest.raises(StoreFailed):
            await store.append([entry("table:a", 2)])
        assert await store.read("table:a") == [entry("table:a", 1)]

    run(work)


def test_a_snapshot_is_for_the_program_that_wrote_it_and_goes_with_its_stream(run: Run) -> None:
    async def work(store: Store) -> None:
        await store.append([*entries("table:a", 1, 3), *entries("table:b", 1, 3)])
        await store.put_snapshot("table:nowhere", 1, "p1", b"x")
        await store.put_snapshot("table:a", 4, "p1", b"x")
        assert await store.read_snapshot("table:a", "p1") is None
        for stream in ("table:a", "table:b"):
            await store.put_snapshot(stream, 2, "p1", b"\x00\xff")
            await store.put_snapshot(stream, 3, "p1", b"\x01\xff")
            assert await store.read_snapshot(stream, "p1") == (3, b"\x01\xff")
            assert await store.read_snapshot(stream, "p2") is None
        await store.rewrite([entry("table:a", 1, b"[]")])
        await store.forget(["table:b"])
        for stream in ("table:a", "table:b", "table:nowhere"):
            assert await store.read_snapshot(stream, "p1") is None

    run(work)
