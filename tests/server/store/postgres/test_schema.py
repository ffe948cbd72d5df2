"""The schema creates and migrates itself, also when several nodes start at once."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.store.postgres.test_appender import entry, query

from huefall.server.store import StoreError
from huefall.server.store.postgres import PostgresStore
from huefall.server.store.postgres.schema import MIGRATIONS


def test_nodes_that_start_at_once_create_one_schema_with_one_secret(database_url: str) -> None:
    async def run() -> None:
        stores = await asyncio.gather(*(PostgresStore.open(database_url) for _ in range(4)))
        assert len({store.secret for store in stores}) == 1
        assert len(stores[0].secret) == 32
        await asyncio.gather(*(store.append([entry(f"table:{place}", 1)]) for place, store in enumerate(stores)))
        assert len(await stores[0].streams("table:")) == 4
        assert await query(database_url, "SELECT version FROM huefall.meta") == [(len(MIGRATIONS),)]
        for store in stores:
            await store.close()
        again = await PostgresStore.open(database_url)
        assert again.secret == stores[0].secret
        await again.close()

    asyncio.run(run())


def test_missing_migrations_are_made_in_order_and_data_stays(database_url: str) -> None:
    async def run() -> None:
        store = await PostgresStore.open(database_url)
        await store.append([entry("table:a", 1)])
        newer = (*MIGRATIONS, ["CREATE TABLE huefall.extra (a int)"], ["INSERT INTO huefall.extra VALUES (3)"])
        others = await asyncio.gather(*(PostgresStore.open(database_url, migrations=newer) for _ in range(3)))
        assert await query(database_url, "SELECT a FROM huefall.extra") == [(3,)]
        assert await query(database_url, "SELECT version FROM huefall.meta") == [(3,)]
        await store.append([entry("table:a", 2)])  # a node of the older version goes on
        for each in (store, *others):
            assert len(await each.read("table:a")) == 2
            await each.close()
        with pytest.raises(StoreError, match=r"newer Huefall \(its schema is version 3, and this one knows 1\)"):
            await PostgresStore.open(database_url)

    asyncio.run(run())


def test_a_migration_that_fails_leaves_everything_as_it_was(database_url: str) -> None:
    async def run() -> None:
        store = await PostgresStore.open(database_url)
        await store.close()
        bad = (*MIGRATIONS, ["CREATE TABLE huefall.extra (a int)", "SELECT 1 / 0"])
        with pytest.raises(StoreError, match="division by zero"):
            await PostgresStore.open(database_url, migrations=bad)
        assert await query(database_url, "SELECT version, to_regclass('huefall.extra') FROM huefall.meta") == [
            (1, None)
        ]

    asyncio.run(run())


def test_a_schema_of_somebody_else_is_refused(database_url: str) -> None:
    async def run() -> None:
        await query(database_url, "CREATE SCHEMA huefall")
        await query(database_url, "CREATE TABLE huefall.meta (a int)")
        with pytest.raises(StoreError, match="not Huefall's"):
            await PostgresStore.open(database_url)

    asyncio.run(run())


def test_appends_stay_on_their_pages(database_url: str) -> None:
    """Updates of streams must not touch an index (HOT): with many streams that would be most of the work."""

    async def run() -> None:
        store = await PostgresStore.open(database_url)
        for number in range(1, 40):
            await asyncio.gather(*(store.append([entry(f"table:{place}", number)]) for place in range(50)))
        await store.close()
        statement = "SELECT pg_stat_get_tuples_updated(c), pg_stat_get_tuples_hot_updated(c) FROM (SELECT 'huefall.streams'::regclass::oid) AS t(c)"
        (updated, hot) = (await query(database_url, statement))[0]
        assert updated == 38 * 50
        assert hot > 0.9 * updated

    asyncio.run(run())
