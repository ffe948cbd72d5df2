"""Reads the command line and reports every error in one sentence. Commands import what they need when they run. Tested in
tests/cli/test_commands.py.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from huefall import __version__
from huefall.cli import (
    admin,
    arena,
    database,
    doctor,
    editions,
    play,
    records,
    review,
    rules,
    scenario,
    serve,
    simulate,
)
from huefall.vocabulary.errors import HuefallError

COMMANDS = (play, serve, admin, database, simulate, arena, scenario, records, review, editions, rules, doctor)

FAILED, MISUSED, INTERRUPTED = 1, 2, 130


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, like all others. Flags are written out: an abbreviated one would change its
    meaning when another flag is added.
    """

    #: Adds arguments that are slow to import, only when this command is used. It gets the arguments to be parsed, because
    #: they may choose the language of the help.
    prepare: Callable[[argparse.ArgumentParser, Sequence[str]], None] | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"allow_abbrev": False, **options})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.prepare is not None:
            prepare, self.prepare = self.prepare, None
            prepare(self, sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"huefall: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="huefall", description="Play, understand and experiment with UNO: five editions, every house rule."
    )
    parser.add_argument("--version", action="version", version=f"huefall {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code: 0 success, 1 a check failed, 2 a mistake in the command line.

    Errors for which a supervisor does something else have a status of their own, ``exit_status``.
    """
    _accept_any_text()
    parsed = argparse.Namespace()
    try:
        parsed = build_parser().parse_args(arguments)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except HuefallError as error:
        return _report(str(error), getattr(error, "exit_status", MISUSED))
    except BrokenPipeError:
        # The reader of the pipe is gone; the rest of the buffer must not raise at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        reason = error.strerror or str(error)
        return _report(f"{error.filename}: {reason}" if error.filename else reason)
    except KeyboardInterrupt:
        return _stop(parsed)
    return code


def _report(sentence: str, status: int = MISUSED) -> int:
    print(f"huefall: {sentence}", file=sys.stderr)
    return status


def _stop(parsed: argparse.Namespace) -> int:
    """Say that the command was interrupted and what remains of its work, which commands note in ``stopped``."""
    # End the line of a progress bar or a prompt.
    terminal = next((stream for stream in (sys.stderr, sys.stdout) if stream.isatty()), None)
    if terminal is not None:
        print(file=terminal, flush=True)
    remains = getattr(parsed, "stopped", "")
    print(f"huefall: stopped: {remains}" if remains else "huefall: stopped", file=sys.stderr)
    return INTERRUPTED


def _accept_any_text() -> None:
    """Replace characters that the terminal cannot show, or input that is not text, instead of raising an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
