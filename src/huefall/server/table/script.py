"""The bots' parts in a lesson: each plays its next scripted sentence if that is legal, and else commits to as little as
can be. They never claim anything, so that nothing happens that the lesson does not speak of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from huefall.bots.bot import View
from huefall.bots.default import default_answer
from huefall.server.lessons import find_lesson


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
    """All parts of a lesson, and how far they have been played; it follows from the table's moves alone."""

    def __init__(self, name: str) -> None:
        self.lesson = find_lesson(name)
        self._played: dict[int, int] = {}

    def begin(self) -> None:
        """Begin anew."""
        self._played.clear()

    def note(self, seat: int, move: str) -> None:
        """Note a move: a part goes on when its next sentence was played."""
        part = self.lesson.part(seat)
        place = self._played.get(seat, 0)
        if place < len(part) and part[place] == move:
            self._played[seat] = place + 1

    def actor(self, seat: int) -> Actor:
        """Return who plays at a seat now."""
        return Actor(self.lesson.part(seat)[self._played.get(seat, 0) :])
