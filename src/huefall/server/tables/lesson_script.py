"""How a lesson is played: which step the person is at, and the parts of the bots.

A bot plays its next scripted sentence if that is legal, and else commits to as little as can be. It never claims anything,
and the person is held to what the step waits for, so that nothing happens that the lesson does not speak of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from huefall.bots.bot import View
from huefall.bots.default_answer import default_answer
from huefall.game.events import Event
from huefall.server.lessons import EVENT, LEARNER, find_lesson, is_met


@dataclass(frozen=True, slots=True)
class Actor:
    """A bot with a part to play."""

    part: Sequence[str]  # what is left of it
    level: str = "lesson"

    def choose(self, view: View, rng: Random) -> str:  # noqa: ARG002  # nothing is left to chance
        """Play the next sentence of the part if it fits."""
        if self.part and self.part[0] in view["legal"]:
            return self.part[0]
        return default_answer(view)

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002  # a bot's signature
        """Let it be."""
        return None


class Script:
    """A lesson, and how far it has been played; that follows from the table's moves alone."""

    def __init__(self, name: str) -> None:
        self.lesson = find_lesson(name)
        self._done = 0  # steps
        self._played: dict[int, int] = {}

    @property
    def awaited(self) -> str | None:
        """Return what the current step waits for; nothing when all are done."""
        return self.lesson.steps[self._done].await_ if self._done < len(self.lesson.steps) else None

    def allows(self, move: str) -> bool:
        """Tell whether the person's move is what the lesson speaks of now."""
        awaited = self.awaited
        return awaited is None or awaited.startswith(EVENT) or is_met(awaited, LEARNER, move, ())

    def begin(self) -> None:
        """Begin anew."""
        self._done = 0
        self._played.clear()

    def note(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Note a move: it may complete the step, and a part goes on when its next sentence was played."""
        awaited = self.awaited
        if awaited is not None and is_met(awaited, seat, move, [event.as_dict() for event in events]):
            self._done += 1
        part = self.lesson.part(seat)
        place = self._played.get(seat, 0)
        if place < len(part) and part[place] == move:
            self._played[seat] = place + 1

    def actor(self, seat: int) -> Actor:
        """Return who plays at a seat now."""
        return Actor(self.lesson.part(seat)[self._played.get(seat, 0) :])
