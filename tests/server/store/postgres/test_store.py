"""What the store does while its database cannot be reached, or has no room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from structlog.testing import capture_logs
from tests.server.store.postgres.test_appender import entry, query
from tools.cluster.local_postgres import LocalPostgres

from huefall.server.store import StoreAway, StoreFull
from huefall.server.store.postgres import PostgresStore
from huefall.server.store.postgres.appender import Appender
from huefall.server.store.postgres.session import Connection
from huefall.server.store.postgres.stream_changes import probe_space

WAIT_SECONDS = 60.0


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(address)
    try:
        yield store
    finally:
        await store.close()


async def changed(store: PostgresStore, condition: Callable[[], bool]) -> None:
    """Wait until the health of a store has come to something."""
    happened = asyncio.Event()
    store.health.on_change(lambda: happened.set() if condition() else None)
    if not condition():
        async with asyncio.timeout(WAIT_SECONDS):
            await happened.wait()


async def end_sessions(address: str) -> None:
    ending = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'huefall' AND datname = $1"
    )
    await query(address, ending, address.rpartition("/")[2])


async def in_thread(work: Callable[[], None]) -> None:
    await asyncio.to_thread(work)


def test_play_stops_while_postgresql_is_down_and_goes_on_when_it_is_back(
    postgres: LocalPostgres, database_url: str
) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await store.append([entry("table:a", 1)])
            assert len(await store.read("table:a")) == 1
            told: list[bool] = []
            store.health.on_change(lambda: told.append(store.health.is_away))
            try:
                await in_thread(lambda: postgres.stop(at_once=True))
                await changed(store, lambda: store.health.is_away)
                for call in (
                    lambda: store.append([entry("table:a", 2)]),
                    lambda: store.read("table:a"),
                    lambda: store.read_all("table:"),
                    lambda: store.streams(""),
                    lambda: store.rewrite([entry("table:a", 1)]),
                    lambda: store.forget(["table:a"]),
                    lambda: store.put_snapshot("table:a", 1, "p", b""),
                ):
                    with pytest.raises(StoreAway) as caught:
                        await call()
                    assert caught.value.retry_after >= 1
                with pytest.raises(StoreAway):
                    store.health.check()
            finally:
                await in_thread(postgres.start)
            await changed(store, lambda: not store.health.is_away)
            await store.append([entry("table:a", 2)])
            assert [each.number for each in await store.read("table:a")] == [1, 2]
            assert told == [True, False]

    with capture_logs() as lines:
        asyncio.run(run())
    assert [line["event_id"] for line in lines] == ["store_away", "store_back"]


def test_an_append_that_was_under_way_may_be_stored_or_not(database_url: str) -> None:
    """The store says that it does not know, and after a look at the stream play goes on from what is there."""

    async def run() -> None:
        async with opened(database_url) as store:
            last = 0
            unknown = 0
            while unknown < 5:
                ending = asyncio.ensure_future(end_sessions(database_url))
                try:
                    while True:
                        await store.append([entry("table:a", last + 1)])
                        last += 1
                except StoreAway:
                    unknown += 1
                await ending
                await changed(store, lambda: not store.health.is_away)
                entries = await store.read("table:a")
                assert [each.number for each in entries] == list(range(1, len(entries) + 1))
                assert len(entries) in {last, last + 1}, (
                    "what was acknowledged is there, and at most what was under way"
                )
                last = len(entries)

    asyncio.run(run())


def test_all_of_a_batch_that_breaks_off_are_told(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await store.append([entry("table:0", 1)])
            blocker = await asyncpg.connect(database_url)
            try:
                await blocker.execute("BEGIN; LOCK TABLE huefall.streams")  # the append waits for it
                appends = [asyncio.ensure_future(store.append([entry(f"table:{place}", 2)])) for place in range(1)]
                appends += [asyncio.ensure_future(store.forget(["table:9"]))]
                await asyncio.sleep(0)
                await waiting_for_lock(blocker)
                appends += [asyncio.ensure_future(store.append([entry("table:1", 1)]))]  # for the next batch
                await asyncio.sleep(0)
                await end_sessions(database_url)
                results = await asyncio.gather(*appends, return_exceptions=True)
                assert all(isinstance(result, StoreAway) for result in results)
            finally:
                await blocker.close()
            await changed(store, lambda: not store.health.is_away)
            assert await store.read("table:1") == []
            await store.append([entry("table:0", 2)])

    asyncio.run(run())


async def waiting_for_lock(connection: Connection) -> None:
    """Wait until somebody waits for a lock."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            pass


def test_an_append_that_hangs_is_given_up(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huefall.server.store.postgres.appender.APPEND_SECONDS", 0.2)

    async def run() -> None:
        async with opened(database_url) as store:
            await store.append([entry("table:a", 1)])
            blocker = await asyncpg.connect(database_url)
            await blocker.execute("BEGIN; LOCK TABLE huefall.streams")
            with pytest.raises(StoreAway):
                await store.append([entry("table:a", 2)])
            await blocker.close()
            await changed(store, lambda: not store.health.is_away)
            monkeypatch.undo()
            # PostgreSQL may still carry it out, or not: the stream says so.
            await store.append([entry("table:a", (await store.streams("table:a"))[0].last + 1)])

    asyncio.run(run())


def test_a_reading_session_that_ended_unnoticed_is_replaced(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await store.append([entry("table:a", 1)])
            await store.read("table:a")
            for connection in store._connections._free:
                connection.terminate()
            assert len(await store.read("table:a")) == 1
            assert not store.health.is_away

    asyncio.run(run())


def test_a_read_that_is_cancelled_does_not_spoil_the_next(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await store.append([entry("table:a", number) for number in range(1, 2000)])
            for _ in range(20):
                reading = asyncio.ensure_future(store.read("table:a"))
                await asyncio.sleep(0.001)
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
            results = await asyncio.gather(*(store.read("table:a", 1990) for _ in range(10)))
            assert all(len(result) == 9 for result in results)

    asyncio.run(run())


def test_a_full_disk_is_waited_for(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL says 53100 when its disk is full; here two of the calls say so."""
    calls: list[str] = []
    append = Appender.append

    async def failing_append(*arguments: Any) -> object:
        calls.append("append")
        if len(calls) == 1:
            raise asyncpg.DiskFullError("could not extend file: No space left on device")
        return await append(*arguments)

    async def failing_probe(*arguments: Any) -> None:
        calls.append("probe")
        if len(calls) == 2:
            raise asyncpg.DiskFullError("could not extend file: No space left on device")
        await probe_space(*arguments)

    monkeypatch.setattr(Appender, "append", failing_append)
    monkeypatch.setattr("huefall.server.store.postgres.writer.probe_space", failing_probe)
    monkeypatch.setattr("huefall.server.store.health.RETRY_SECONDS", (0.01,))

    async def run() -> None:
        async with opened(database_url) as store:
            with pytest.raises(StoreFull):
                await store.append([entry("table:a", 1)])
            with pytest.raises(StoreFull):
                await store.append([entry("table:a", 1)])
            await changed(store, lambda: not store.health.is_full)
            await store.append([entry("table:a", 1)])
            assert calls == ["append", "probe", "probe", "append"]
            assert await query(database_url, "SELECT count(*) FROM huefall.snapshots") == [(0,)]

    asyncio.run(run())


def test_batches_are_watched(database_url: str) -> None:
    seen: list[int] = []

    async def run() -> None:
        async with opened(database_url) as store:
            store.watch = lambda count, seconds: seen.append(count) if seconds > 0 else None
            await asyncio.gather(*(store.append([entry(f"table:{place}", 1)]) for place in range(7)))

    asyncio.run(run())
    assert seen == [7], "the appends of one turn of the loop are one batch"
