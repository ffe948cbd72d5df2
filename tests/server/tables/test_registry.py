"""All tables: made, found, loaded, let go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from tests.server.local_server import ANNA, BEN, Client, FakeEngine, LocalServer

from huefall.protocol import commands
from huefall.server.ops.clock import HOUR_MS, now_ms
from huefall.server.refusal import Refusal
from huefall.server.store import MemoryStore, StoredEntry, StoreError
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.inbox import Close, Said, TimeUp
from huefall.server.tables.registry import NotReady


def test_a_table_is_loaded_again_as_it_was() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=1)
        await anna.until(lambda: any(told.get("view") for told in anna.told))
        await local.registry.stop()  # with it ends whatever the bot was about to do
        view = table.state.match.position()
        again = LocalServer(local.store)
        found = await again.registry.find(table.state.code)
        assert found is not table
        assert found.state.match.position() == view
        assert found.state.show() == table.state.show()
        await again.close()

    asyncio.run(play())


def test_two_who_look_for_a_table_at_once_find_the_same() -> None:
    async def play() -> None:
        local = LocalServer()
        table, _ = await local.started(ANNA, BEN)
        await local.registry.stop()
        again = LocalServer(local.store)
        found = await asyncio.gather(*(again.registry.find(table.state.code) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        await again.close()

    asyncio.run(play())


def test_what_is_no_code_or_no_table_is_not_found() -> None:
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


def test_a_match_begins_as_soon_as_the_engine_is_ready_and_progress_is_told() -> None:
    async def play() -> None:
        engine = FakeEngine(is_ready=False)
        local = LocalServer(engine=engine)
        table = await local.table(ANNA, bots=1, start=True)
        anna = Client(table, ANNA)
        await anna.until(lambda: {"type": "preparing", "progress": 0.0} in anna.told)
        engine.get_on(0.5)
        await anna.until(lambda: {"type": "preparing", "progress": 0.5} in anna.told)
        # The table goes on meanwhile.
        assert (await anna.say(commands.SendEmote, emote="hello"))["type"] == "done"
        engine.get_on(1.0, is_ready=True)
        await anna.until(lambda: table.state.status == "playing")
        await local.close()

    asyncio.run(play())


def test_an_engine_that_failed_is_said_to_whoever_wants_to_start() -> None:
    async def play() -> None:
        engine = FakeEngine(is_ready=False)
        local = LocalServer(engine=engine)
        anna = Client(await local.table(ANNA, bots=1), ANNA)
        engine.get_on(0.1, failed="no compiler")
        answer = await anna.say(commands.Start)
        assert (answer["type"], answer["reason"]) == ("refused", "engine_failed")
        await local.close()

    asyncio.run(play())


def test_there_are_no_more_tables_than_the_settings_allow() -> None:
    async def play() -> None:
        local = LocalServer(max_tables=2)
        for _ in range(2):
            await local.table(ANNA)
        with pytest.raises(Refusal, match="as many as can be"):
            await local.table(ANNA)
        await local.close()

    asyncio.run(play())


def test_idle_tables_are_closed_and_busy_ones_are_not() -> None:
    async def play() -> None:
        local = LocalServer(idle_table_hours=1)
        idle, watched, fresh = [await local.table(ANNA) for _ in range(3)]
        Client(watched, None)
        for table in (idle, watched):
            table.state.changed_at = now_ms() - 2 * HOUR_MS
            table.quiet_since -= 7200
        await asyncio.sleep(0)
        await local.registry.close_idle()
        await Client(fresh, None).until(lambda: len(local.registry) == 2)
        assert {table.state.code for table in local.registry} == {watched.state.code, fresh.state.code}
        assert await local.registry.find(idle.state.code) is None
        await local.close()

    asyncio.run(play())


def test_records_are_forgotten_when_they_are_old_enough() -> None:
    async def play() -> None:
        local = LocalServer(keep_record_days=1)
        old = now_ms() - 48 * HOUR_MS
        stream = table_stream("abcdefgh")
        await local.store.append([StoredEntry(stream, 1, old, entries.encode_entry(entries.Closed(reason="idle")))])
        recent = await local.table(ANNA)
        await local.registry.close_idle()
        assert [info.stream for info in await local.store.streams("table:")] == [table_stream(recent.state.code)]
        await local.close()

    asyncio.run(play())


def test_a_closed_table_says_so_and_is_gone() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, ben) = await local.started(ANNA, BEN)
        assert await local.registry.close(table.state.code, "closed by its keeper")
        await ben.until(lambda: ben.wire.closed)
        assert anna.told[-1]["reason"] == "table_closed"
        assert len(local.registry) == 0
        assert not await local.registry.close("abcdefgh", "")
        await local.close()

    asyncio.run(play())


class FailingStore(MemoryStore):
    """A store whose disk is full from now on, or for once."""

    failing = False

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        if self.failing:
            raise StoreError("the disk is full")
        await super().append(entries)


def test_what_could_not_be_stored_is_not_told_and_the_table_stands_where_it_stood() -> None:
    async def play() -> None:
        store = FailingStore()
        local = LocalServer(store)
        table, (anna, ben) = await local.started(ANNA, BEN)
        before = table.state.match.position()
        revision = table.state.revision
        store.failing = True
        asked = anna if table.state.match.asked == 0 else ben
        legal = [str(move) for move in table.state.match.legal() if move.verb not in {"uno", "catch"}]
        table.post(Said(asked.connection, commands.Move(id="x", revision=revision, move=legal[0])))
        await anna.until(lambda: anna.wire.closed and ben.wire.closed)
        assert anna.told[-1]["type"] == "bye" and anna.told[-1]["again"]
        assert not [told for told in anna.told + ben.told if told.get("revision", 0) > revision]
        store.failing = False
        again = await local.registry.find(table.state.code)
        assert again is not table
        assert (again.state.revision, again.state.match.position()) == (revision, before)
        await local.close()

    asyncio.run(play())


def test_the_lobby_shows_public_tables_where_somebody_is_free_seats_first() -> None:
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
        assert [shown.code for shown in local.registry.lobby()] == [free.state.code, full.state.code]
        assert empty.state.code in {shown.code for shown in local.registry.admin_list()}
        await local.close()

    asyncio.run(play())


def test_a_message_that_comes_after_the_end_harms_nobody() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, _) = await local.started(ANNA, BEN)
        table.post(Close("test"))
        await anna.until(lambda: len(local.registry) == 0)
        anna.leave()
        late = Client(table, BEN)
        await late.until(lambda: late.wire.closed)
        assert late.told[-1]["again"]
        await local.close()

    asyncio.run(play())


def test_a_match_that_was_wanted_begins_after_a_restart_too() -> None:
    async def play() -> None:
        local = LocalServer(engine=FakeEngine(is_ready=False))
        table = await local.table(ANNA, bots=1, start=True)
        await local.registry.stop()
        again = LocalServer(local.store)
        found = await again.registry.find(table.state.code)
        anna = Client(found, ANNA)
        await anna.until(lambda: found.state.status == "playing")
        assert found.state.start_wanted is None
        await again.close()

    asyncio.run(play())


class HeldStore(MemoryStore):
    """A store that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.free.set()

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        await self.free.wait()
        await super().append(entries)


def test_nothing_is_shown_before_it_is_stored() -> None:
    async def play() -> None:
        store = HeldStore()
        local = LocalServer(store)
        table = await local.table(ANNA, public=True)
        anna = Client(table, ANNA)
        await anna.until(lambda: anna.told)
        store.free.clear()
        before = (table.shown, local.registry.lobby())
        told = len(anna.told)
        table.post(Said(anna.connection, commands.AddBot(id="b")))
        await anna.until(lambda: table.state.seats[1].level)
        assert (table.shown, local.registry.lobby(), len(anna.told)) == (*before, told)
        store.free.set()
        await anna.until(lambda: len(anna.told) > told)
        assert table.shown.seats[1].kind == "bot"
        await local.close()

    asyncio.run(play())


def test_a_move_and_the_end_of_its_time_in_one_batch_are_one_move() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN, move_seconds=600)
        for _ in range(30):
            if not table.state.running:
                break
            wait = table._pacing._wait
            client = clients[table.state.match.asked or 0]
            legal = [str(move) for move in table.state.match.legal() if move.verb not in {"uno", "catch"}]
            before = table.state.revision
            table.post(Said(client.connection, commands.Move(id=f"t{before}", revision=before, move=legal[0])))
            table.post(TimeUp(wait))
            await client.until(lambda before=before: table.state.revision > before)
            if table.state.match.round_over:
                break
            await client.until(lambda: table._pacing._wait is not None and table._pacing._wait != wait)  # noqa: B023
            assert table.state.revision == before + 1
        assert not [told for client in clients for told in client.told if told.get("did", {}).get("by") == "clock"]
        await local.close()

    asyncio.run(play())


def test_a_host_who_stays_away_is_replaced_also_when_everybody_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huefall.server.tables.table.HOST_AWAY_SECONDS", 0.01)

    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA, BEN)
        anna = Client(table, ANNA)
        await anna.until(lambda: anna.told)
        anna.leave()
        ben = Client(table, BEN)
        await ben.until(lambda: table.state.host == BEN.guest)
        again = Client(table, ANNA)
        await again.until(lambda: again.told)
        assert table.state.host == BEN.guest
        await local.close()

    asyncio.run(play())


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA, BEN)
        ben, anna = Client(table, BEN), Client(table, ANNA)
        await anna.until(lambda: anna.told)
        anna.leave()
        await ben.until(lambda: table._host_alarm.is_set)
        again = Client(table, ANNA)
        await again.until(lambda: again.told)
        assert not table._host_alarm.is_set
        await local.close()

    asyncio.run(play())


def test_whatever_goes_wrong_with_a_decision_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA)
        anna = Client(table, ANNA)

        def fail(*_: object) -> None:
            raise RecursionError

        monkeypatch.setattr(table._answering._decisions, "decide", fail)
        answer = await anna.say(commands.AddBot)
        assert (answer["type"], answer["reason"]) == ("refused", "internal")
        assert table.state.status == "open"
        await local.close()

    asyncio.run(play())


def test_coming_back_when_one_is_there_changes_nothing() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, _) = await local.started(ANNA, BEN)
        before = table.state.revision
        for kind in (commands.Back, commands.Sit):
            assert await anna.say(kind) == {"type": "done", "id": anna.told[-1]["id"], "revision": before}
        assert table.state.revision == before
        await local.close()

    asyncio.run(play())
