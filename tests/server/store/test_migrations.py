"""Databases of every version can be opened and keep their contents."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from huefall.server.store import SqliteStore, StoredEntry, StoreError
from huefall.server.store.migrations import APPLICATION_ID, MIGRATIONS, Migration, add_hashes, create_streams, run

#: As version 1 wrote it. Later versions must not change this text.
VERSION_1 = """
    PRAGMA journal_mode = WAL;
    BEGIN;
    PRAGMA application_id = 1215653190;
    PRAGMA user_version = 1;
    CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE entries (
        stream INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL,
        UNIQUE (stream, number)
    ) STRICT;
    INSERT INTO streams VALUES (1, 'table:k7m2qfxy'), (7, 'guest:zoe');
    INSERT INTO entries VALUES (1, 1, 1000, '{"made":true}'), (7, 1, 1500, '{"name":"Zoë"}'), (1, 2, 2000, '[]');
    COMMIT;
"""
TABLE = [StoredEntry("table:k7m2qfxy", 1, 1000, b'{"made":true}'), StoredEntry("table:k7m2qfxy", 2, 2000, b"[]")]
GUEST = [StoredEntry("guest:zoe", 1, 1500, '{"name":"Zoë"}'.encode())]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "huefall.db"


@pytest.fixture
def version_1(path: Path) -> Path:
    connection = apsw.Connection(str(path))
    run(connection, VERSION_1)
    connection.close()
    return path


def add_notes(connection: apsw.Connection) -> None:
    run(connection, "CREATE TABLE notes (stream INTEGER PRIMARY KEY, text TEXT) STRICT")
    run(connection, "INSERT INTO notes SELECT id, 'of ' || name FROM streams")


def rebuild_entries(connection: apsw.Connection) -> None:
    run(
        connection,
        """
        ALTER TABLE entries RENAME TO older;
        CREATE TABLE entries (
            stream INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL,
            data TEXT NOT NULL, hash BLOB NOT NULL, kind TEXT NOT NULL DEFAULT 'move', UNIQUE (stream, number)
        ) STRICT;
        INSERT INTO entries (stream, number, at, version, data, hash)
            SELECT stream, number, at, version, data, hash FROM older;
        DROP TABLE older;
        """,
    )


def lose_entries(connection: apsw.Connection) -> None:
    run(connection, "CREATE TABLE half (x); DELETE FROM entries WHERE number > 1")


def fail_halfway(connection: apsw.Connection) -> None:
    run(connection, "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)")


def check(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Open it, find everything, and go on writing."""

    async def work() -> None:
        store = await SqliteStore.open(path, migrations=migrations)
        assert await store.read(TABLE[0].stream) == TABLE
        assert await store.read(GUEST[0].stream) == GUEST
        await store.append([StoredEntry(TABLE[0].stream, 3, 3000, b"{}"), StoredEntry("table:new", 1, 3000, b"{}")])
        assert [info.last for info in await store.streams("table:")] == [3, 1]
        await store.close()

    asyncio.run(work())


def look(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    rows = connection.execute(sql).fetchall()
    connection.close()
    return rows


def schema(path: Path) -> list[tuple[object, ...]]:
    return look(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")


def test_a_database_of_version_1_opens_and_goes_on(version_1: Path) -> None:
    check(version_1)


def test_a_new_database_has_the_newest_version_and_huefalls_mark(path: Path) -> None:
    async def make() -> None:
        await (await SqliteStore.open(path)).close()

    asyncio.run(make())
    assert look(path, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert look(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert APPLICATION_ID.to_bytes(4, "big") == b"HueF"


def test_version_1_is_made_as_it_was_released(path: Path, version_1: Path, tmp_path: Path) -> None:
    async def make(new: Path) -> None:
        await (await SqliteStore.open(new, migrations=[create_streams])).close()

    new = tmp_path / "new.db"
    asyncio.run(make(new))
    for table in ("streams", "entries"):
        for pragma in (f"PRAGMA table_xinfo({table})", f"PRAGMA index_list({table})"):
            assert look(new, pragma) == look(version_1, pragma)


def test_later_steps_run_in_order_and_once(version_1: Path) -> None:
    check(version_1, [*MIGRATIONS, add_notes, rebuild_entries])
    assert look(version_1, "PRAGMA user_version") == [(len(MIGRATIONS) + 2,)]
    assert look(version_1, "SELECT text FROM notes ORDER BY stream") == [("of table:k7m2qfxy",), ("of guest:zoe",)]
    assert look(version_1, "SELECT DISTINCT kind FROM entries") == [("move",)]

    async def reopen() -> None:
        store = await SqliteStore.open(version_1, migrations=[*MIGRATIONS, add_notes, rebuild_entries])
        assert len(await store.read(TABLE[0].stream)) == 3
        await store.close()

    asyncio.run(reopen())


@pytest.mark.parametrize(
    ("step", "reason"), [(lose_entries, "it would lose 1 of 3 entries"), (fail_halfway, "no such table: nowhere")]
)
def test_a_step_that_fails_or_loses_entries_changes_nothing(version_1: Path, step: Migration, reason: str) -> None:
    async def work() -> None:
        with pytest.raises(StoreError, match=f"from version 3 to 4 and stays as it was: .*{reason}"):
            await SqliteStore.open(version_1, migrations=[create_streams, add_hashes, add_notes, step])

    asyncio.run(work())
    assert look(version_1, "PRAGMA user_version") == [(3,)]  # the step before it is done
    assert {("entries",), ("notes",), ("streams",)} < set(schema(version_1)) and ("half",) not in schema(version_1)
    check(version_1, [create_streams, add_hashes, add_notes])


def test_a_newer_database_is_left_alone(version_1: Path) -> None:
    look(version_1, "PRAGMA user_version = 9")
    before = version_1.read_bytes()

    async def work() -> None:
        with pytest.raises(StoreError, match=r"newer Huefall .*version 9, and this one knows 2"):
            await SqliteStore.open(version_1)

    asyncio.run(work())
    assert version_1.read_bytes() == before


def test_a_database_left_empty_by_a_killed_server_is_created_again(path: Path) -> None:
    empty = apsw.Connection(str(path))
    run(empty, "PRAGMA journal_mode = WAL")  # a header, and no table
    empty.close()
    assert path.stat().st_size

    async def work() -> None:
        store = await SqliteStore.open(path)
        await store.append(TABLE)
        await store.close()

    asyncio.run(work())
