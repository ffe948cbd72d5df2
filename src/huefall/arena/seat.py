"""``TimedSeat``: a bot at one seat of one game, timed, with a random generator of its own.

With a shared generator a bot could change another's luck, or send it messages, by how often it draws from it.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Protocol, TypeVar

from huefall.arena.stuck import Participation, Stuck, describe_drop
from huefall.bots.bot import Bot, View
from huefall.bots.default_answer import default_answer
from huefall.bots.guard import NoAnswer, call_without_forks, is_keyboard_interrupt

#: Times are counted in logarithmic steps of 5 %: exact enough for percentiles, and counts of processes can be added.
TIME_STEP = math.log(1.05)
MIN_SECONDS = 1e-6  # shorter times count as this

_Answer = TypeVar("_Answer")


class Watcher(Protocol):
    """Notified when a bot is asked and when it has answered."""

    def begin(self, game: int, seat: int, question: int) -> None: ...

    def end(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SeatContext:
    """A seat in a game, and what an earlier try of the same game has shown of its bot."""

    game: int
    seat: int
    participation: Participation = field(default_factory=Participation)  # shared by all seats of an entrant in the game
    stuck: Stuck | None = None
    waited_seconds: float = math.inf  # before its process was ended


class TimedSeat:
    """A bot at a seat, under its name in the arena. Once its entrant is dropped, the legal default plays."""

    def __init__(
        self,
        level: str,
        make: Callable[[], Bot],
        context: SeatContext,
        rng: Random,
        times: Counter[int],
        watch: Watcher | None = None,
    ) -> None:
        self.level = level
        self.listens = False
        self._bot: Bot | None = None
        self._failure: BaseException | None = None  # why the bot could not be made; raised once
        self._context = context
        self._rng = rng
        self._times = times
        self._watch = watch
        self._asked = 0
        if context.participation.is_active:
            try:
                self._bot, self.listens = self._put(partial(_make, make), counts=False)
            except BaseException as error:
                if is_keyboard_interrupt(error):
                    raise
                self._failure = error  # reported at the first question
                if context.participation.is_active:  # it raised, and did not get stuck
                    context.participation.drop("unmade")

    def choose(self, view: View, rng: Random) -> str:  # noqa: ARG002  # it has its own
        """Ask the bot; the time counts if there is more than one legal sentence."""
        bot = self._present()
        if bot is None:
            return default_answer(view)
        return self._put(partial(bot.choose, view, self._rng), counts=len(view["legal"]) > 1)

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002
        bot = self._present()
        return None if bot is None else self._put(partial(bot.claim, view, self._rng), counts=True)

    def _present(self) -> Bot | None:
        """Return the bot if it is still asked. A bot that could not be made is reported once."""
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        return self._bot if self._context.participation.is_active else None

    def _put(self, question: Callable[[], _Answer], *, counts: bool) -> _Answer:
        stuck, number = self._context.stuck, self._asked
        if stuck is not None and number >= stuck.question:
            self._context.participation.drop(stuck.reason)
            raise NoAnswer(
                f"{describe_drop(stuck.reason, self._context.waited_seconds)} and is not asked again in this game"
            )
        self._asked += 1
        if self._watch is not None:
            self._watch.begin(self._context.game, self._context.seat, number)
        start = time.perf_counter()
        try:
            # A forked copy of the process must end here: it shares the watcher with this one.
            answer = call_without_forks(question)
        except BaseException as error:
            if not is_keyboard_interrupt(error):  # which ends the run; the watcher keeps the question
                self._end(start if counts else None)
            raise
        self._end(start if counts else None)
        return answer

    def _end(self, start: float | None) -> None:
        if self._watch is not None:
            self._watch.end()
        if start is not None:
            self._times[time_step(time.perf_counter() - start)] += 1


def _make(make: Callable[[], Bot]) -> tuple[Bot, bool]:
    """Make a bot and read ``listens``, which may be a property with side effects."""
    bot = make()
    return bot, bool(getattr(bot, "listens", False))


def time_step(seconds: float) -> int:
    """The step in which a time is counted."""
    return round(math.log(max(seconds, MIN_SECONDS) / MIN_SECONDS) / TIME_STEP)


def percentile(times: Counter[int], share: float) -> float | None:
    """The time, in seconds, within which a share of the answers came; ``None`` without answers.

    >>> times = Counter({time_step(0.001): 98, time_step(0.2): 2})
    >>> round(percentile(times, 0.5), 4), round(percentile(times, 0.99), 1)
    (0.001, 0.2)
    """
    missing = math.ceil(share * times.total())
    for step in sorted(times):
        missing -= times[step]
        if missing <= 0:
            return MIN_SECONDS * math.exp(step * TIME_STEP)
    return None
