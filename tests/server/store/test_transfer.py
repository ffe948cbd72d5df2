"""All data is copied between stores of any type, and compared."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tools.cluster.local_postgres import LocalPostgres

from huefall.server.store import SqliteStore, Store, StoreDamaged, StoredEntry, StoreError, StoreInUse
from huefall.server.store.backup import check_file
from huefall.server.store.postgres import PostgresStore, archive
from huefall.server.store.postgres.archive import check_database
from huefall.server.store.transfer import StreamRows, copy_store


async def fill(store: Store) -> None:
    for place in range(300):  # more streams than are read at once
        await store.append([StoredEntry(f"table:{place}", 1, place, b"{}")])
    await store.append(
        [StoredEntry("guest:紅", number, 2**40 - number, f'"{number} 紅"'.encode()) for number in range(1, 60)]
    )
    await store.append([StoredEntry("guest:b", 1, 0, b"")])
    await store.put_snapshot("table:1", 1, "p", b"x")


async def read_and_close(store: Store) -> list[StoredEntry]:
    """Return all entries of a store, and close it."""
    try:
        return await store.read_all("")
    finally:
        await store.close()


def test_data_goes_to_postgresql_and_back_and_stays_the_same(database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        source = await SqliteStore.open(tmp_path / "source.db")
        await fill(source)
        # The source is in use.
        copied = await copy_store(str(tmp_path / "source.db"), database_url)
        assert (copied.streams, copied.entries, copied.problems) == (302, 360, [])
        assert await check_database(database_url) == []
        back = await copy_store(database_url, str(tmp_path / "back" / "huefall.db"))
        assert back == copied
        entries = await read_and_close(source)
        assert len(entries) == 360
        assert await read_and_close(await PostgresStore.open(database_url)) == entries
        store = await SqliteStore.open(tmp_path / "back" / "huefall.db")
        assert not store.health.problems
        assert await store.read_snapshot("table:1", "p") is None
        await store.append([StoredEntry("guest:b", 2, 0, b"{}")])
        assert len(await read_and_close(store)) == 361

    asyncio.run(run())
    assert check_file(tmp_path / "back" / "huefall.db") == []


def test_a_stream_that_was_copied_goes_on(database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        source = await SqliteStore.open(tmp_path / "source.db")
        await fill(source)
        await source.close()
        await copy_store(str(tmp_path / "source.db"), database_url)
        store = await PostgresStore.open(database_url)
        await store.append([StoredEntry("guest:紅", 60, 0, b"{}")])
        assert len(await store.read("guest:紅")) == 60
        infos = {info.stream: info for info in await store.streams("guest:")}
        assert (infos["guest:紅"].began, infos["guest:b"].last) == (2**40 - 1, 1)
        await store.close()

    asyncio.run(run())


def test_a_target_that_is_not_empty_is_refused(database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        source = await SqliteStore.open(tmp_path / "source.db")
        await fill(source)
        await source.close()
        await copy_store(str(tmp_path / "source.db"), database_url)
        for place, other in ((str(tmp_path / "source.db"), database_url), (database_url, str(tmp_path / "source.db"))):
            with pytest.raises(StoreError, match="is not empty"):
                await copy_store(place, other)
            with pytest.raises(StoreError, match="cannot be copied to itself"):
                await copy_store(place, place)

    asyncio.run(run())


def test_a_target_that_a_server_has_opened_is_refused(database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        store = await PostgresStore.open(database_url)
        await fill(store)
        await store.close()
        running = await SqliteStore.open(tmp_path / "huefall.db")
        with pytest.raises(StoreInUse):
            await copy_store(database_url, str(tmp_path / "huefall.db"))
        await running.close()

    asyncio.run(run())


def test_a_copy_that_fails_leaves_the_target_empty(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        source = await SqliteStore.open(tmp_path / "source.db")
        await fill(source)
        await source.close()
        write = archive.PostgresTarget.write

        async def fail(self: archive.PostgresTarget, stream: StreamRows) -> None:
            if stream.name == "table:7":
                raise OSError("the network is down")
            await write(self, stream)

        monkeypatch.setattr(archive.PostgresTarget, "write", fail)
        with pytest.raises(StoreError, match="the network is down"):
            await copy_store(str(tmp_path / "source.db"), database_url)
        monkeypatch.undo()
        assert (await copy_store(str(tmp_path / "source.db"), database_url)).entries == 360

    asyncio.run(run())


def test_a_copy_that_differs_is_noticed(
    postgres: LocalPostgres, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        source = await SqliteStore.open(tmp_path / "source.db")
        await fill(source)
        await source.close()
        finish = archive.PostgresTarget.finish

        async def spoil(self: archive.PostgresTarget, releases: dict[int, str]) -> None:
            await finish(self, releases)
            postgres.query("UPDATE huefall.entries SET at = 1 WHERE number = 9", database_url.rpartition("/")[2])

        monkeypatch.setattr(archive.PostgresTarget, "finish", spoil)
        with pytest.raises(StoreDamaged, match="not identical to what was copied, at guest:紅"):
            await copy_store(str(tmp_path / "source.db"), database_url)
        assert await check_database(database_url) == ["guest:紅: entry 9 does not have the content it was written with"]

    asyncio.run(run())


def test_damage_is_copied_as_it_is_and_told(postgres: LocalPostgres, database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        store = await PostgresStore.open(database_url)
        await fill(store)
        await store.close()
        name = database_url.rpartition("/")[2]
        postgres.query("DELETE FROM huefall.entries WHERE number = 8", name)
        postgres.query("DELETE FROM huefall.entries WHERE data = ''", name)
        copied = await copy_store(database_url, str(tmp_path / "huefall.db"))
        assert copied.problems == ["guest:b: entry 1 is missing", "guest:紅: entry 8 is missing"]
        assert await check_database(database_url) == copied.problems

    asyncio.run(run())


def test_what_is_no_store_is_named(database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(StoreError, match="there is no database at"):
            await copy_store(str(tmp_path / "nothing.db"), database_url)
        with pytest.raises(StoreError, match="has no data of Huefall's"):
            await copy_store(database_url, str(tmp_path / "new.db"))
        assert not (tmp_path / "new.db").exists()
        with pytest.raises(StoreError, match="has no data of Huefall's"):
            await check_database(database_url)

    asyncio.run(run())
