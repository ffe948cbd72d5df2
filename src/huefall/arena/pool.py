"""Processes that play deals, and a watchdog: a bot that never answers, or ends its process, costs one game and not the run.

The process that holds such a bot is ended, another one takes its place, and the deal is played again from its number;
this time the bot is not asked from that question on, and its seat plays the legal default.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from huefall.arena.games import DealResult, play_deal
from huefall.arena.plan import Plan
from huefall.bots.guard import describe
from huefall.vocabulary.errors import HuefallError

#: Seconds between two looks at those who think.
PAUSE = 0.2

#: A bot that has not answered after twice its limit and these seconds never will.
PATIENCE = 1.0

#: After so many games in which it got stuck an entrant ends the run: what it would show is no strength.
MOST_STUCK = 3

#: A new process for each worker, not a copy of this one: compiled code and threads do not survive being copied.
CONTEXT = multiprocessing.get_context("spawn")


class Board:
    """What a worker's bot is being asked, where both processes can read it."""

    def __init__(self) -> None:
        self._cells = CONTEXT.RawArray("q", 4)  # since when (0: nobody is asked), game, seat, question

    def begin(self, game: int, seat: int, question: int) -> None:
        """Note that a question is put; the time last, because it is what is looked at."""
        self._cells[1], self._cells[2], self._cells[3] = game, seat, question
        self._cells[0] = time.monotonic_ns()

    def end(self) -> None:
        """Note that it is answered."""
        self._cells[0] = 0

    @property
    def waiting(self) -> float:
        """Return for how many seconds the question under way has been waiting."""
        since = self._cells[0]
        return (time.monotonic_ns() - since) / 1e9 if since else 0.0

    @property
    def question(self) -> tuple[int, int, int] | None:
        """Return the game, the seat and the number of the question under way."""
        return (self._cells[1], self._cells[2], self._cells[3]) if self._cells[0] else None


@dataclass(slots=True)
class _Job:
    deal: int
    stuck: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)


class _Worker:
    """A process, seen from the one that has started it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.job: _Job | None = None
        self._start()

    def _start(self) -> None:
        self.board = Board()
        self.connection, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(
            target=_work, args=(theirs, self.board, self._plan), name="huefall-arena", daemon=True
        )
        try:
            self.process.start()
        except (AttributeError, TypeError, ImportError, ValueError) as error:  # what pickle says
            raise HuefallError(
                f"a bot cannot be sent to another process ({describe(error)}): enter it as module:Class, or play with workers=0"
            ) from error
        finally:
            theirs.close()

    def give(self, job: _Job) -> None:
        self.job = job
        self.connection.send((job.deal, job.stuck))

    def restart(self) -> None:
        self.end()
        self._start()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


def play_deals(plan: Plan, workers: int) -> Iterator[DealResult]:
    """Play all deals in so many processes; yield them as they are done. ``workers`` 0: in this process, unwatched."""
    if workers == 0:
        for deal in range(plan.deals):
            yield play_deal(plan, deal)
        return
    waiting = deque(_Job(deal) for deal in range(plan.deals))
    stuck: Counter[int] = Counter()
    patience = 2 * plan.limit + PATIENCE
    team: list[_Worker] = []
    try:
        for _ in range(min(workers, plan.deals)):
            team.append(_Worker(plan))
            team[-1].give(waiting.popleft())
        while busy := [worker for worker in team if worker.job is not None]:
            for found in wait([worker.connection for worker in busy], PAUSE):
                worker = next(worker for worker in busy if worker.connection is found)
                result = _receive(worker)
                if result is None:
                    _replace(worker, plan, stuck, "ended its process")
                    continue
                worker.job = None
                if waiting:
                    worker.give(waiting.popleft())
                yield result
            for worker in busy:
                if worker.job is not None and worker.board.waiting > patience:
                    _replace(worker, plan, stuck, f"did not answer within {patience:g} s")
    finally:
        for worker in team:
            worker.end()


def _receive(worker: _Worker) -> DealResult | None:
    """Return what a worker has sent; nothing if it is gone."""
    try:
        kind, content = worker.connection.recv()
    except (EOFError, OSError):
        return None
    if kind == "error":
        raise HuefallError(content)
    result: DealResult = content
    return result


def _replace(worker: _Worker, plan: Plan, stuck: Counter[int], what: str) -> None:
    """Put another process in the place of one whose bot got stuck, and have the deal played again without asking it."""
    job, question = worker.job, worker.board.question
    if job is None or question is None:
        worker.process.join()
        raise HuefallError(
            f"a process of the arena ended by itself (exit code {worker.process.exitcode}); a script that starts an arena "
            f"does so under: if __name__ == '__main__'"
        )
    game, seat, number = question
    entrant = plan.seatings(job.deal)[game][seat]
    stuck[entrant] += 1
    name = plan.entrants[entrant].name
    if stuck[entrant] > MOST_STUCK:
        raise HuefallError(
            f"bot {name!r} {what} in {stuck[entrant]} games, last in deal {job.deal} on seat {seat} at its question {number}: "
            f"mend it (huefall.testing.check_bot shows more), or give it more time with --limit"
        )
    job.stuck[game, seat] = (number, f"{what} and is not asked again in this game")
    worker.restart()
    worker.give(job)


def _work(connection: Connection, board: Board, plan: Plan) -> None:
    """Play deals until there are no more; the body of a worker's process."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # whoever interrupts is heard by the first process, which ends this one
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get into the result
    while True:
        try:
            deal, stuck = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_answer(partial(play_deal, plan, deal, board, stuck)))


def _answer(play: Callable[[], DealResult]) -> tuple[str, Any]:
    try:
        return "deal", play()
    except HuefallError as error:
        return "error", str(error)
    except Exception as error:  # noqa: BLE001  # told where somebody reads it
        return "error", f"the arena failed: {describe(error)}"
