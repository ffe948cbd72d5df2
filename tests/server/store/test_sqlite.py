"""Group commit, closing, and what becomes of waiting appends when the disk fails."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.server.store.test_migrations import VERSION_1
from tests.waiting import MAX_WAIT_SECONDS

from huefall.server.store import (
    SqliteStore,
    StoreConflict,
    StoredEntry,
    StoreError,
    StoreFailed,
    StoreFull,
    StreamDamaged,
    UnreadableStream,
    health,
    ledger,
)
from huefall.server.store.ledger import Ledger
from huefall.server.store.migrations import run
from huefall.server.store.orders import Order, Outcome


def entry(stream: str, number: int, data: bytes = b"{}") -> StoredEntry:
    return StoredEntry(stream, number, 1_700_000_000_000, data)


def file_bytes(path: Path) -> int:
    return path.stat().st_size


class Commits:
    """A counter of what the store says of its batches."""

    def __init__(self) -> None:
        self.entries: list[int] = []

    def __call__(self, entries: int, seconds: float) -> None:
        assert seconds >= 0
        self.entries.append(entries)


class Gate:
    """Holds the writer up in the middle of its first batch until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()
        execute = Ledger.execute

        def held(ledger: Ledger, orders: Sequence[Order]) -> list[Outcome]:
            self.reached.set()
            assert self.opened.wait(300)
            return execute(ledger, orders)

        monkeypatch.setattr(Ledger, "execute", held)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "huefall.db"


def with_store(path: Path, work: Callable[[SqliteStore], Coroutine[Any, Any, None]]) -> None:
    async def do() -> None:
        store = await SqliteStore.open(path)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(do())


def test_appends_of_one_turn_of_the_loop_are_one_commit(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        store.watch = commits = Commits()
        for number in (1, 2, 3):
            await asyncio.gather(*(store.append([entry(f"table:{place}", number)]) for place in range(250)))
        assert commits.entries == [250, 250, 250]

    with_store(path, work)


def test_appends_that_come_during_a_commit_go_together_in_the_next(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)

    async def work(store: SqliteStore) -> None:
        store.watch = commits = Commits()
        first = asyncio.create_task(store.append([entry("table:a", 1)]))
        await asyncio.to_thread(gate.reached.wait)
        others = []
        for place in range(40):
            others.append(asyncio.create_task(store.append([entry(f"table:b{place}", 1)])))
            await asyncio.sleep(0)  # each in a turn of its own
        assert not first.done()
        gate.opened.set()
        await asyncio.gather(first, *others)
        assert commits.entries == [1, 40]

    with_store(path, work)


def test_the_loop_is_woken_once_for_a_batch(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: SqliteStore) -> None:
        loop = asyncio.get_running_loop()
        wakes = 0
        wake = loop.call_soon_threadsafe

        def counted(*call: Any) -> asyncio.Handle:
            nonlocal wakes
            wakes += 1
            return wake(*call)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        await asyncio.gather(*(store.append([entry(f"table:{place}", 1)]) for place in range(100)))
        assert wakes == 1
        monkeypatch.undo()

    with_store(path, work)


def test_close_waits_for_what_is_pending(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)

    async def leave() -> None:
        store = await SqliteStore.open(path)
        first = asyncio.create_task(store.append([entry("table:a", 1)]))
        await asyncio.to_thread(gate.reached.wait)
        second = asyncio.create_task(store.append([entry("table:a", 2)]))
        await asyncio.sleep(0)
        closing = [asyncio.create_task(store.close()) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(StoreError, match="closed"):
            await store.append([entry("table:a", 3)])
        assert not any(task.done() for task in (first, second, *closing))
        gate.opened.set()
        await asyncio.gather(first, second, *closing)

    asyncio.run(leave())
    assert not path.with_name("huefall.db-wal").exists()  # all of it is in the database

    async def come_back(store: SqliteStore) -> None:
        assert [kept.number for kept in await store.read("table:a")] == [1, 2]

    with_store(path, come_back)


def test_a_cancelled_append_does_not_disturb_the_others(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)

    async def work(store: SqliteStore) -> None:
        appends = [asyncio.create_task(store.append([entry(f"table:{place}", 1)])) for place in range(3)]
        await asyncio.to_thread(gate.reached.wait)
        appends[1].cancel()
        await asyncio.sleep(0)
        gate.opened.set()
        await appends[0]
        await appends[2]
        assert appends[1].cancelled()
        assert len(await store.streams("")) == 3  # it was under way, and was kept

    with_store(path, work)


def test_a_loop_that_ends_without_closing_leaves_the_database_whole(path: Path) -> None:
    stores: list[SqliteStore] = []
    others = set(threading.enumerate())

    async def forget_to_close() -> None:
        store = await SqliteStore.open(path)
        await store.append([entry("table:a", 1)])
        stores.append(store)
        store._waiting.append(([entry("table:a", 2)], asyncio.get_running_loop().create_future()))
        store._hand_over()

    asyncio.run(forget_to_close())
    stores[0]._batches.put(None)
    for thread in set(threading.enumerate()) - others:
        if thread.name == "huefall-store-writer":
            thread.join(MAX_WAIT_SECONDS)
            assert not thread.is_alive()
    stores[0]._reading.submit(stores[0]._reader.close).result()
    stores[0]._lock.release()

    async def come_back(store: SqliteStore) -> None:
        assert [kept.number for kept in await store.read("table:a")] == [1, 2]

    with_store(path, come_back)


def test_after_a_failed_write_nothing_is_kept_until_the_store_is_opened_again(path: Path) -> None:
    async def fail(store: SqliteStore) -> None:
        await store.append([entry("table:a", 1), entry("table:b", 1)])
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name("huefall.db-wal").stat().st_size, hard))
        try:
            results = await asyncio.gather(
                store.append([entry("table:a", 2, b"7" * 500_000)]),
                store.append([entry("table:b", 2)]),
                return_exceptions=True,
            )
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert ["the disk failed" in str(result) for result in results] == [True, True]
        for call in (store.append([entry("table:b", 2)]), store.forget(["table:b"])):
            with pytest.raises(StoreError, match=r"start the server again; no more entries are stored until then"):
                await call
        assert [info.last for info in await store.streams("")] == [1, 1]

    async def come_back(store: SqliteStore) -> None:
        assert [info.last for info in await store.streams("")] == [1, 1]
        await store.append([entry("table:a", 2), entry("table:b", 2)])

    with_store(path, fail)
    with_store(path, come_back)


def test_a_full_disk_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "RETRY_SECONDS", (0, 0))

    async def work(store: SqliteStore) -> None:
        connection = store._ledger._connection
        changed: asyncio.Queue[bool] = asyncio.Queue()
        store.health.on_change(lambda: changed.put_nowait(store.health.is_full))
        await store.append([entry("table:a", 1)])
        connection.pragma("max_page_count", connection.pragma("page_count"))
        with pytest.raises(StoreFull, match="the disk is full"):
            await store.append([entry("table:a", 2, b"7" * 500_000)])
        assert await changed.get() is True
        with pytest.raises(StoreFull):
            await store.append([entry("table:a", 2)])  # not even tried
        await store.forget(["table:b"])  # deleting may make room
        connection.pragma("max_page_count", 1_000_000)
        assert await changed.get() is False
        await store.append([entry("table:a", 2)])
        assert [kept.number for kept in await store.read("table:a")] == [1, 2]

    with_store(path, work)


def test_a_store_may_be_closed_while_the_disk_is_full(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        connection = store._ledger._connection
        connection.pragma("max_page_count", connection.pragma("page_count"))
        with pytest.raises(StoreFull):
            await store.append([entry("table:a", 1, b"7" * 500_000)])

    with_store(path, work)


def test_a_failed_checkpoint_is_told_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(ledger: Ledger) -> None:
        ledger._note_failure(apsw.IOError("disk I/O error"))

    monkeypatch.setattr(Ledger, "checkpoint_when_due", fail)

    async def work(store: SqliteStore) -> None:
        failed = asyncio.Event()
        store.health.on_change(failed.set)
        await store.append([entry("table:a", 1)])
        await failed.wait()
        with pytest.raises(StoreFailed, match="no more entries are stored"):
            await store.append([entry("table:a", 2)])

    with_store(path, work)
    assert path.with_name("huefall.db-wal").exists(), "the log is left to the next start"


def test_a_reader_finds_a_damaged_file_and_says_so(path: Path) -> None:
    async def fill(store: SqliteStore) -> None:
        await store.append([entry("table:a", number, b"7" * 500) for number in range(1, 200)])

    async def read(store: SqliteStore) -> None:
        with pytest.raises(StreamDamaged, match=r"table:a: entry \d+ "):
            await store.read("table:a")

    with_store(path, fill)
    pages = bytearray(path.read_bytes())
    pages[12 * 4096 :] = b"\x55" * (len(pages) - 12 * 4096)  # after the first page of every table
    path.write_bytes(pages)
    with_store(path, read)


def test_the_log_does_not_grow_without_bound(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "CHECKPOINT_PAGES", 20)
    sizes: list[int] = []

    async def work(store: SqliteStore) -> None:
        for number in range(1, 401):
            await store.append([entry("table:a", number, b"7" * 1000)])
            if number % 10 == 0:
                await store.read("table:a", number - 5)
        sizes.extend(file.stat().st_size for file in (path, path.with_name("huefall.db-wal")))

    with_store(path, work)
    assert sizes[0] > 400_000
    assert sizes[1] < 100 * 4096  # 20 pages, what a commit may add, and a read at the wrong moment


def test_a_row_written_behind_the_stores_back_is_a_conflict_for_its_append_alone(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.append([entry("table:a", 1), entry("table:b", 1)])
        other = apsw.Connection(str(path))
        other.execute("INSERT INTO entries SELECT id, 2, 0, 1, '{}', x'' FROM streams WHERE name = 'table:a'")
        other.close()
        results = await asyncio.gather(
            store.append([entry("table:b", 2)]),
            store.append([entry("table:a", 2)]),
            store.append([entry("table:c", 1)]),
            return_exceptions=True,
        )
        assert results[0] is None
        assert isinstance(results[1], StoreConflict)
        assert results[2] is None
        assert [info.last for info in await store.streams("")] == [2, 2, 1]
        with pytest.raises(UnreadableStream, match="table:a: entry 2 does not have the content"):
            await store.read("table:a")

    with_store(path, work)


def test_an_entry_that_cannot_be_written_fails_alone(path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        results = await asyncio.gather(
            store.append([entry("table:a", 1)]),
            store.append([StoredEntry("table:b", 1, 2**70, b"{}")]),
            store.append([StoredEntry("table:c", 1, 0, "text")]),
            store.append([entry("table:\ud800", 1)]),
            store.append([entry("table:d", 1)]),
            return_exceptions=True,
        )
        assert [result is None for result in results] == [True, False, False, False, True]
        assert all(isinstance(result, StoreError) for result in results if result is not None)
        assert [info.stream for info in await store.streams("")] == ["table:a", "table:d"]
        await store.append([entry("table:b", 1)])

    with_store(path, work)


def test_what_is_deleted_is_in_no_file_any_more_and_the_file_gets_smaller(path: Path) -> None:
    secret = b"Ottilie-Wildermuth"

    async def work(store: SqliteStore) -> None:
        await store.append([entry("table:a", number, b'{"name":"%b"}' % (secret * 40)) for number in range(1, 2000)])
        await store.append([entry("table:b", 1, b'{"name":"%b"}' % secret), entry("table:b", 2)])
        await store.read("table:b")
        before = file_bytes(path) + file_bytes(path.with_name("huefall.db-wal"))
        await store.forget(["table:a"])
        await store.rewrite([entry("table:b", 1, b'{"name":"(deleted)"}')])
        await store.append([entry("table:b", 3)])  # the writer has cleaned up before it
        files = [file for file in path.parent.iterdir() if secret in file.read_bytes()]
        assert files == []
        assert file_bytes(path) < before / 4
        assert len(await store.read("table:b")) == 3

    with_store(path, work)


def test_a_file_of_an_older_version_becomes_one_that_can_shrink(path: Path) -> None:
    old = apsw.Connection(str(path))
    run(old, VERSION_1)
    assert old.pragma("auto_vacuum") == 0
    old.close()

    async def work(store: SqliteStore) -> None:
        assert store._ledger._connection.pragma("auto_vacuum") == 2

    with_store(path, work)
