"""The registry of tables: created, found, loaded, closed."""

from __future__ import annotations

import asyncio
import gc

import pytest
from tests.server.local_server import ANNA, BEN, Client, FakeEngine, LocalServer
from tests.server.moved_clock import MovedClock

from huefall.server.ops.clock import DAY_MS, HOUR_MS
from huefall.server.ownership import OwnedElsewhere, Peer, SoleNode
from huefall.server.refusal import Refusal
from huefall.server.store import StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.registry import NotReady


def test_a_table_is_loaded_again_as_it_was() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=1)
        await anna.until(lambda: any(message.get("view") for message in anna.received))
        await local.registry.stop()  # ends the bot's task, too
        view = table.state.match.position()
        again = LocalServer(local.store)
        found = await again.registry.find(table.state.code)
        assert found is not table
        assert found.state.match.position() == view
        assert found.state.show() == table.state.show()
        await again.close()

    asyncio.run(play())


def test_a_table_looked_for_twice_at_once_is_loaded_once() -> None:
    async def play() -> None:
        local = LocalServer()
        table, _ = await local.started(ANNA, BEN)
        await local.registry.stop()
        again = LocalServer(local.store)
        found = await asyncio.gather(*(again.registry.find(table.state.code) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        await again.close()

    asyncio.run(play())


def test_nobody_complains_about_a_table_that_cannot_be_had_when_whoever_asked_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        local = LocalServer()
        table, _ = await local.started(ANNA, BEN)
        await local.registry.stop()
        again = LocalServer(local.store)
        asked, answered = asyncio.Event(), asyncio.Event()

        async def refuse(_: SoleNode, code: str) -> None:
            asked.set()
            await answered.wait()
            raise OwnedElsewhere(code, Peer(2, "other:8000", "127.0.0.1", 8000, "1"))

        monkeypatch.setattr(SoleNode, "claim_table", refuse)
        complaints: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        looking = asyncio.create_task(again.registry.find(table.state.code))
        await asked.wait()
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        answered.set()
        while again.registry._loading:  # noqa: ASYNC110  # to ask for the table would be to look at the error
            await asyncio.sleep(0)
        del looking  # it still refers to what it waited for
        gc.collect()  # asyncio complains when the task is deleted
        assert complaints == []
        await again.close()

    asyncio.run(play())


def test_an_unknown_or_malformed_code_is_not_found() -> None:
    async def play() -> None:
        local = LocalServer()
        assert await local.registry.find("abcdefgh") is None
        assert await local.registry.find("../../etc") is None
        assert await local.registry.find("") is None
        await local.close()

    asyncio.run(play())


def test_a_table_with_a_match_waits_for_the_engine() -> None:
    async def play() -> None:
        local = LocalServer()
        table, _ = await local.started(ANNA, BEN)
        await local.registry.stop()
        again = LocalServer(local.store, FakeEngine(is_ready=False))
        with pytest.raises(NotReady):
            await again.registry.find(table.state.code)
        assert await again.registry.find("abcdefgh") is None
        await again.close()

    asyncio.run(play())


def test_there_are_no_more_tables_than_the_settings_allow() -> None:
    async def play() -> None:
        local = LocalServer(max_tables=2)
        for _ in range(2):
            await local.table(ANNA)
        with pytest.raises(Refusal, match="2 tables, its maximum"):
            await local.table(ANNA)
        await local.close()

    asyncio.run(play())


def test_idle_tables_are_closed_and_busy_ones_are_not() -> None:
    async def play() -> None:
        moved = MovedClock()
        local = LocalServer(idle_table_hours=1, clock=moved.clock)
        idle, watched = [await local.table(ANNA) for _ in range(2)]
        Client(watched, None)
        moved.pass_ms(HOUR_MS + 1)
        fresh = await local.table(ANNA)
        await asyncio.sleep(0)
        await local.registry.close_idle()
        await Client(fresh, None).until(lambda: len(local.registry) == 2)
        assert {table.state.code for table in local.registry} == {watched.state.code, fresh.state.code}
        assert await local.registry.find(idle.state.code) is None
        await local.close()

    asyncio.run(play())


@pytest.mark.parametrize("days", [500, 1, -1])
def test_no_table_is_idle_because_the_clock_was_set(days: int) -> None:
    async def play() -> None:
        moved = MovedClock()
        local = LocalServer(idle_table_hours=1, clock=moved.clock)
        table = await local.table(ANNA)
        moved.set_wall(days * DAY_MS)
        await local.registry.close_idle()
        assert not table._inbox
        await local.close()

    asyncio.run(play())


def test_a_forgotten_table_is_gone_and_another_one_is_not() -> None:
    async def play() -> None:
        local = LocalServer()
        data = entries.encode_entry(entries.Closed(reason="idle"))
        await local.store.append([StoredEntry(table_stream(code), 1, 1, data) for code in ("abcdefgh", "hgfedcba")])
        await local.registry.forget(["abcdefgh"])
        assert [info.stream for info in await local.store.streams("table:")] == [table_stream("hgfedcba")]
        await local.close()

    asyncio.run(play())


def test_open_tables_are_counted_at_the_start_and_loaded_when_somebody_looks() -> None:
    async def play() -> None:
        local = LocalServer()
        table, _ = await local.started(ANNA, BEN)
        closed = await local.table(ANNA)
        await local.registry.close(closed.state.code, "test")
        await local.registry.stop()
        again = LocalServer(local.store, max_tables=1)
        await again.registry.list_open()
        assert (len(again.registry), list(again.registry)) == (1, [])
        with pytest.raises(Refusal, match="1 tables, its maximum"):
            await again.table(ANNA)
        assert [shown.code for shown in await again.registry.admin_list()] == [table.state.code]
        assert (len(again.registry), len(list(again.registry))) == (1, 1)
        await again.close()

    asyncio.run(play())


def test_idle_tables_that_are_not_in_memory_are_closed_and_not_deleted_while_open() -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA)
        await local.registry.stop()
        moved = MovedClock()
        again = LocalServer(local.store, idle_table_hours=1, keep_record_days=1, clock=moved.clock)
        await again.registry.list_open()
        moved.set_wall(48 * HOUR_MS)
        await again.registry.close_asleep()
        assert again.registry.is_open(table.state.code)
        assert len(list(again.registry)) == 0, "only from the start of the server on"
        moved.pass_ms(2 * HOUR_MS)
        await again.registry.close_asleep()
        (loaded,) = again.registry
        await asyncio.gather(loaded._task)
        assert len(again.registry) == 0
        assert entries.is_closing((await local.store.last_entries("table:"))[0].data)
        await again.close()

    asyncio.run(play())


def test_a_closed_table_says_so_and_is_gone() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, ben) = await local.started(ANNA, BEN)
        assert await local.registry.close(table.state.code, "closed by the administrator")
        await ben.until(lambda: ben.wire.closed)
        assert anna.received[-1]["reason"] == "table_closed"
        assert len(local.registry) == 0
        assert not await local.registry.close("abcdefgh", "")
        await local.close()

    asyncio.run(play())


def test_the_lobby_lists_public_tables_with_clients_free_seats_first() -> None:
    async def play() -> None:
        local = LocalServer()
        full, free, empty, private = [
            await local.table(ANNA, BEN, public=True),
            await local.table(ANNA, public=True),
            await local.table(ANNA, public=True),
            await local.table(ANNA),
        ]
        for table in (full, free, private):
            Client(table, ANNA)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [shown.code for _, shown in local.registry.lobby()] == [free.state.code, full.state.code]
        assert empty.state.code in {shown.code for shown in await local.registry.admin_list()}
        await local.close()

    asyncio.run(play())
