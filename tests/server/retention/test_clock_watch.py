"""How old a stored time is, although the wall clock is set or wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.moved_clock import MovedClock

from huefall.server.ops.clock import DAY_MS, HOUR_MS, MINUTE_MS
from huefall.server.retention.clock_watch import ALIVE_MS, STREAM, ClockWatch, Moved, add_moves
from huefall.server.store import MemoryStore, StoredEntry
from huefall.server.store.streams import guest_stream


class Machine:
    """A machine with a clock and a store, on which a server is started again and again."""

    def __init__(self, wall_ms: int = 20_000 * DAY_MS) -> None:
        self.clock = MovedClock(wall_ms)
        self.store = MemoryStore()
        self.watch = ClockWatch(self.store, self.clock.clock)

    async def start(self, after_ms: int = MINUTE_MS) -> None:
        """Start a server on it, after the last was stopped or killed that long ago."""
        self.clock.pass_ms(after_ms)
        self.clock.restart()
        self.watch = ClockWatch(self.store, self.clock.clock)
        await self.watch.start()

    async def run(self, duration_ms: int, step_ms: int = HOUR_MS) -> None:
        for _ in range(duration_ms // step_ms):
            self.clock.pass_ms(step_ms)
            await self.watch.check()


def on_machine(test: Callable[[Machine], Awaitable[None]]) -> None:
    asyncio.run(test(Machine()))


def test_time_that_a_server_lives_through_counts() -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        stored = machine.clock.wall_ms
        await machine.run(10 * DAY_MS)
        assert machine.watch.age_ms(stored) == 10 * DAY_MS
        assert machine.watch.agrees_for_ms() == 10 * DAY_MS
        await machine.start()  # a short stop counts as well
        assert machine.watch.age_ms(stored) == 10 * DAY_MS + MINUTE_MS

    on_machine(test)


@pytest.mark.parametrize("days", [500, 1])
def test_nothing_is_older_because_the_clock_was_set_forward_or_forward_and_back(days: int) -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        stored = machine.clock.wall_ms
        await machine.run(DAY_MS)
        machine.clock.set_wall(days * DAY_MS)
        await machine.watch.check()
        assert machine.watch.age_ms(stored) == DAY_MS
        assert machine.watch.agrees_for_ms() == 0
        await machine.start()
        assert machine.watch.age_ms(stored) == DAY_MS + MINUTE_MS, "the move is stored"
        machine.clock.set_wall(-days * DAY_MS)
        await machine.watch.check()
        assert machine.watch.age_ms(stored) == DAY_MS + MINUTE_MS
        await machine.run(10 * DAY_MS)
        assert machine.watch.age_ms(stored) == 11 * DAY_MS + MINUTE_MS, "and it grows old after all"

    on_machine(test)


def test_a_clock_that_was_set_back_makes_nothing_older_and_is_noticed() -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        stored = machine.clock.wall_ms
        await machine.run(3 * DAY_MS)
        machine.clock.set_wall(-DAY_MS)
        await machine.watch.check()
        assert machine.watch.age_ms(stored) <= 3 * DAY_MS
        assert machine.watch.agrees_for_ms() == 0

    on_machine(test)


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("has_history", [False, True])
def test_a_machine_that_starts_in_the_past_makes_nobody_old(has_history: bool, is_killed: bool) -> None:
    """As a Raspberry Pi does, which has no clock of its own: the network tells it the time, sooner or later."""

    async def test(machine: Machine) -> None:
        before = machine.clock.wall_ms
        if has_history:
            await machine.start()
            await machine.run(DAY_MS)
        years = machine.clock.wall_ms - 3 * DAY_MS
        machine.clock.set_wall(-years)
        await machine.start()
        stored = machine.clock.wall_ms
        await machine.run(HOUR_MS)
        machine.clock.set_wall(years)
        if is_killed:  # before anything noticed that the clock was set
            await machine.start()
        else:
            await machine.watch.check()
        assert machine.watch.age_ms(stored) <= HOUR_MS + ALIVE_MS
        if has_history:
            assert machine.watch.age_ms(before) == pytest.approx(DAY_MS, abs=2 * HOUR_MS)
        await machine.run(10 * DAY_MS)
        assert 10 * DAY_MS <= machine.watch.age_ms(stored) <= 12 * DAY_MS

    on_machine(test)


def test_a_long_stop_does_not_count() -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        stored = machine.clock.wall_ms
        await machine.start(after_ms=400 * DAY_MS)
        assert machine.watch.age_ms(stored) <= ALIVE_MS

    on_machine(test)


def test_a_quiet_server_that_is_often_restarted_lets_time_count() -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        stored = machine.clock.wall_ms
        for _ in range(10):
            await machine.run(3 * DAY_MS)
            await machine.start()
        assert machine.watch.age_ms(stored) == 30 * DAY_MS + 10 * MINUTE_MS

    on_machine(test)


def test_the_first_start_over_a_database_of_an_older_version_compares_with_its_newest_entry() -> None:
    async def test(machine: Machine) -> None:
        newest = machine.clock.wall_ms
        stored = [(guest_stream("a"), newest - 80 * DAY_MS), (guest_stream("b"), newest)]
        await machine.store.append([StoredEntry(stream, 1, at, b"{}") for stream, at in stored])
        await machine.start(after_ms=500 * DAY_MS)
        assert machine.watch.age_ms(newest) == 0
        assert machine.watch.age_ms(newest - 80 * DAY_MS) == 80 * DAY_MS

    on_machine(test)


def test_little_is_stored() -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        await machine.run(30 * DAY_MS)
        assert 30 <= len(await machine.store.read(STREAM)) <= 32

    on_machine(test)


def test_a_move_that_could_not_be_stored_is_noticed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(machine: Machine) -> None:
        await machine.start()
        stored = machine.clock.wall_ms
        machine.clock.set_wall(500 * DAY_MS)
        with monkeypatch.context() as patched:
            patched.setattr(machine.store, "append", _fail)
            with pytest.raises(OSError, match="disk"):
                await machine.watch.check()
        await machine.watch.check()
        assert machine.watch.age_ms(stored) == 0

    on_machine(test)


async def _fail(_: object) -> None:
    raise OSError("the disk is gone")


def test_a_stored_time_never_becomes_earlier() -> None:
    assert add_moves(100, [Moved(200, 50)]) == 100
    assert add_moves(100, [Moved(200, 50), Moved(120, 1120)]) == 1100
