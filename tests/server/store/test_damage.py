"""Files that are damaged in every way a disk, a crash or a person can think of: what is said, and what still works."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import apsw
import pytest
from structlog.testing import capture_logs
from tests.scale import SEED

from huefall.server.store import (
    SqliteStore,
    StoreDamaged,
    StoredEntry,
    StoreError,
    StoreInUse,
    UnreadableStream,
    background_check,
)
from huefall.server.store import chain as chain_module
from huefall.server.store.errors import STORE_DAMAGED_STATUS
from huefall.server.store.head import Head, HeadFile, head_path, read_head

TABLES, ENTRIES = 20, 30


#: Entries 7 and 8 change places.
SWAP = """
    UPDATE entries SET number = CASE number WHEN 7 THEN 1008 ELSE 1007 END WHERE number IN (7, 8);
    UPDATE entries SET number = number - 1000 WHERE number > 1000;
"""


def entry(stream: str, number: int) -> StoredEntry:
    return StoredEntry(stream, number, number, f'{{"of":"{stream}","number":{number}}}'.encode() * 4)


def stream_of(place: int) -> str:
    return f"table:{place:02}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "huefall.db"


def with_store(
    path: Path, work: Callable[[SqliteStore], Coroutine[Any, Any, None]] | None = None, **options: Any
) -> list[str]:
    """Open a store, do something with it, close it; return the ids of the errors it has logged."""

    async def do() -> None:
        store = await SqliteStore.open(path, **options)
        try:
            if work is not None:
                await work(store)
        finally:
            await store.close()

    with capture_logs() as lines:
        asyncio.run(do())
    return [line["event_id"] for line in lines if line["log_level"] == "error"]


def open_damaged(
    path: Path, work: Callable[[SqliteStore], Coroutine[Any, Any, None]], sentence: str = ""
) -> list[str] | None:
    """Open a damaged database; return the ids of logged errors, or None if it was refused with a sentence about it."""
    try:
        return with_store(path, work)
    except StoreError as error:
        said = str(error)
    assert str(path) in said and sentence in said
    return None


async def fill(store: SqliteStore) -> None:
    for number in range(1, ENTRIES + 1):
        await store.append([entry(stream_of(place), number) for place in range(TABLES)])


def fill_and_crash(path: Path) -> None:
    """Leave the files as a killed server does: most of the data is in the log."""
    living = path.with_name("living")
    living.mkdir()

    async def work(store: SqliteStore) -> None:
        await fill(store)
        for file in living.iterdir():
            if not file.name.endswith(("-shm", ".lock")):
                shutil.copy(file, path.parent)

    with_store(living / path.name, work)
    shutil.rmtree(living)


async def read_everything(store: SqliteStore) -> dict[str, str]:
    """Read every stream; return what is said of those that cannot be read. All others must be whole."""
    said = {}
    for place in range(TABLES):
        stream = stream_of(place)
        try:
            assert await store.read(stream) == [entry(stream, number) for number in range(1, ENTRIES + 1)]
        except UnreadableStream as error:
            said[stream] = str(error)
    return said


def overwrite(path: Path, at: int, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def find_in_file(path: Path, text: bytes) -> int:
    return path.read_bytes().index(text)


def test_a_killed_server_leaves_everything_and_its_log_is_emptied_at_the_next_start(path: Path) -> None:
    fill_and_crash(path)
    log = path.with_name("huefall.db-wal")
    assert log.stat().st_size > 100_000

    async def work(store: SqliteStore) -> None:
        assert await read_everything(store) == {}
        assert not log.stat().st_size
        assert store.health.problems == []

    assert with_store(path, work) == []


def test_a_changed_entry_is_found_at_the_start_and_harms_no_other_stream(path: Path) -> None:
    with_store(path, fill)
    overwrite(path, find_in_file(path, b'{"of":"table:07","number":12}') + 12, b"8")  # 07 becomes 08

    async def work(store: SqliteStore) -> None:
        sentence = "table:07: entry 12 does not have the content it was written with"
        assert [damage.sentence for damage in store.health.damaged.values()] == [sentence]
        assert await read_everything(store) == {"table:07": sentence}
        with pytest.raises(UnreadableStream) as damage:
            await store.read("table:07")
        assert (damage.value.number, len(damage.value.sound)) == (12, 11)
        rest = await store.read_all("table:")
        assert len(rest) == (TABLES - 1) * ENTRIES
        await store.append([entry("table:01", ENTRIES + 1)])

    assert with_store(path, work) == ["damaged"]


def test_a_large_database_is_checked_in_the_background(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_store(path, fill)
    overwrite(path, find_in_file(path, b'{"of":"table:07","number":12}') + 12, b"8")
    monkeypatch.setattr(background_check, "MAX_ENTRIES_AT_ONCE", 10)

    async def work(store: SqliteStore) -> None:
        check = store._background_check
        assert check is not None
        await asyncio.to_thread(check._thread.join)
        await asyncio.sleep(0)
        assert [damage.number for damage in store.health.damaged.values()] == [12]

    assert with_store(path, work) == ["damaged"]
    with_store(path)  # closed before the check is done


def test_an_entry_that_is_no_text_any_more_is_named(path: Path) -> None:
    with_store(path, fill)
    overwrite(path, find_in_file(path, b'{"of":"table:07","number":12}') + 3, b"\xff")

    async def work(store: SqliteStore) -> None:
        assert set(await read_everything(store)) == {"table:07"}
        assert len(await store.read_all("table:")) == (TABLES - 1) * ENTRIES

    assert with_store(path, work) == ["damaged"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET at = at + 1 WHERE number = 7",
        "UPDATE entries SET version = 1 WHERE number = 7",
        "DELETE FROM entries WHERE number = 7",
        SWAP,
        "UPDATE streams SET name = name || '2'",
    ],
)
def test_whatever_changes_in_a_stream_breaks_its_chain(path: Path, change: str) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append([entry("table:00", number) for number in range(1, ENTRIES + 1)])

    with_store(path, work)
    connection = apsw.Connection(str(path))
    for _ in connection.execute(change):
        pass
    connection.close()

    async def look(store: SqliteStore) -> None:
        (name,) = [info.stream for info in await store.streams("")]
        number = 1 if name.endswith("2") else 7
        with pytest.raises(UnreadableStream, match=f"{name}: entry {number} "):
            await store.read(name)
        assert [damage.number for damage in store.health.damaged.values()] == [number]

    assert with_store(path, look) == ["damaged"]


def test_random_flipped_bits_are_never_a_traceback_and_never_wrong_data(path: Path) -> None:
    """Whatever bit of the file is wrong: an entry that is read is right, and if one cannot be read, that is said."""
    with_store(path, fill)
    whole = path.read_bytes()
    chance = random.Random(SEED)
    found = refused = 0
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(damaged)
        said: dict[str, str] = {}

        async def work(store: SqliteStore, said: dict[str, str] = said) -> None:
            said.update(await read_everything(store))
            assert not said or store.health.damaged
            await store.streams("table:")
            await store.read_all("table:")

        errors = open_damaged(path, work)
        refused += errors is None
        found += bool(errors)
        assert errors is None or bool(said) <= bool(errors)
    assert found > 20, f"seed {SEED}: {found} found, {refused} refused"


def test_a_missing_log_is_a_refusal_that_says_how_much_is_lost(path: Path) -> None:
    fill_and_crash(path)
    path.with_name("huefall.db-wal").unlink()
    before = path.read_bytes()
    with pytest.raises(
        StoreDamaged, match=r"the last 600 entries .* missing: its log huefall\.db-wal is missing or empty"
    ) as loss:
        with_store(path)
    assert loss.value.exit_status == STORE_DAMAGED_STATUS
    assert path.read_bytes() == before, "nothing is changed before somebody has decided"

    async def work(store: SqliteStore) -> None:
        assert store.health.lost is not None and len(store.health.problems) == 1
        await store.append([entry("table:00", 1)])

    assert with_store(path, work, accept_loss=True) == ["entries_lost"]
    assert with_store(path) == [], "it is accepted once"


@pytest.mark.parametrize("cut", [0, 32, 5000, 200_000])
def test_a_truncated_log_is_noticed(path: Path, cut: int) -> None:
    fill_and_crash(path)
    os.truncate(path.with_name("huefall.db-wal"), cut)
    state = "missing or empty" if cut == 0 else "damaged or incomplete"
    with pytest.raises(StoreDamaged, match=f"entries that were acknowledged are missing: its log .* is {state}"):
        with_store(path)


def test_a_flipped_bit_anywhere_in_the_log_is_noticed(path: Path) -> None:
    fill_and_crash(path)
    files = {file: file.read_bytes() for file in path.parent.iterdir()}
    log = path.with_name("huefall.db-wal")
    chance = random.Random(SEED)
    for _ in range(15):
        for file in path.parent.iterdir():
            file.unlink()
        for file, data in files.items():
            file.write_bytes(data)
        damaged = bytearray(files[log])
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        log.write_bytes(damaged)

        async def work(store: SqliteStore) -> None:  # for a bit that SQLite does not use
            assert await read_everything(store) == {}

        if open_damaged(path, work, "is damaged or incomplete") is None:
            assert log.read_bytes() == damaged, "the log is left as evidence"


def test_a_missing_or_empty_database_is_not_silently_begun_anew(path: Path) -> None:
    with_store(path, fill)
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(StoreDamaged, match=r"huefall\.db is missing, and had 600 entries"):
        with_store(path)
    path.touch()
    with pytest.raises(StoreDamaged, match=r"huefall\.db is empty, and had 600 entries"):
        with_store(path)
    path.with_name("elsewhere").rename(path)
    assert with_store(path) == []
    path.unlink()
    with_store(path, accept_loss=True)
    assert with_store(path) == []


@pytest.mark.parametrize("cut", [100, 5000, 60_000])
def test_a_truncated_file_is_said_in_a_sentence(path: Path, cut: int) -> None:
    with_store(path, fill)
    os.truncate(path, path.stat().st_size - cut)

    async def work(store: SqliteStore) -> None:
        await read_everything(store)

    errors = open_damaged(path, work)
    assert errors is None or "damaged" in errors


@pytest.mark.parametrize("page", range(8))
def test_a_zeroed_page_is_said_in_a_sentence(path: Path, page: int) -> None:
    with_store(path, fill)
    overwrite(path, page * 4096, bytes(4096))

    async def work(store: SqliteStore) -> None:
        await read_everything(store)

    errors = open_damaged(path, work)
    assert errors is None or "damaged" in errors


def test_entries_of_a_newer_version_are_refused_by_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_store(path, fill)
    newer = chain_module.ENTRY_VERSION + 1
    with monkeypatch.context() as patched:
        for module in ("appender", "database", "verify"):
            patched.setattr(f"huefall.server.store.{module}.ENTRY_VERSION", newer)
        patched.setattr("huefall.server.store.database.__version__", "9.1.0")

        async def add(store: SqliteStore) -> None:
            await store.append([entry("table:03", ENTRIES + 1)])

        with_store(path, add)

    async def work(store: SqliteStore) -> None:
        with pytest.raises(UnreadableStream, match=r"table:03: entry 31 was written by Huefall 9\.1\.0"):
            await store.read("table:03")
        assert await store.read("table:04")

    with_store(path, work)


def test_a_second_server_does_not_start_although_the_lock_file_was_removed(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        path.with_name("huefall.db.lock").unlink()
        with pytest.raises(StoreInUse, match="although its lock file was free"):
            await SqliteStore.open(path)
        await store.append([entry("table:00", 1)])
        other = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        assert other.execute("SELECT count(*) FROM entries").fetchall() == [(1,)]  # a backup can still read
        other.close()

    with_store(path, work)


def test_rewriting_keeps_the_chain(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await fill(store)
        await store.rewrite([StoredEntry("table:05", number, 0, b'{"changed":true}') for number in (3, 29)])
        await store.append([entry("table:05", ENTRIES + 1)])
        assert len(await store.read("table:05")) == ENTRIES + 1
        await store.forget(["table:19", "table:05"])

    with_store(path, work)
    assert with_store(path) == []


def test_the_head_survives_a_torn_write(tmp_path: Path) -> None:
    path = head_path(tmp_path / "huefall.db")
    file = HeadFile(path)
    for row in (1, 2, 3):
        file.write(Head(b"d" * 16, row, bytes([row]) * 16))
    file.close()
    assert read_head(path) == Head(b"d" * 16, 3, b"\x03" * 16)
    data = bytearray(path.read_bytes())
    start = data.index(b"\x03" * 16)
    data[start] ^= 1
    path.write_bytes(data)
    assert read_head(path) == Head(b"d" * 16, 2, b"\x02" * 16)
    path.write_bytes(b"nonsense")
    assert read_head(path) is None
    file = HeadFile(path)
    file.write(Head(b"d" * 16, 4, bytes(16)))
    file.close()
    assert read_head(path) == Head(b"d" * 16, 4, bytes(16))
