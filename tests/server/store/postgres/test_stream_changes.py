"""Rewriting and deleting while another node writes to the same streams."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.store.postgres.test_appender import entry, with_two

from huefall.server.store import StoreConflict, StoredEntry
from huefall.server.store.postgres import PostgresStore


def test_another_node_notices_that_a_stream_was_rewritten(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("guest:g", number) for number in (1, 2, 3)])
        await other.append([entry("guest:g", 4)])
        await one.rewrite([StoredEntry("guest:g", 2, 0, b'"x"')])
        await other.append([entry("guest:g", 5)])  # its cached hash is old: it looks again, and goes on
        assert [each.data for each in await other.read("guest:g")] == [b"{}", b'"x"', b"{}", b"{}", b"{}"]

    with_two(database_url, work)


def test_another_node_notices_that_a_stream_was_deleted(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("guest:g", 1)])
        await other.forget(["guest:g"])
        with pytest.raises(StoreConflict, match="must have number 1, not 2"):
            await one.append([entry("guest:g", 2)])
        await one.append([entry("guest:g", 1, b"[]")])
        assert await other.read("guest:g") == [entry("guest:g", 1, b"[]")]

    with_two(database_url, work)


def test_rewriting_and_appending_at_once_keep_the_chain_whole(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("guest:g", 1), entry("guest:h", 1)])

        async def rewrite() -> None:
            for number in range(20):
                text = str(number).encode()
                await other.rewrite([StoredEntry("guest:h", 1, 0, text), StoredEntry("guest:g", 1, 0, text)])

        async def append() -> None:
            for number in range(2, 40):
                await one.append([entry("guest:g", number), entry("guest:h", number)])

        await asyncio.gather(rewrite(), append())
        for name in ("guest:g", "guest:h"):
            entries = await one.read(name)
            assert [each.number for each in entries] == list(range(1, 40))
            assert entries[0].data == b"19"

    with_two(database_url, work)
