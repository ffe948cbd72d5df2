"""Reading the command line, and turning every mistake into one sentence. Commands import what they need late."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from huefall import __version__
from huefall.cli import admin, arena, editions, play, records, review, rules, scenario, serve, simulate
from huefall.vocabulary.errors import HuefallError

COMMANDS = (play, serve, admin, simulate, arena, scenario, records, review, editions, rules)

FAILED, MISUSED, INTERRUPTED = 1, 2, 130


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, like all others."""

    #: Adds the arguments that would take long to import, when the command is really the one that is wanted.
    #: It is given what will be parsed: a help may be in the language that is asked for there.
    prepare: Callable[[argparse.ArgumentParser, Sequence[str]], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, after everything there is to parse has been added."""
        if self.prepare is not None:
            prepare, self.prepare = self.prepare, None
            prepare(self, sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Complain and leave."""
        self.exit(MISUSED, f"huefall: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """Put the commands together."""
    parser = Parser(
        prog="huefall", description="Play, understand and experiment with UNO: five editions, every house rule."
    )
    parser.add_argument("--version", action="version", version=f"huefall {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code: 0 done, 1 something checked does not hold, 2 a mistake in what was asked."""
    _accept_any_text()
    parsed = argparse.Namespace()
    try:
        parsed = build_parser().parse_args(arguments)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except HuefallError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read along has left; what is still in the buffer must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        reason = error.strerror or str(error)
        return _complain(f"{error.filename}: {reason}" if error.filename else reason)
    except KeyboardInterrupt:
        return _stop(parsed)
    return code


def _complain(sentence: str) -> int:
    print(f"huefall: {sentence}", file=sys.stderr)
    return MISUSED


def _stop(parsed: argparse.Namespace) -> int:
    """Say that the command was interrupted, and what is left of its work: commands write that into ``stopped``."""
    # A bar or a prompt stands in the last line, and the shell's own prompt must not stick to it.
    terminal = next((stream for stream in (sys.stderr, sys.stdout) if stream.isatty()), None)
    if terminal is not None:
        print(file=terminal, flush=True)
    left = getattr(parsed, "stopped", "")
    print(f"huefall: stopped: {left}" if left else "huefall: stopped", file=sys.stderr)
    return INTERRUPTED


def _accept_any_text() -> None:
    """Let a terminal without Chinese, or input that is no text, cost a question mark and not the game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
