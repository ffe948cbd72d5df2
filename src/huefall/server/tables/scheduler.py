"""The pace of a table: what it waits for now, the alarm for that, and its bots, which may be hurried for a while."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from huefall.protocol.tables import Clock, Setup
from huefall.server.ops.clock import now_ms
from huefall.server.ops.workers import Workers
from huefall.server.tables.alarm import Alarm
from huefall.server.tables.bot_runner import BotRunner, Post
from huefall.server.tables.clock import Wait, find_wait
from huefall.server.tables.state import TableState


class Scheduler:
    """Keeps one table going: rings when a time is up, and lets the bots look at every new position."""

    def __init__(
        self,
        state: TableState,
        thinkers: Workers,
        fill: Callable[[Setup], Setup],
        *,
        ring: Callable[[Wait], None],
        post_bot: Post,
    ) -> None:
        self._state = state
        self._fill = fill
        self._desk = BotRunner(state, thinkers, now_ms, post_bot)
        self._alarm: Alarm[Wait] = Alarm(ring)
        self._wait: Wait | None = None
        self._woke_at = 0
        self._hurried: int | None = None  # the bots' pause while they are hurried
        self._found_for: tuple[int, int, int | None] = (-1, 0, None)  # the state for which ``_found`` was found
        self._found: Wait | None = None

    def wake(self) -> None:
        """Begin to count from now: somebody has come to a table that rested."""
        self._woke_at = now_ms()

    def hurry(self) -> None:
        """Let the bots answer as fast as they may until a person is asked; where one is asked already, nothing changes."""
        if self._bot_is_asked:
            self._hurried = self._fill(msgspec.structs.replace(self._state.setup, bot_pause_ms=0)).bot_pause_ms or 0
            self.go_on()

    def wait(self) -> Wait | None:
        """Say what the table waits for."""
        key = (self._state.revision, self._woke_at, self._hurried)
        if self._found_for != key:
            self._found_for, self._found = key, find_wait(self._state, self._woke_at, self._hurried)
        return self._found

    def clock(self) -> Clock | None:
        """Say what the table waits for, for those who look on."""
        wait = self.wait()
        return None if wait is None else wait.show(now_ms())

    def go_on(self) -> None:
        """Look at what the table waits for now: set the alarm, and let the bots look."""
        if not self._bot_is_asked:
            self._hurried = None
        wait = self.wait()
        if wait != self._wait:
            self._wait = wait
            self._alarm.switch_off()
            if wait is not None and wait.kind != "bot":
                self._alarm.set(wait.left(now_ms()) / 1000, wait)
        self._desk.consider(wait, self._hurried)

    def rest(self) -> None:
        """Let no time run and no bot play."""
        self._wait = None
        self._hurried = None
        self._alarm.switch_off()
        self._desk.rest()

    @property
    def _bot_is_asked(self) -> bool:
        match = self._state.match
        asked = None if match is None else match.asked
        return asked is not None and self._state.seats[asked].plays_itself is not None
