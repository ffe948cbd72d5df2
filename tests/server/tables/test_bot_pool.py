"""When the threads of the bots are behind, the time of an answer still tells nothing about a hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from tests.server.tables.bare_table import ANNA, PILE, BareTable

from huefall.bots import Bot
from huefall.bots.default_answer import default_answer
from huefall.editions import Edition
from huefall.protocol import commands
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.tables import bot_runner, entries
from huefall.server.tables.bot_pool import (
    FIRST_ALLOWANCE_MS,
    LATEST,
    MAX_ALLOWANCE_MS,
    MAX_QUESTIONS_PER_THREAD,
    BotPool,
)
from huefall.server.tables.bot_runner import BotRunner
from huefall.server.tables.clock import find_wait
from huefall.server.tables.inbox import BotMoved, Incoming
from huefall.server.tables.opening import Opening

#: How long a question waits for a thread: far longer than the pause of the tables here.
QUEUE_MS = 5_000


class BusyThreads:
    """Threads that are behind, and bots that think the longer the more they could do, in a time of their own."""

    level = "expert"

    def __init__(self, ms_per_option: float) -> None:
        self.now = 10_000_000.0
        self.metrics = Metrics()
        self.pool = BotPool(cast("Workers", self), 1, self.metrics, lambda: self.now)
        self._ms_per_option = ms_per_option
        self.posted: list[tuple[float, BotMoved]] = []

    async def ask(self, work: Callable[[], Any]) -> Any:
        self.now += QUEUE_MS
        return work()

    async def sleep(self, seconds: float) -> None:
        self.now += seconds * 1000

    def choose(self, view: Any, _: Random) -> str:
        self.now += self._ms_per_option * len(view["legal"])
        return default_answer(view)

    def claim(self, view: Any, _: Random) -> str | None:
        self.now += self._ms_per_option * len(view["legal"])
        return None

    def post(self, message: Incoming) -> None:
        assert isinstance(message, BotMoved)
        self.posted.append((self.now, message))

    async def answer(self, bare: BareTable) -> float:
        """Have a table's bots look at it; return how long after the question the asked bot answers."""
        asked_at = self.now
        bare.state.give_time_anew(int(asked_at))
        runner = BotRunner(bare.state, self.pool, lambda: int(self.now), self.post)
        runner.look(find_wait(bare.state, 0))
        assert runner._task is not None
        await runner._task
        answered_at, moved = self.posted[-1]
        assert moved.seat == bare.state.match.asked
        return answered_at - asked_at


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> BusyThreads:
    threads = BusyThreads(ms_per_option=4.0)
    monkeypatch.setattr(bot_runner, "_bot", lambda *_: threads)
    monkeypatch.setattr(asyncio, "sleep", threads.sleep)
    return threads


def table(*hands: list[str], **setup: Any) -> BareTable:
    """Begin at a position in which the bot next to Anna is asked."""
    position = {"hands": [["y1", "y2"], *hands], "discard": ["r5"], "pile": PILE, "turn": 1}
    bare = BareTable(opening=Opening(position), seats=1 + len(hands), **setup)
    bare.enter(entries.Sat(guest=ANNA.guest, seat=0, name=ANNA.name))
    for seat in range(1, 1 + len(hands)):
        bare.enter(entries.BotAdded(seat=seat, level="expert"))
    bare.say(ANNA, commands.Start)
    return bare


def test_a_late_answer_takes_as_long_with_one_option_as_with_many(busy: BusyThreads) -> None:
    async def play() -> dict[int, set[float]]:
        times: dict[int, set[float]] = {}
        for reds in range(10):
            bare = table([f"r{number}" for number in range(reds)] + ["b7", "b8"])
            times.setdefault(len(bare.state.match.legal(1)), set()).add(await busy.answer(bare))
        return times

    times = asyncio.run(play())
    assert len(times) == 10, "as many different numbers of options"
    assert set.union(*times.values()) == {QUEUE_MS + FIRST_ALLOWANCE_MS}


def test_a_late_answer_does_not_tell_who_could_have_cut_in(busy: BusyThreads) -> None:
    async def play() -> set[float]:
        hands = [["g7", "g8", "g9"], ["r5", "g8", "g9"], ["r5", "g9"]]
        return {await busy.answer(table(["r1", "b7"], hand, options={"cut": True})) for hand in hands}

    assert asyncio.run(play()) == {QUEUE_MS + FIRST_ALLOWANCE_MS}


def test_an_answer_in_time_is_given_when_the_pause_is_over(busy: BusyThreads) -> None:
    async def play() -> set[float]:
        return {
            await busy.answer(table([*reds, "b7"], bot_pause_ms=9_000)) for reds in ([], ["r1"], ["r1", "r2", "r3"])
        }

    assert asyncio.run(play()) == {9_000}


def test_lateness_is_counted(busy: BusyThreads) -> None:
    asyncio.run(busy.answer(table(["r1", "b7"], bot_pause_ms=1_000)))
    rendered = busy.metrics.render().decode()
    assert 'huefall_bot_late_seconds_bucket{le="2.5"} 0.0' in rendered
    assert 'huefall_bot_late_seconds_bucket{le="5.0"} 1.0' in rendered


def test_a_table_without_a_pause_does_not_wait(busy: BusyThreads) -> None:
    assert asyncio.run(busy.answer(table(["b7", "b8"], bot_pause_ms=0))) < QUEUE_MS + FIRST_ALLOWANCE_MS


async def think(busy: BusyThreads, *durations: float) -> list[float]:
    """Put questions that take this long; return how long after each thread began its answer can be used."""

    async def put(duration: float) -> float:
        def take_time() -> None:
            busy.now += duration

        before = busy.now + QUEUE_MS
        return (await busy.pool.ask("expert", take_time)).usable_at_ms - before

    return [await put(duration) for duration in durations]


def test_the_allowance_follows_what_a_level_needs_on_this_machine(busy: BusyThreads) -> None:
    async def play() -> None:
        await think(busy, *([10.0, 20.0] * LATEST))
        assert await think(busy, 1.0, 20.0) == [25.0, 25.0]
        assert busy.pool.allowance_ms("easy") == FIRST_ALLOWANCE_MS
        await think(busy, *([2_000.0] * LATEST))
        assert busy.pool.allowance_ms("expert") == MAX_ALLOWANCE_MS

    asyncio.run(play())


def test_a_thought_that_takes_longer_is_rounded_up(busy: BusyThreads) -> None:
    allowed = FIRST_ALLOWANCE_MS
    assert asyncio.run(think(busy, allowed, allowed + 1, 2 * allowed)) == [allowed, 2 * allowed, 2 * allowed]


def test_with_too_many_questions_bots_do_not_search(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[str] = []
    make = bot_runner._bot

    def note(level: str, edition: Edition) -> Bot:
        levels.append(level)
        return make("easy", edition)

    monkeypatch.setattr(bot_runner, "_bot", note)

    async def play() -> None:
        metrics = Metrics()
        workers = Workers(1)
        pool = BotPool(workers, 1, metrics)
        bare = table(["r1", "b7"])
        runner = BotRunner(bare.state, pool, lambda: 0, lambda _: None)
        runner.look(find_wait(bare.state, 0))
        runner.cancel()
        pool._questions = MAX_QUESTIONS_PER_THREAD
        runner.look(find_wait(bare.state, 0))
        runner.cancel()
        workers.stop()
        assert levels == ["expert", "normal"]
        assert "huefall_bot_searches_skipped_total 1.0" in metrics.render().decode()

    asyncio.run(play())


def test_questions_that_are_no_longer_asked_do_not_count() -> None:
    async def play() -> None:
        workers = Workers(1)
        pool = BotPool(workers, 1, Metrics())
        asked = [asyncio.create_task(pool.ask("easy", lambda: None)) for _ in range(MAX_QUESTIONS_PER_THREAD)]
        await asyncio.sleep(0)
        assert not pool.take_search()
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert pool.take_search()
        workers.stop()

    asyncio.run(play())
