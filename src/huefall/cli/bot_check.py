"""The check of a bot from outside, in a process of its own: what it prints or ends is not the command's."""

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

#: Games of the check; enough for every edition.
CHECK_GAMES = 5

#: Views whose hidden cards are dealt anew, per game.
CHECK_PROBES = 3

#: Seconds between two looks at the process.
PAUSE = 0.1


def check_apart(source: str, limit: float, seed: int) -> None:
    """Check the bot that a source names; one that does not pass is refused with everything that was found."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_check, args=(theirs, source, limit, seed), name="huefall-check", daemon=True)
    try:
        start_ignoring_sigint(process)
        theirs.close()
        problems = _hear(ours, process)
    finally:
        if process.is_alive():
            process.kill()
    if problems:
        raise HuefallError(f"{source} has not passed the check: {problems}; --unchecked enters it as it is")


def _hear(connection: Connection, process: BaseProcess) -> str:
    """Wait for what the process has found; one that is gone without a word was ended by the bot."""
    # Its end of the pipe does not tell whether it is gone: a process that the bot has started may hold it.
    while process.is_alive() and not connection.poll(PAUSE):
        pass
    if connection.poll():
        with suppress(EOFError):
            problems: str = connection.recv()
            return problems
    process.join()
    return f"it ends its process (exit code {process.exitcode})"


def _check(connection: Connection, source: str, limit: float, seed: int) -> None:
    """Check and send what is wrong, or nothing; the body of the process."""
    # Whoever interrupts is heard by the first process, which ends this one.
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
    except KeyboardInterrupt as error:  # nobody interrupts here, so that it is the bot's own
        problems = f"it raises {describe(error)}"
    connection.send(problems)
