"""Reviewing a match: its steps estimated in several threads, and put together in their order.

Every estimate has a seed of its own, derived from its place in the match; so the result is the same however many threads
there are. Positions are made only a few steps ahead of those being estimated: a long match takes no more memory than a short one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import groupby, islice

from huefall.art import THEMES
from huefall.cores import count_cores
from huefall.game import Match
from huefall.review import trials
from huefall.review.arithmetic import add_up, largest, review_round
from huefall.review.errors import ReviewCancelled, ReviewError
from huefall.review.estimator import Estimator, fitting_effort
from huefall.review.judge import Judge, Judged
from huefall.review.model import Effort, Review
from huefall.review.moments import Moment, count_moves, moments_of

#: How many steps are made ready for each thread.
AHEAD = 4

Progress = Callable[[int, int], None]


def review_match(
    match: Match,
    *,
    estimator: Estimator | None = None,
    effort: Effort | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Review:
    """Review a match as far as it was played. It tells what everybody held: only the owner may see it of a running one.

    ``estimator``: the search of the bots, unless another is given. ``effort``: games tried per step, fitted to the length
    of the match. ``progress`` is told steps done and steps there are; ``cancelled`` is asked between steps, and then
    ``ReviewCancelled`` is raised.
    """
    if not 0 <= seed < 1 << 63:
        raise ReviewError(f"seed must be a whole number from 0 to 2**63 - 1, got {seed}")
    moves = count_moves(match)
    effort = effort or fitting_effort(moves)
    judge = Judge(estimator or trials, effort, seed)
    moments = moments_of(match)
    steps = moves + len(match.rounds)
    judged: list[Judged] = []
    with closing(_judge_all(judge, moments, threads or count_cores(), cancelled)) as found:
        for each in found:
            judged.append(each)
            if progress is not None:
                progress(len(judged), steps)
    rounds = tuple(
        review_round(number, match.rounds[number - 1], list(steps_of_it))
        for number, steps_of_it in groupby(judged, key=lambda each: each.facts.round)
    )
    edition = match.variant.edition
    return Review(
        edition=edition.name,
        theme=edition.name if edition.name in THEMES else "classic",
        options=match.variant.rules.changes(),
        players=tuple(match.notes.get(f"seat {seat}", "") for seat in range(match.players)),
        finished=match.over,
        winners=tuple(match.winners),
        scores=tuple(match.scores),
        seed=seed,
        effort=effort,
        rounds=rounds,
        turning_points=tuple(largest([turn for played in rounds for turn in played.turning_points])),
        summary=tuple(add_up([played.summary[seat] for played in rounds]) for seat in range(match.players)),
        titles={face: dict(title) for face, title in edition.titles().items()},
        edition_title=dict(edition.title),
    )


def _judge_all(
    judge: Judge, moments: Iterator[Moment], threads: int, cancelled: Callable[[], bool] | None
) -> Generator[Judged]:
    """Estimate all steps, a few at a time; hand them out in their order."""
    waiting: deque[Future[Judged]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="review") as pool:
        try:
            # The first step is estimated before there are threads: an estimator may have to be made ready, once.
            for moment in islice(moments, 1):
                _check(cancelled)
                yield judge.judge(moment)
            for moment in moments:
                waiting.append(pool.submit(judge.judge, moment))
                if len(waiting) >= threads * AHEAD:
                    yield _next(waiting, cancelled)
            while waiting:
                yield _next(waiting, cancelled)
        finally:
            # After a failure, or when nobody wants to know any more, what has not begun is not begun.
            for future in waiting:
                future.cancel()


def _next(waiting: deque[Future[Judged]], cancelled: Callable[[], bool] | None) -> Judged:
    _check(cancelled)
    return waiting.popleft().result()


def _check(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise ReviewCancelled
