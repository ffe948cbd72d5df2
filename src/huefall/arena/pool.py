"""Processes that play deals, and a watchdog: a bot that never answers, or ends its process, costs its game and not the run.

The process that holds such a bot is ended, another one takes its place, and the deal is played again from its number;
this time the bot is not asked from that question on, and the legal default plays for it. After a few such games nobody asks
it any more at all (``huefall.arena.stuck``).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from huefall.arena.games import DealResult, play_deal
from huefall.arena.plan import Plan
from huefall.arena.schedule import Job, Schedule
from huefall.arena.spawn import start_ignoring_sigint
from huefall.arena.stuck import How, Stuck
from huefall.bots.guard import describe
from huefall.vocabulary.errors import HuefallError

#: Seconds between two looks at those who think.
PAUSE = 0.2

#: A new process for each worker, not a copy of this one: compiled code and threads do not survive being copied.
CONTEXT = multiprocessing.get_context("spawn")

#: The game, the seat and the number of a question.
Question = tuple[int, int, int]


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

    def question(self, least: float = 0.0) -> Question | None:
        """Return the question under way, if it has been waiting for so many seconds."""
        since, *question = self._cells
        # Answered while it was read: then the other cells may be those of the next one.
        if not since or since != self._cells[0] or time.monotonic_ns() - since < least * 1e9:
            return None
        return question[0], question[1], question[2]


class _Worker:
    """A process, seen from the one that has started it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.job: Job | None = None
        self._start()

    def _start(self) -> None:
        self.board = Board()
        self.connection, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(
            target=_work, args=(theirs, self.board, self._plan), name="huefall-arena", daemon=True
        )
        try:
            start_ignoring_sigint(self.process)
        except (AttributeError, TypeError, ImportError, ValueError) as error:  # what pickle says
            raise HuefallError(
                f"a bot cannot be sent to another process ({describe(error)}): enter it as module:Class, or play with workers=0"
            ) from error
        finally:
            theirs.close()

    def give(self, job: Job) -> None:
        self.job = job
        with suppress(OSError):  # a process that is gone is found when its answer is waited for
            self.connection.send((job.deal, job.stuck, job.gone))

    @property
    def is_gone(self) -> bool:
        """Tell whether the process has ended and left nothing to be read. The pipe alone does not tell: a process that a bot has
        started may hold its other end.
        """
        return not self.process.is_alive() and not self.connection.poll()

    def restart(self) -> None:
        self.end()
        self._start()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


def play_deals(plan: Plan, workers: int) -> Iterator[DealResult]:
    """Play all deals in so many processes; yield them in their order. ``workers`` 0: in this process, unwatched."""
    if workers == 0:
        for deal in range(plan.deals):
            yield play_deal(plan, deal)
        return
    schedule = Schedule(plan)
    team: list[_Worker] = []
    try:
        for _ in range(min(workers, plan.deals)):
            team.append(_Worker(plan))  # noqa: PERF401  # if one cannot begin, those before it are ended
        while True:
            for worker in team:
                if worker.job is None and (job := schedule.take()) is not None:
                    worker.give(job)
            busy = [worker for worker in team if worker.job is not None]
            if not busy:
                return
            heard = wait([worker.connection for worker in busy], PAUSE)
            for worker in busy:
                if worker.connection in heard:
                    yield from _collect(worker, schedule)
                elif (question := worker.board.question(least=plan.patience)) is not None:
                    _replace(worker, schedule, question, "unanswered")
                elif worker.is_gone:
                    _replace(worker, schedule, worker.board.question(), "ended")
    finally:
        for worker in team:
            worker.end()


def _collect(worker: _Worker, schedule: Schedule) -> list[DealResult]:
    """Take what a worker has played, or put another one in its place if it is gone; return the deals that stand now."""
    job, result = worker.job, _receive(worker)
    if job is None or result is None:
        _replace(worker, schedule, worker.board.question(), "ended")
        return []
    worker.job = None
    return schedule.finish(job, result)


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


def _replace(worker: _Worker, schedule: Schedule, question: Question | None, how: How) -> None:
    """Put another process in the place of one whose bot got stuck, and have the deal played again without asking it."""
    job = worker.job
    if job is None or question is None:
        worker.process.join()
        raise HuefallError(
            f"a process of the arena ended by itself (exit code {worker.process.exitcode}); a script that starts an arena "
            f"does so under: if __name__ == '__main__'"
        )
    game, seat, number = question
    schedule.note_stuck(job, (game, seat), Stuck(number, how))
    worker.restart()
    worker.give(job)


def _work(connection: Connection, board: Board, plan: Plan) -> None:
    """Play deals until there are no more; the body of a worker's process."""
    # Whoever interrupts is heard by the first process, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get into the result
    while True:
        try:
            deal, stuck, gone = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_answer(partial(play_deal, plan, deal, board, stuck, gone)))


def _answer(play: Callable[[], DealResult]) -> tuple[str, Any]:
    try:
        return "deal", play()
    except HuefallError as error:
        return "error", str(error)
    except Exception as error:  # noqa: BLE001  # told where somebody reads it
        return "error", f"the arena failed: {describe(error)}"
