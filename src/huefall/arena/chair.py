"""A chair: a bot at one seat of one game, with chance of its own, timed, and watched by whoever can end it.

Chance of its own, so that no bot can change another's luck by what it draws, nor send it anything that way.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from random import Random
from typing import Protocol

from huefall.bots.bot import Bot, View
from huefall.bots.guard import NoAnswer

#: Times are counted in steps of 5 %: exact enough for a percentile, and counts of two processes can be added.
STEP = math.log(1.05)
UNIT = 1e-6  # the shortest time told apart, in seconds


class Watch(Protocol):
    """Told when a bot is asked and when it has answered."""

    def begin(self, game: int, seat: int, question: int) -> None:
        """Note that a question is put."""

    def end(self) -> None:
        """Note that it is answered."""


class Chair:
    """A bot at a seat. From question ``stuck_at`` on it is not asked: it did not answer that one, when it was."""

    def __init__(
        self,
        bot: Bot,
        place: tuple[int, int],  # the number of the game and the seat
        rng: Random,
        times: Counter[int],
        watch: Watch | None = None,
        stuck_at: tuple[int, str] | None = None,  # the question and what happened
    ) -> None:
        self.level = bot.level
        self.listens = bool(getattr(bot, "listens", False))
        self._bot = bot
        self._place = place
        self._rng = rng
        self._times = times
        self._watch = watch
        self._stuck_at = stuck_at
        self._asked = 0

    def choose(self, view: View, rng: Random) -> str:  # noqa: ARG002  # it has its own
        """Have the bot choose; where there was a choice the time counts."""
        counts = len(view["legal"]) > 1
        self._begin()
        start = time.perf_counter()
        try:
            return self._bot.choose(view, self._rng)
        finally:
            self._end(start if counts else None)

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002
        """Have the bot look beside the turn."""
        self._begin()
        start = time.perf_counter()
        try:
            return self._bot.claim(view, self._rng)
        finally:
            self._end(start)

    def _begin(self) -> None:
        if self._stuck_at is not None and self._asked >= self._stuck_at[0]:
            raise NoAnswer(self._stuck_at[1])
        if self._watch is not None:
            self._watch.begin(*self._place, self._asked)
        self._asked += 1

    def _end(self, start: float | None) -> None:
        if self._watch is not None:
            self._watch.end()
        if start is not None:
            self._times[time_step(time.perf_counter() - start)] += 1


def time_step(seconds: float) -> int:
    """Return the step in which a time is counted."""
    return round(math.log(max(seconds, UNIT) / UNIT) / STEP)


def percentile(times: Counter[int], share: float) -> float | None:
    """Return the time, in seconds, within which a share of the answers came; nothing where there was none.

    >>> times = Counter({time_step(0.001): 98, time_step(0.2): 2})
    >>> round(percentile(times, 0.5), 4), round(percentile(times, 0.99), 1)
    (0.001, 0.2)
    """
    wanted = math.ceil(share * times.total())
    for step in sorted(times):
        wanted -= times[step]
        if wanted <= 0:
            return UNIT * math.exp(step * STEP)
    return None
