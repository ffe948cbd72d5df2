"""Processes that play deals, and a watchdog: a bot that never answers or ends its process costs its game, not the run.

Its process is replaced, and the deal is played again; this time the bot is not asked from that question on, and the
legal default plays for it. After a few such games it is not asked at all (``huefall.arena.stuck``).

Tested in tests/arena/test_arena.py.
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
from huefall.arena.stuck import DropReason, Stuck
from huefall.bots.guard import describe
from huefall.vocabulary.errors import HuefallError

#: How often running questions are checked.
POLL_SECONDS = 0.2

#: Spawned, not forked: compiled code and threads do not survive a fork.
CONTEXT = multiprocessing.get_context("spawn")

#: The game, the seat and the number of a question.
Question = tuple[int, int, int]


class SharedQuestion:
    """The question that a worker's bot is being asked, in shared memory."""

    def __init__(self) -> None:
        self._cells = CONTEXT.RawArray("q", 4)  # start in ns (0: no question), game, seat, question

    def begin(self, game: int, seat: int, question: int) -> None:
        """Publish the question that starts now."""
        self._cells[1], self._cells[2], self._cells[3] = game, seat, question
        # Written last: for readers there is no question while it is 0.
        self._cells[0] = time.monotonic_ns()

    def end(self) -> None:
        self._cells[0] = 0

    def running(self, min_seconds: float = 0.0) -> Question | None:
        """The running question, if it has been running for at least ``min_seconds``."""
        since, *question = self._cells
        # If it was answered while it was read, the other cells may belong to the next question.
        if not since or since != self._cells[0] or time.monotonic_ns() - since < min_seconds * 1e9:
            return None
        return question[0], question[1], question[2]


class _Worker:
    """A worker process, as its parent sees it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.job: Job | None = None
        self._start()

    def _start(self) -> None:
        self.question = SharedQuestion()
        self.connection, theirs = CONTEXT.Pipe()
        self.process: BaseProcess = CONTEXT.Process(
            target=_work, args=(theirs, self.question, self._plan), name="huefall-arena", daemon=True
        )
        try:
            start_ignoring_sigint(self.process)
        except (AttributeError, TypeError, ImportError, ValueError) as error:  # raised by pickle
            raise HuefallError(
                f"a bot cannot be sent to another process ({describe(error)}): enter it as module:Class, or play with workers=0"
            ) from error
        finally:
            theirs.close()

    def give(self, job: Job) -> None:
        self.job = job
        with suppress(OSError):  # an ended process is noticed when its result is awaited
            self.connection.send((job.deal, job.stuck, job.dropped))

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended and its results are read.

        The pipe alone does not show it: a process started by a bot may hold the other end.
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
    """Play all deals and yield them in order. ``workers``: number of processes; 0: in this process, without a watchdog."""
    if workers == 0:
        for deal in range(plan.deals):
            yield play_deal(plan, deal)
        return
    schedule = Schedule(plan)
    team: list[_Worker] = []
    try:
        for _ in range(min(workers, plan.deals)):
            team.append(_Worker(plan))  # noqa: PERF401  # if one cannot start, those before it are ended
        while True:
            for worker in team:
                if worker.job is None and (job := schedule.take()) is not None:
                    worker.give(job)
            busy = [worker for worker in team if worker.job is not None]
            if not busy:
                return
            heard = wait([worker.connection for worker in busy], POLL_SECONDS)
            for worker in busy:
                if worker.connection in heard:
                    yield from _collect(worker, schedule)
                elif (question := worker.question.running(min_seconds=plan.max_wait_seconds)) is not None:
                    _replace(worker, schedule, question, "unanswered")
                elif worker.has_ended:
                    _replace(worker, schedule, worker.question.running(), "ended")
    finally:
        for worker in team:
            worker.end()


def _collect(worker: _Worker, schedule: Schedule) -> list[DealResult]:
    """Receive a worker's result, or replace a worker that has ended; return the deals that are final now."""
    job, result = worker.job, _receive(worker)
    if job is None or result is None:
        _replace(worker, schedule, worker.question.running(), "ended")
        return []
    worker.job = None
    return schedule.finish(job, result)


def _receive(worker: _Worker) -> DealResult | None:
    """Receive a worker's result; ``None`` if its process has ended."""
    try:
        kind, content = worker.connection.recv()
    except (EOFError, OSError):
        return None
    if kind == "error":
        raise HuefallError(content)
    result: DealResult = content
    return result


def _replace(worker: _Worker, schedule: Schedule, question: Question | None, reason: DropReason) -> None:
    """Replace a worker whose bot got stuck; the new one plays the deal again without asking that bot."""
    job = worker.job
    if job is None or question is None:
        worker.process.join()
        raise HuefallError(
            f"a process of the arena ended by itself (exit code {worker.process.exitcode}); a script that starts an arena "
            f"does so under: if __name__ == '__main__'"
        )
    game, seat, number = question
    schedule.note_stuck(job, (game, seat), Stuck(number, reason))
    worker.restart()
    worker.give(job)


def _work(connection: Connection, question: SharedQuestion, plan: Plan) -> None:
    """The main function of a worker process: play deals until the pipe is closed."""
    # The parent process handles Ctrl-C and ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get into the result
    while True:
        try:
            deal, stuck, dropped = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_answer(partial(play_deal, plan, deal, question, stuck, dropped)))


def _answer(play: Callable[[], DealResult]) -> tuple[str, Any]:
    try:
        return "deal", play()
    except HuefallError as error:
        return "error", str(error)
    except Exception as error:  # noqa: BLE001  # reported by the parent process
        return "error", f"the arena failed: {describe(error)}"
