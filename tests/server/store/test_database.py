"""Files that are refused as a database, and the settings of an open one."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import apsw
import pytest

from huefall.server.store import SqliteStore, StoredEntry, StoreError, database


def open_and_close(path: Path | str) -> None:
    async def work() -> None:
        await (await SqliteStore.open(path)).close()

    asyncio.run(work())


def test_a_database_and_its_log_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "huefall.db"

    async def work() -> None:
        store = await SqliteStore.open(str(path))
        await store.append([StoredEntry("table:a", 1, 0, b"{}")])
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        names = ["huefall.db", "huefall.db-shm", "huefall.db-wal", "huefall.db.head", "huefall.db.lock"]
        assert modes == dict.fromkeys(names, 0o600)
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        await store.close()

    previous = os.umask(0)
    try:
        asyncio.run(work())
    finally:
        os.umask(previous)


def test_a_commit_is_synced_and_nobody_else_copies_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "huefall.db")
        writing, reading = store._ledger._connection, store._reader._connection
        assert writing.pragma("journal_mode") == "wal"
        assert writing.pragma("synchronous") == 2  # FULL
        assert writing.pragma("wal_autocheckpoint") == 0
        assert reading.readonly("main")
        await store.close()

    asyncio.run(work())


def test_sqlite_is_one_without_the_error_that_loses_a_reset_log() -> None:
    assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= (3, 51, 3)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Zoë, " * 1000)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"letter\.txt: it is not a Huefall database: give the path of another file"):
        open_and_close(path)
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE photographs (id)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not one of Huefall's"):
        open_and_close(path)
    assert path.read_bytes() == before


def test_a_directory_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a directory: give the path of a file in it"):
        open_and_close(tmp_path)


def test_a_directory_that_cannot_be_made_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot be opened and written: .*file"):
        open_and_close(tmp_path / "file" / "deep" / "huefall.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_may_not_be_written_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="Permission denied"):
        open_and_close(tmp_path / "huefall.db")


def test_a_file_that_may_not_be_written_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object, *_: object) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr("huefall.server.store.database.os.open", refuse)
        with pytest.raises(StoreError, match=r"cannot be opened and written: Permission denied \(.*huefall\.db"):
            open_and_close(tmp_path / "huefall.db")
    open_and_close(tmp_path / "huefall.db")  # the lock was let go


def test_another_program_that_keeps_writing_is_named_as_the_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 1)

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "huefall.db")
        other = apsw.Connection(str(tmp_path / "huefall.db"))
        other.execute("BEGIN IMMEDIATE")
        for call in (store.append([StoredEntry("table:a", 1, 0, b"{}")]), store.forget(["table:a"])):
            with pytest.raises(StoreError, match="another program is writing to it"):
                await call
        other.execute("ROLLBACK")
        other.close()
        await store.append([StoredEntry("table:a", 1, 0, b"{}")])
        await store.close()

    asyncio.run(work())
