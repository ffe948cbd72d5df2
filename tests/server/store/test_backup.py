"""Backups that are made and put back while a server writes, and what is refused."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import apsw
import pytest
from tests.server.store.test_migrations import VERSION_1

from huefall.server.store import SqliteStore, StoreDamaged, StoredEntry, StoreError, StoreInUse
from huefall.server.store.backup import back_up, check_file, restore
from huefall.server.store.migrations import run


def entry(stream: str, number: int) -> StoredEntry:
    return StoredEntry(stream, number, number, b'{"some":"thing"}' * 5)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "huefall.db"


async def write_until(store: SqliteStore, stream: str, done: asyncio.Event) -> int:
    number = 0
    while not done.is_set():
        number += 1
        await store.append([entry(stream, number)])
    return number


def test_a_backup_under_load_is_whole_and_can_be_restored(path: Path, tmp_path: Path) -> None:
    backups = [tmp_path / f"backup-{number}.db" for number in range(4)]
    acknowledged: list[int] = []

    async def work() -> None:
        store = await SqliteStore.open(path)
        done = asyncio.Event()
        writers = [asyncio.create_task(write_until(store, f"table:{place}", done)) for place in range(8)]
        for backup in backups:
            infos = {info.stream: info.last for info in await store.streams("")}
            assert await asyncio.to_thread(back_up, path, backup) == []
            acknowledged.append(sum(infos.values()))
            with pytest.raises(StoreInUse):
                await asyncio.to_thread(restore, backup, path)
        assert await asyncio.to_thread(check_file, path) == []
        done.set()
        await asyncio.gather(*writers)
        await store.close()

    previous = os.umask(0)
    try:
        asyncio.run(work())
        for backup, least in zip(backups, acknowledged, strict=True):
            assert mode(backup) == 0o600
            replaced = restore(backup, path)
            assert replaced is not None and mode(replaced) == mode(path) == 0o600

            async def look(least: int = least) -> None:
                store = await SqliteStore.open(path)
                entries = await store.read_all("table:")
                assert len(entries) >= least
                assert store.health.problems == []
                await store.append([entry("table:new", 1)])
                await store.close()

            asyncio.run(look())
    finally:
        os.umask(previous)


def test_a_restore_replaces_a_damaged_database_and_its_log(path: Path, tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(path)
        await store.append([entry("table:a", 1)])
        back_up(path, tmp_path / "backup.db")
        await store.append([entry("table:a", 2)])
        await store.close()

    asyncio.run(work())
    path.write_bytes(b"\x55" * 20_000)
    path.with_name("huefall.db-wal").write_bytes(b"\x55" * 20_000)
    replaced = restore(tmp_path / "backup.db", path)
    assert replaced is not None and replaced.read_bytes() == b"\x55" * 20_000

    async def look() -> None:
        store = await SqliteStore.open(path)
        assert await store.read("table:a") == [entry("table:a", 1)]
        await store.close()

    asyncio.run(look())


def test_a_backup_that_is_not_whole_changes_nothing(path: Path, tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(path)
        await store.append([entry("table:a", number) for number in range(1, 200)])
        await store.close()

    asyncio.run(work())
    backup = tmp_path / "backup.db"
    back_up(path, backup)
    before = path.read_bytes()
    whole = backup.read_bytes()
    backup.write_bytes(whole.replace(b'{"some":"thing"}', b'{"some":"thinG"}', 1))
    with pytest.raises(StoreDamaged, match="not restored, because it is damaged: table:a: entry "):
        restore(backup, path)
    backup.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError):
        restore(backup, path)
    assert path.read_bytes() == before
    assert not [file for file in path.parent.iterdir() if "restoring" in file.name]


def test_a_backup_of_an_older_version_is_restored_and_upgraded_with_a_copy(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "old.db"
    connection = apsw.Connection(str(backup))
    run(connection, VERSION_1)
    connection.close()
    assert restore(backup, path) is None

    async def look() -> None:
        store = await SqliteStore.open(path)
        assert len(await store.read_all("")) == 3
        await store.close()

    asyncio.run(look())
    (copy,) = [file for file in path.parent.iterdir() if "before-schema-2" in file.name]
    assert mode(copy) == 0o600
    assert check_file(copy) == []
