"""``Scheduler``: what a table waits for now, the alarm for it, and the table's bots.

Tested in tests/server/test_pace.py, tests/server/test_timeouts.py and tests/server/tables/test_table.py.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from huefall.protocol.tables import Clock, TableSetup
from huefall.server.ops.clock import Clock as MachineClock
from huefall.server.tables.alarm import Alarm
from huefall.server.tables.bot_pool import BotPool
from huefall.server.tables.bot_runner import BotRunner
from huefall.server.tables.clock import Wait, find_wait
from huefall.server.tables.inbox import Post, TimeUp
from huefall.server.tables.state import TableState


class Scheduler:
    """Posts to one table's inbox when a time is up, and has its bots look at every new position."""

    def __init__(
        self,
        state: TableState,
        bot_pool: BotPool,
        fill_setup: Callable[[TableSetup], TableSetup],
        post: Post,
        clock: MachineClock,
    ) -> None:
        self._state = state
        self._fill_setup = fill_setup
        self._now_ms = clock.steady_ms
        self._bots = BotRunner(state, bot_pool, self._now_ms, post)
        self._alarm: Alarm[Wait] = Alarm(lambda wait: post(TimeUp(wait)))
        self._scheduled: Wait | None = None
        self._resumed_at_ms = 0  # before the first client
        self._hurried_pause_ms: int | None = None  # the bots' pause while they are hurried
        self._wait_key: tuple[int, int, int | None] = (-1, 0, None)  # what ``_wait`` was computed from
        self._wait: Wait | None = None

    def resume(self) -> None:
        """Count times from now on: the first client has come to an empty table.

        If it is the first since the table was loaded, everybody has their whole time again: the steady clock cannot say
        how much was left, and the wall clock may be wrong.
        """
        now = self._now_ms()
        if not self._resumed_at_ms:
            self._state.give_time_anew(now)
        self._resumed_at_ms = now

    def hurry(self) -> None:
        """Let the bots answer as fast as the server allows until a person is asked. No effect if one is asked already."""
        if self._bot_is_asked:
            hurried = self._fill_setup(msgspec.structs.replace(self._state.setup, bot_pause_ms=0))
            self._hurried_pause_ms = hurried.bot_pause_ms or 0
            self.update()

    def wait(self) -> Wait | None:
        """Return what the table waits for, or None."""
        key = (self._state.revision, self._resumed_at_ms, self._hurried_pause_ms)
        if self._wait_key != key:
            self._wait_key = key
            self._wait = find_wait(self._state, self._resumed_at_ms, self._hurried_pause_ms)
        return self._wait

    def clock(self) -> Clock | None:
        """Return the running clock as clients see it, or None."""
        wait = self.wait()
        return None if wait is None else wait.show(self._now_ms())

    def update(self) -> None:
        """Set the alarm for what the table waits for now, and have the bots look at the table."""
        if not self._bot_is_asked:
            self._hurried_pause_ms = None
        wait = self.wait()
        if wait != self._scheduled:
            self._scheduled = wait
            self._alarm.switch_off()
            if wait is not None and wait.kind != "bot":
                self._alarm.set(wait.left(self._now_ms()) / 1000, wait)
        self._bots.look(wait, self._hurried_pause_ms)

    def suspend(self) -> None:
        """Stop the clock and the bots."""
        self._scheduled = None
        self._wait_key = (-1, 0, None)  # the table may have gone back to what is stored
        self._hurried_pause_ms = None
        self._alarm.switch_off()
        self._bots.cancel()

    @property
    def _bot_is_asked(self) -> bool:
        match = self._state.match
        asked = None if match is None else match.asked
        return asked is not None and self._state.seats[asked].bot_level is not None
