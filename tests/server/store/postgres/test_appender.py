"""Two nodes on one database: conflicts, and appends that carry an epoch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from huefall.server.store import NotOwner, StoreConflict, StoredEntry
from huefall.server.store.postgres import PostgresStore

Work = Callable[[PostgresStore, PostgresStore], Awaitable[None]]


def entry(stream: str, number: int, data: bytes = b"{}") -> StoredEntry:
    return StoredEntry(stream, number, 1_700_000_000_000 + number, data)


def with_two(address: str, work: Work) -> None:
    """Run some work with two stores on one database."""

    async def run() -> None:
        one, other = await PostgresStore.open(address), await PostgresStore.open(address)
        try:
            await work(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


async def query(address: str, statement: str, *values: object) -> list[Any]:
    connection = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await connection.fetch(statement, *values)]
    finally:
        await connection.close()


def test_each_node_sees_what_the_other_has_appended(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        for number in range(1, 11):
            writing, reading = (one, other) if number % 2 else (other, one)
            with pytest.raises(StoreConflict, match=f"must have number {number}, not {number + 1}"):
                await writing.append([entry("guest:g", number + 1)])
            await writing.append([entry("guest:g", number)])
            assert (await reading.read("guest:g"))[-1] == entry("guest:g", number)

    with_two(database_url, work)


def test_of_two_nodes_with_the_same_number_one_is_kept(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        for number in range(1, 21):
            stores = (one, other)
            appends = [
                store.append([entry(f"guest:{place}", number, str(stores.index(store)).encode())])
                for place in range(10)
                for store in stores
            ]
            results = await asyncio.gather(*appends, return_exceptions=True)
            kept = [entries[-1].data for place in range(10) if (entries := await one.read(f"guest:{place}"))]
            for place in range(10):
                outcome = results[2 * place : 2 * place + 2]
                winner = int(kept[place])
                assert outcome[winner] is None
                assert isinstance(outcome[1 - winner], StoreConflict)
        assert all(info.last == 20 for info in await one.streams("guest:"))
        assert len(await other.read_all("guest:")) == 200

    with_two(database_url, work)


def test_in_a_batch_only_those_to_blame_fail(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        names = [f"guest:{place}" for place in range(20)]
        await one.append([entry(name, 1) for name in names])
        await other.append([entry("guest:3", 2), entry("guest:new", 1)])
        appends = [[entry(name, 2)] for name in names]
        appends.append([entry("guest:new", 1), entry("guest:also", 1)])
        results = await asyncio.gather(*map(one.append, appends), return_exceptions=True)
        assert [place for place, result in enumerate(results) if result is not None] == [3, 20]
        assert isinstance(results[3], StoreConflict) and isinstance(results[20], StoreConflict)
        assert await one.read("guest:also") == []
        assert {info.last for info in await one.streams("guest:1")} == {2}

    with_two(database_url, work)


def test_appends_to_the_same_streams_in_any_order_do_not_lock_each_other(database_url: str) -> None:
    """Every node appends to all streams, and numbers on from what it has read; nothing may take as long as a deadlock."""

    async def work(one: PostgresStore, other: PostgresStore) -> None:
        names = [f"guest:{place}" for place in range(8)]
        await one.append([entry(name, 1) for name in names])

        async def play(store: PostgresStore, order: list[str]) -> int:
            stored = 0
            while stored < 15:
                last = (await store.streams("guest:"))[0].last
                try:
                    await store.append([entry(name, last + 1) for name in order])
                    stored += 1
                except StoreConflict:
                    continue
            return stored

        await asyncio.gather(play(one, names), play(other, names[::-1]))
        assert {info.last for info in await one.streams("guest:")} == {31}
        deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert await query(database_url, deadlocks) == [(0,)]

    with_two(database_url, work)


# Fencing


def test_a_new_table_belongs_to_the_node_that_stores_its_first_entry(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        one.node_id = 7
        await one.append([entry("table:a", 1), entry("guest:g", 1)])
        assert one.epochs == {"table:a": 1}
        rows = await query(database_url, "SELECT name, owner, epoch FROM huefall.streams ORDER BY name")
        assert rows == [("guest:g", None, 0), ("table:a", 7, 1)]
        await one.append([entry("table:a", 2)])

    with_two(database_url, work)


@pytest.mark.parametrize("is_cached", [True, False])
def test_a_wrong_epoch_stores_nothing_and_leaves_the_rest_of_its_batch_alone(
    database_url: str, *, is_cached: bool
) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        one.node_id, other.node_id = 1, 2
        await one.append([entry("table:a", 1), entry("table:b", 1), entry("guest:g", 1)])
        await query(database_url, "UPDATE huefall.streams SET owner = 2, epoch = 2 WHERE name = 'table:a'")
        other.epochs["table:a"] = 2
        if not is_cached:
            one._writer.forget_all()
        results = await asyncio.gather(
            one.append([entry("table:b", 2)]),
            one.append([entry("guest:g", 2), entry("table:a", 2)]),
            one.append([entry("guest:h", 1)]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), NotOwner, type(None)]
        assert "this node no longer owns table a" in str(results[1])
        assert one.epochs == {"table:b": 1}
        assert [info.last for info in await one.streams("")] == [1, 1, 1, 2]  # g, h, a, b
        await other.append([entry("table:a", 2)])
        with pytest.raises(NotOwner):
            await one.append([entry("table:a", 3)])
        assert [each.number for each in await one.read("table:a")] == [1, 2]

    with_two(database_url, work)


def test_a_table_without_an_epoch_is_not_ours(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("table:a", 1)])  # without a node nothing is fenced
        await one.append([entry("table:a", 2)])
        other.node_id = 2
        with pytest.raises(NotOwner):
            await other.append([entry("table:a", 3)])
        other.epochs["table:a"] = 0  # as if it had been claimed
        await other.append([entry("table:a", 3)])

    with_two(database_url, work)


def test_an_old_epoch_that_fits_by_number_and_hash_is_refused_by_the_database(database_url: str) -> None:
    """The node has lost the table, and nobody has played since: only the epoch tells."""

    async def work(one: PostgresStore, other: PostgresStore) -> None:
        one.node_id = 1
        await one.append([entry("table:a", 1)])
        await query(database_url, "UPDATE huefall.streams SET owner = 2, epoch = 2")
        with pytest.raises(NotOwner):
            await one.append([entry("table:a", 2)])
        one.epochs["table:a"] = 3  # claimed again
        await query(database_url, "UPDATE huefall.streams SET owner = 1, epoch = 3")
        await one.append([entry("table:a", 2)])

    with_two(database_url, work)


def test_a_snapshot_of_a_table_that_has_moved_on_is_not_stored(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        one.node_id = 1
        await one.append([entry("table:a", 1)])
        await query(database_url, "UPDATE huefall.streams SET owner = 2, epoch = 2")
        await one.put_snapshot("table:a", 1, "p", b"1")
        assert await one.read_snapshot("table:a", "p") is None
        one.epochs["table:a"] = 2
        await one.put_snapshot("table:a", 1, "p", b"1")
        assert await other.read_snapshot("table:a", "p") == (1, b"1")

    with_two(database_url, work)


@pytest.mark.parametrize(
    "bad", [StoredEntry("guest:\0", 1, 0, b"{}"), StoredEntry("guest:g", 1, 2**63, b"{}"), entry("guest:\ud800", 1)]
)
def test_what_postgresql_cannot_hold_fails_alone(database_url: str, bad: StoredEntry) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        results = await asyncio.gather(
            one.append([entry("guest:a", 1)]),
            one.append([bad]),
            one.append([entry("guest:b", 1)]),
            return_exceptions=True,
        )
        assert results[0] is None and results[2] is None
        assert results[1] is not None
        assert [info.stream for info in await one.streams("")] == ["guest:a", "guest:b"]
        assert not one.health.is_away

    with_two(database_url, work)
