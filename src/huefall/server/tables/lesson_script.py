"""How a lesson is played: the step the person is at, and the scripted moves of the bots.

A bot plays its next scripted move if that is legal, and the default answer otherwise. It never makes a claim, and the
person may make only the move the step waits for, so that nothing happens that the lesson does not explain.
Tested in tests/server/test_lessons.py.
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
class ScriptedBot:
    moves: Sequence[str]  # those left to play, as sentences
    level: str = "lesson"

    def choose(self, view: View, rng: Random) -> str:  # noqa: ARG002  # a bot's signature
        if self.moves and self.moves[0] in view["legal"]:
            return self.moves[0]
        return default_answer(view)

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002  # a bot's signature
        return None


class LessonScript:
    """A lesson and its progress, which follows from the table's moves alone."""

    def __init__(self, name: str) -> None:
        self.lesson = find_lesson(name)
        self._steps_done = 0
        self._moves_played: dict[int, int] = {}  # by seat

    @property
    def awaited(self) -> str | None:
        """What the current step waits for; None when all steps are done."""
        return self.lesson.steps[self._steps_done].await_ if self._steps_done < len(self.lesson.steps) else None

    def allows(self, move: str) -> bool:
        """Whether the person may make this move in the current step."""
        awaited = self.awaited
        return awaited is None or awaited.startswith(EVENT) or is_met(awaited, LEARNER, move, ())

    def restart(self) -> None:
        self._steps_done = 0
        self._moves_played.clear()

    def add(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Take a move of the match into account: it may complete the step, and may be the seat's next scripted one."""
        awaited = self.awaited
        if awaited is not None and is_met(awaited, seat, move, [event.as_dict() for event in events]):
            self._steps_done += 1
        moves = self.lesson.part(seat)
        played = self._moves_played.get(seat, 0)
        if played < len(moves) and moves[played] == move:
            self._moves_played[seat] = played + 1

    def bot(self, seat: int) -> ScriptedBot:
        """Return the bot that plays at a seat now."""
        return ScriptedBot(self.lesson.part(seat)[self._moves_played.get(seat, 0) :])
