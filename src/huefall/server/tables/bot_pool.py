"""``BotPool``: the threads in which the bots of all tables think, and when an answer may be given.

How long a bot thinks depends on its hand: a question with one possible answer needs no thought at all. While the threads have
time to spare nobody notices, because answers wait for the end of the table's pause. When they are behind, an answer given as
soon as it is found would tell something about the hand. So it is given a fixed time after a thread has begun with the
question, whatever the bot holds: the level's allowance. How long a question waited for a thread depends on other tables only.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from huefall.server.ops.clock import steady_ms
from huefall.server.ops.metrics import FastHistogram, Metrics
from huefall.server.ops.workers import Workers

Result = TypeVar("Result")

#: The allowance of a level is longer than this share of its latest thoughts took, times a factor.
LATEST, LEARN_EVERY = 256, 32
ALLOWED_SHARE, ALLOWED_FACTOR = 0.99, 1.25

#: Before a level has thought often enough, and at most: a machine that stood still for a second must not slow down all
#: bots afterwards.
FIRST_ALLOWANCE_MS, MAX_ALLOWANCE_MS = 100, 250

#: With more questions than this per thread, searching bots answer without a search, in no time: none waits much longer
#: than a second.
MAX_QUESTIONS_PER_THREAD = 20


@dataclass(frozen=True, slots=True)
class Thought(Generic[Result]):
    """The result of a question, and when it may be used, by the steady clock."""

    result: Result
    usable_at_ms: float


class BotPool:
    """Runs the questions to bots in order of arrival."""

    def __init__(
        self, workers: Workers, threads: int, metrics: Metrics, clock_ms: Callable[[], float] = steady_ms
    ) -> None:
        self._workers = workers
        self._max_questions = threads * MAX_QUESTIONS_PER_THREAD
        self._clock_ms = clock_ms
        self._late: FastHistogram = metrics.bots_late
        self._count_shortened = metrics.bots_shortened.inc
        self._questions = 0
        self._thoughts = 0
        self._durations: dict[str, deque[float]] = {}
        self._allowances: dict[str, float] = {}

    @classmethod
    def of_threads(cls, threads: int, metrics: Metrics) -> BotPool:
        return cls(Workers(threads), threads, metrics)

    def take_search(self) -> bool:
        """Return whether there is time for a search; if not, count it."""
        has_time = self._questions < self._max_questions
        if not has_time:
            self._count_shortened()
        return has_time

    async def ask(self, level: str, question: Callable[[], Result]) -> Thought[Result]:
        """Put a question to a bot of this level."""
        allowance = self.allowance_ms(level)  # before this question can have an influence on it

        def think() -> tuple[Result, float, float]:
            began = self._clock_ms()
            return question(), began, self._clock_ms() - began

        self._questions += 1
        try:
            result, began, duration = await self._workers.ask(think)
        finally:
            self._questions -= 1
        self._learn(level, duration)
        return Thought(result, began + allowance * max(1, math.ceil(duration / allowance)))

    def allowance_ms(self, level: str) -> float:
        """Return the time after which a bot of this level has its answer nearly always."""
        return self._allowances.get(level, FIRST_ALLOWANCE_MS)

    def _learn(self, level: str, duration: float) -> None:
        """Note how long a thought took; from time to time, compute the allowance anew."""
        self._thoughts += 1
        latest = self._durations.setdefault(level, deque(maxlen=LATEST))
        latest.append(duration)
        if len(latest) >= LEARN_EVERY and self._thoughts % LEARN_EVERY == 0:
            usual = sorted(latest)[math.ceil(len(latest) * ALLOWED_SHARE) - 1] * ALLOWED_FACTOR
            self._allowances[level] = min(max(1.0, usual), MAX_ALLOWANCE_MS)

    def observe_late(self, milliseconds: float) -> None:
        """Note how long after the end of the pause a bot has answered."""
        self._late.observe(max(0.0, milliseconds) / 1000)

    def stop(self) -> None:
        self._workers.stop()
