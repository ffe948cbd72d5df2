"""``QuestionRecorder``: sits between the table and the checked bot, records every question, and can ask one again.

Tested in tests/testing/test_check.py.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from huefall.bots.bot import Bot, View
from huefall.bots.guard import Fault, Guard, plain_text
from huefall.game import Game


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its answer, and the position at the table."""

    kind: Literal["choose", "claim"]
    seat: int
    view: dict[str, Any]
    chance: int  # the seed of its generator
    answer: str | None
    position: dict[str, Any]
    partner: Question | None  # the previous choice of the other checked seat
    step: int = 0  # moves of the round before it

    @property
    def is_choice(self) -> bool:
        """Whether there was more than one answer."""
        return self.kind == "claim" or len(self.view["legal"]) > 1


@dataclass(slots=True)
class Stopwatch:
    """Measures the bot's answers: the running one, and the slowest."""

    since: float | None = None
    slowest: float = 0.0
    answers: int = 0

    def start(self) -> None:
        self.since = time.monotonic()

    def stop(self) -> None:
        if self.since is not None:
            self.slowest = max(self.slowest, time.monotonic() - self.since)
        self.since = None
        self.answers += 1

    @property
    def waiting(self) -> float:
        """The age of the running question in seconds."""
        since = self.since
        return 0.0 if since is None else time.monotonic() - since


@dataclass(slots=True)
class Notes:
    """What the recorders of a table have seen."""

    game: Game | None  # the table; None when the round is over
    rng: Random
    stopwatch: Stopwatch
    questions: list[Question] = field(default_factory=list)
    last_choice: dict[int, Question] = field(default_factory=dict)
    changed_views: list[str] = field(default_factory=list)


class QuestionRecorder:
    """A bot that asks the checked bot and records the question and its answer."""

    def __init__(self, bot: Bot, seat: int, notes: Notes) -> None:
        self.level = bot.level
        self.listens = bool(getattr(bot, "listens", False))
        self._bot = bot
        self._seat = seat
        self._notes = notes

    def choose(self, view: View, rng: Random) -> str:  # noqa: ARG002  # its own generator can be made again
        answer: str = self._ask("choose", view)
        return answer

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002
        answer: str | None = self._ask("claim", view)
        return answer

    def _ask(self, kind: Literal["choose", "claim"], view: View) -> Any:
        notes = self._notes
        seen, chance = json.loads(json.dumps(view)), notes.rng.getrandbits(32)
        notes.stopwatch.start()
        try:
            answer = getattr(self._bot, kind)(view, Random(chance))
        finally:
            notes.stopwatch.stop()
        changed = [key for key in {*seen, *view} if json.dumps(seen.get(key)) != _dump_safely(view.get(key))]
        if changed:
            notes.changed_views.append(f"seat {self._seat}, asked to {kind}: {', '.join(sorted(changed))}")
        said = plain_text(answer)
        is_answer = said in seen["legal"] or (answer is None and kind == "claim")
        if notes.game is not None and is_answer:  # anything else is reported by the guard, and not compared
            others = [asked for seat, asked in notes.last_choice.items() if seat != self._seat]
            position = notes.game.position()
            step = notes.game.moves
            question = Question(kind, self._seat, seen, chance, said, position, others[0] if others else None, step)
            notes.questions.append(question)
            if kind == "choose":
                notes.last_choice[self._seat] = question
        return answer


def _dump_safely(value: object) -> str:
    try:
        return json.dumps(value)
    except Exception:  # noqa: BLE001  # the bot may have put anything there
        return "something else"


def ask_again(
    game: Game | None,  # noqa: ARG001  # within reach of a bot that searches the frames, on purpose
    bots: Sequence[Bot],  # noqa: ARG001  # the same
    bot: Bot,
    question: Question,
    stopwatch: Stopwatch,
    report: Callable[[Fault], None],
) -> str | None:
    """Ask a question again, with the same view and seed."""
    view = json.loads(json.dumps(question.view))
    guard = Guard(bot, report=report)
    stopwatch.start()
    try:
        return getattr(guard, question.kind)(view, Random(question.chance))  # type: ignore[no-any-return]
    finally:
        stopwatch.stop()
