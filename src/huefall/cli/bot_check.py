"""Checks a custom bot in a separate process, so that it cannot print into the result or end the command. Tested in
tests/cli/test_arena.py.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from huefall.arena.spawn import start_ignoring_sigint
from huefall.vocabulary.errors import HuefallError

#: One for every edition.
CHECK_GAMES = 5

#: How many views per game are repeated with the hidden cards dealt differently.
CHECK_PROBES = 3

#: How often the process is checked for an early end.
POLL_SECONDS = 0.1


def check_apart(source: str, limit: float, seed: int) -> None:
    """Check the bot that a source names; raise an error that lists every problem."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_check, args=(theirs, source, limit, seed), name="huefall-check", daemon=True)
    try:
        start_ignoring_sigint(process)
        theirs.close()
        problems = _receive(ours, process)
    finally:
        if process.is_alive():
            process.kill()
    if problems:
        raise HuefallError(f"{source} has not passed the check: {problems}; --unchecked enters it as it is")


def _receive(connection: Connection, process: BaseProcess) -> str:
    """Wait for the problems the process finds. If it ends without a message, the bot has ended it."""
    # An open pipe does not mean that the process is alive: a child process of the bot may hold it.
    while process.is_alive() and not connection.poll(POLL_SECONDS):
        pass
    if connection.poll():
        with suppress(EOFError):
            problems: str = connection.recv()
            return problems
    process.join()
    return f"it ends its process (exit code {process.exitcode})"


def _check(connection: Connection, source: str, limit: float, seed: int) -> None:
    """The body of the process: check the bot and send its problems, "" for none."""
    # The first process handles an interrupt and ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get into the result
    from huefall.bots.guard import call_without_forks, describe
    from huefall.bots.loading import find_maker
    from huefall.testing import BadBotError, check_bot

    problems = ""
    try:
        maker = call_without_forks(partial(find_maker, source))
        check_bot(maker, games=CHECK_GAMES, seed=seed, limit=limit, probes=CHECK_PROBES, hasty=True)
    except BadBotError as error:
        problems = "; ".join(f"{what} ({examples[0]})" for what, examples in error.report.problems.items())
    except HuefallError as error:
        problems = str(error)
    except KeyboardInterrupt as error:  # signals are ignored here, so the bot raised it
        problems = f"it raises {describe(error)}"
    connection.send(problems)
