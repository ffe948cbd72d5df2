"""The task that owns a table: messages in order of arrival, store first, tell second."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from tests.server.local_server import ANNA, BEN, Client, FakeEngine, LocalServer
from tests.server.moved_clock import MovedClock

from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.ops.clock import DAY_MS
from huefall.server.store import MemoryStore, StoredEntry, StoreError
from huefall.server.tables import entries
from huefall.server.tables.inbox import Close, CommandReceived, SeatsDue, TimeUp
from huefall.server.tables.opening import Opening


def test_a_match_begins_as_soon_as_the_engine_is_ready_and_progress_is_told() -> None:
    async def play() -> None:
        engine = FakeEngine(is_ready=False)
        local = LocalServer(engine=engine)
        table = await local.table(ANNA, bots=1, start=True)
        anna = Client(table, ANNA)
        await anna.until(lambda: {"type": "preparing", "progress": 0.0} in anna.received)
        engine.get_on(0.5)
        await anna.until(lambda: {"type": "preparing", "progress": 0.5} in anna.received)
        # The table goes on meanwhile.
        assert (await anna.say(commands.SendEmote, emote="hello"))["type"] == "done"
        engine.get_on(1.0, is_ready=True)
        await anna.until(lambda: table.state.status == "playing")
        await local.close()

    asyncio.run(play())


def test_a_start_is_refused_if_compiling_the_rules_failed() -> None:
    async def play() -> None:
        engine = FakeEngine(is_ready=False)
        local = LocalServer(engine=engine)
        anna = Client(await local.table(ANNA, bots=1), ANNA)
        engine.get_on(0.1, failed="no compiler")
        answer = await anna.say(commands.Start)
        assert (answer["type"], answer["reason"]) == ("refused", "engine_failed")
        await local.close()

    asyncio.run(play())


class FailingStore(MemoryStore):
    """A store whose disk is full from now on, or for once."""

    failing = False

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        if self.failing:
            raise StoreError("the disk is full")
        await super().append(entries)


def test_a_failed_append_sends_nothing_and_reloads_the_table_as_it_is_stored() -> None:
    async def play() -> None:
        store = FailingStore()
        local = LocalServer(store)
        table, (anna, ben) = await local.started(ANNA, BEN)
        before = table.state.match.position()
        revision = table.state.revision
        store.failing = True
        asked = anna if table.state.match.asked == 0 else ben
        legal = [str(move) for move in table.state.match.legal() if not move.is_claim]
        table.post(CommandReceived(asked.connection, commands.Move(id="x", revision=revision, move=legal[0])))
        await anna.until(lambda: anna.wire.closed and ben.wire.closed)
        assert anna.received[-1]["type"] == "bye" and anna.received[-1]["again"]
        assert not [message for message in anna.received + ben.received if message.get("revision", 0) > revision]
        store.failing = False
        again = await local.registry.find(table.state.code)
        assert again is not table
        assert (again.state.revision, again.state.match.position()) == (revision, before)
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
        assert late.received[-1]["again"]
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
        await anna.until(lambda: anna.received)
        store.free.clear()
        before = (table.shown, local.registry.lobby())
        count = len(anna.received)
        table.post(CommandReceived(anna.connection, commands.AddBot(id="b")))
        await anna.until(lambda: table.state.seats[1].level)
        assert (table.shown, local.registry.lobby(), len(anna.received)) == (*before, count)
        store.free.set()
        await anna.until(lambda: len(anna.received) > count)
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
            wait = table._parts.scheduler._scheduled
            client = clients[table.state.match.asked or 0]
            legal = [str(move) for move in table.state.match.legal() if not move.is_claim]
            before = table.state.revision
            table.post(
                CommandReceived(client.connection, commands.Move(id=f"t{before}", revision=before, move=legal[0]))
            )
            table.post(TimeUp(wait))
            await client.until(lambda before=before: table.state.revision > before)
            if table.state.match.round_over:
                break
            scheduler = table._parts.scheduler
            await client.until(lambda: scheduler._scheduled is not None and scheduler._scheduled != wait)  # noqa: B023
            assert table.state.revision == before + 1
        assert not [
            message for client in clients for message in client.received if message.get("did", {}).get("by") == "clock"
        ]
        await local.close()

    asyncio.run(play())


@pytest.mark.parametrize("days", [500, 1, -1])
def test_a_clock_that_is_set_costs_nobody_a_move_a_seat_or_a_request(days: int) -> None:
    async def play() -> None:
        moved = MovedClock()
        local = LocalServer(clock=moved.clock, grace_ms=60_000)
        table, (anna, ben) = await local.started(ANNA, BEN, move_seconds=30, late_joining="ask")
        cara = Client(table, Person("g-cara", "Cara"))
        assert (await cara.say(commands.TakeOver))["type"] == "done"
        ben.leave()
        await anna.until(lambda: len(table.audience) == 2)
        moved.pass_ms(10_000)
        moved.set_wall(days * DAY_MS)
        assert (await anna.say(commands.Pace, bot_pause_ms=0))["type"] == "done"
        clock = table._parts.scheduler.clock()
        assert clock is not None and clock.left == 20_000
        assert not table.audience.is_absent(BEN.guest)
        table.post(SeatsDue())
        await anna.say(commands.Ping)
        assert len(table.state.requests) == 1
        assert "clock" not in {each.get("did", {}).get("by") for each in anna.received}
        await local.close()

    asyncio.run(play())


@pytest.mark.parametrize("days", [500, 0, -500])
def test_a_restart_gives_people_their_whole_time_whatever_the_clock_says(days: int) -> None:
    async def play() -> None:
        moved = MovedClock()
        local = LocalServer(clock=moved.clock)
        table, _ = await local.started(ANNA, BEN, move_seconds=30)
        moved.pass_ms(29_000)
        await local.registry.stop()
        moved.set_wall(days * DAY_MS)
        moved.restart()
        again = LocalServer(local.store, clock=moved.clock)
        loaded = await again.registry.find(table.state.code)
        moved.pass_ms(3_600_000)  # nobody is there, and no time runs
        anna = Client(loaded, ANNA)
        await anna.until(lambda: anna.received)
        assert anna.received[0]["clock"]["left"] == 30_000
        await again.close()

    asyncio.run(play())


class CountingStore(MemoryStore):
    """A store that keeps what was appended together."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[str]] = []

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        await super().append(entries)
        self.batches.append([entry.data.decode() for entry in entries])


def test_a_time_out_ends_the_whole_turn_and_is_stored_at_once() -> None:
    async def play() -> None:
        store = CountingStore()
        local = LocalServer(store)
        position = {"hands": [["y1", "y2"], ["r1", "r2"]], "discard": ["r5"], "pile": ["b8", "b9", "g1"], "turn": 0}
        opening = Opening(position)
        table, (anna, ben) = await local.started(ANNA, BEN, opening=opening, move_seconds=600)
        asked_at = table.state.revision
        table.post(TimeUp(table._parts.scheduler._scheduled))
        await ben.until(lambda: table.state.match.asked == 1)
        await ben.until(lambda: len([each for each in ben.received if each["type"] == "update"]) >= 3)
        made = [each["did"] for each in ben.received if each.get("did", {}).get("by") == "clock"]
        assert [(did["seat"], did["move"]) for did in made] == [(0, "draw"), (0, "keep")]
        # Anna is stood in for after this one turn; all of it is in one batch, so no crash comes between draw and keep.
        assert [entries.decode_entry(data.encode()) for data in store.batches[-1]] == [
            entries.Moved(seat=0, move="draw", by="clock"),
            entries.Moved(seat=0, move="keep", by="clock"),
            entries.StoodIn(seat=0, on=True),
        ]
        assert table.state.revision == asked_at + 3
        assert [each["clock"]["seat"] for each in ben.received if each.get("clock")][-1] == 1
        anna.leave()
        await local.close()

    asyncio.run(play())
