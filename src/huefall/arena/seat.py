"""A chair: a bot at one seat of one game, with chance of its own, timed, and watched by whoever can end it.

Chance of its own, so that no bot can change another's luck by what it draws, nor send it anything that way.
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

from huefall.arena.stuck import Presence, Stuck, write_how
from huefall.bots.bot import Bot, View
from huefall.bots.default_answer import default_answer
from huefall.bots.guard import NoAnswer, ask_alone, is_from_keyboard

#: Times are counted in steps of 5 %: exact enough for a percentile, and counts of two processes can be added.
STEP = math.log(1.05)
UNIT = 1e-6  # the shortest time told apart, in seconds

_Answer = TypeVar("_Answer")


class Watch(Protocol):
    """Told when a bot is asked and when it has answered."""

    def begin(self, game: int, seat: int, question: int) -> None:
        """Note that a question is put."""

    def end(self) -> None:
        """Note that it is answered."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chair stands, and what is known of its bot from an earlier try of the same game."""

    game: int
    seat: int
    presence: Presence = field(default_factory=Presence)  # shared by all seats of an entrant in the game
    stuck: Stuck | None = None
    patience: float = math.inf  # seconds it was waited for


class TimedSeat:
    """A bot at a seat, under the name it has in the arena. Once its entrant has left the game, the default plays."""

    def __init__(
        self,
        level: str,
        make: Callable[[], Bot],
        place: Place,
        rng: Random,
        times: Counter[int],
        watch: Watch | None = None,
    ) -> None:
        self.level = level
        self.listens = False
        self._bot: Bot | None = None
        self._excuse: BaseException | None = None  # why there is no bot
        self._place = place
        self._rng = rng
        self._times = times
        self._watch = watch
        self._asked = 0
        if place.presence.is_here:
            try:
                self._bot, self.listens = self._put(partial(_make, make), counts=False)
            except BaseException as error:
                if is_from_keyboard(error):
                    raise
                self._excuse = error  # told when it is asked for the first time
                if place.presence.is_here:  # it raised, and got not stuck
                    place.presence.leave("unmade")

    def choose(self, view: View, rng: Random) -> str:  # noqa: ARG002  # it has its own
        """Have the bot choose; where there was a choice the time counts."""
        bot = self._present()
        if bot is None:
            return default_answer(view)
        return self._put(partial(bot.choose, view, self._rng), counts=len(view["legal"]) > 1)

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002
        """Have the bot look beside the turn."""
        bot = self._present()
        return None if bot is None else self._put(partial(bot.claim, view, self._rng), counts=True)

    def _present(self) -> Bot | None:
        """Return the bot, if it is still asked; that there is none is a fault once."""
        if self._excuse is not None:
            excuse, self._excuse = self._excuse, None
            raise excuse
        return self._bot if self._place.presence.is_here else None

    def _put(self, question: Callable[[], _Answer], *, counts: bool) -> _Answer:
        stuck, number = self._place.stuck, self._asked
        if stuck is not None and number >= stuck.question:
            self._place.presence.leave(stuck.how)
            raise NoAnswer(f"{write_how(stuck.how, self._place.patience)} and is not asked again in this game")
        self._asked += 1
        if self._watch is not None:
            self._watch.begin(self._place.game, self._place.seat, number)
        start = time.perf_counter()
        try:
            # A copy of the process must not come further than this: the watch is where both can write.
            answer = ask_alone(question)
        except BaseException as error:
            if not is_from_keyboard(error):  # that ends the run, and whoever watches must see at which question
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
    """Make a bot and read whether it listens, which may be a property that does anything."""
    bot = make()
    return bot, bool(getattr(bot, "listens", False))


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
