"""Reviewing a match: its steps are judged in several threads and put together in order.

Every estimate has its own seed, derived from its place in the match, so the number of threads does not change the result.
The match is played once, only a few steps ahead of the ones being judged: a long match takes no more memory than a short one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import groupby, islice
from typing import TypedDict, Unpack

from huefall.art import THEMES
from huefall.cores import count_cores
from huefall.game import Match
from huefall.protocol.reviews import FORMAT, VERSION, Review, ReviewEffort
from huefall.record import Replayer, Step, steps
from huefall.review import rollout_estimator
from huefall.review.arithmetic import add_summaries, find_largest, review_round
from huefall.review.errors import ReviewCancelled, ReviewError
from huefall.review.estimator import Estimator, fitting_effort
from huefall.review.judge import Judge, JudgedStep
from huefall.review.prepare import PreparedStep, prepare_steps

#: How many steps are prepared ahead for each thread.
PREPARED_PER_THREAD = 4

#: Called after every step with the number of steps done and the number of steps in all.
Progress = Callable[[int, int], None]


class ReviewOptions(TypedDict, total=False):
    estimator: Estimator  # default: the bots' search
    effort: ReviewEffort | None  # default: fitted to the length of the match
    seed: int  # default: 0
    threads: int | None  # default: one per core
    progress: Progress | None
    cancelled: Callable[[], bool]  # asked between steps; once it returns True, ReviewCancelled is raised


def review_match(match: Match, **options: Unpack[ReviewOptions]) -> Review:
    """Review a match as far as it was played. A review shows all hands: that of a running match is for its owner only."""
    if not match.keeps_moves:
        raise ReviewError("this match has not kept its moves, so there is nothing to review")
    moves = sum(len(played.moves) for played in match.rounds)
    work = _Work(moves, len(match.rounds), **options)
    return work.put_together(match, work.judge_all(steps(match)))


def review_record(record: Replayer, **options: Unpack[ReviewOptions]) -> Review:
    """Review a record and check it on the way: ``review_record(open_record(path))``. Afterwards ``record.match`` is complete.

    It is like ``review_match(replay(path))``, but the match is played only once. A line that does not hold raises
    ``RecordError`` when the review comes to it.
    """
    work = _Work(record.move_count, record.round_count, **options)
    judged = work.judge_all(record.steps())
    return work.put_together(record.match, judged)


class _Work:
    """One review under way."""

    def __init__(
        self,
        moves: int,
        rounds: int,
        *,
        estimator: Estimator | None = None,
        effort: ReviewEffort | None = None,
        seed: int = 0,
        threads: int | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        if not 0 <= seed < 1 << 63:
            raise ReviewError(f"seed must be a whole number from 0 to 2**63 - 1, got {seed}")
        self._seed = seed
        self._effort = effort or fitting_effort(moves)
        self._judge = Judge(estimator or rollout_estimator, self._effort, seed)
        self._step_count = moves + rounds
        self._threads = threads or count_cores()
        self._progress = progress
        self._cancelled = cancelled

    def judge_all(self, found: Iterable[Step]) -> list[JudgedStep]:
        judged: list[JudgedStep] = []
        with closing(self._judge_in_threads(prepare_steps(found))) as results:
            for step in results:
                judged.append(step)
                if self._progress is not None:
                    self._progress(len(judged), self._step_count)
        return judged

    def _judge_in_threads(self, prepared: Iterator[PreparedStep]) -> Generator[JudgedStep]:
        """Judge a few steps at a time; yield them in order."""
        waiting: deque[Future[JudgedStep]] = deque()
        with ThreadPoolExecutor(self._threads, thread_name_prefix="review") as pool:
            try:
                # The first step is judged before there are threads: an estimator may have to be compiled, once.
                for step in islice(prepared, 1):
                    self._check_cancelled()
                    yield self._judge.judge(step)
                for step in prepared:
                    waiting.append(pool.submit(self._judge.judge, step))
                    if len(waiting) >= self._threads * PREPARED_PER_THREAD:
                        yield self._next(waiting)
                while waiting:
                    yield self._next(waiting)
            finally:
                # After a failure, or when the caller wants no more, do not begin the steps that wait.
                for future in waiting:
                    future.cancel()

    def _next(self, waiting: deque[Future[JudgedStep]]) -> JudgedStep:
        self._check_cancelled()
        return waiting.popleft().result()

    def _check_cancelled(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise ReviewCancelled

    def put_together(self, match: Match, judged: list[JudgedStep]) -> Review:
        rounds = tuple(
            review_round(number, match.rounds[number - 1], list(steps_of_round))
            for number, steps_of_round in groupby(judged, key=lambda step: step.facts.round)
        )
        edition = match.variant.edition
        return Review(
            format=FORMAT,
            version=VERSION,
            edition=edition.name,
            theme=edition.name if edition.name in THEMES else "classic",
            options=match.variant.rules.changes(),
            players=tuple(match.notes.get(f"seat {seat}", "") for seat in range(match.players)),
            finished=match.over,
            winners=tuple(match.winners),
            scores=tuple(match.scores),
            seed=self._seed,
            effort=self._effort,
            rounds=rounds,
            turning_points=tuple(find_largest([turn for played in rounds for turn in played.turning_points])),
            summary=tuple(add_summaries([played.summary[seat] for played in rounds]) for seat in range(match.players)),
            titles={face: dict(title) for face, title in edition.titles().items()},
            edition_title=dict(edition.title),
        )
