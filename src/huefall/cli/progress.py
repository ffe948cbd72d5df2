"""Progress of a long command: one line on the terminal, written over again and again; none in a file or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable

BAR_COLUMNS = 30


class ProgressLine:
    def __init__(self, describe: Callable[[int, int], str]) -> None:
        self._describe = describe
        self._is_open = False

    def __call__(self, done: int, total: int) -> None:
        """Write the line; it ends when everything is done."""
        self._is_open = done < total
        print(f"\r{self._describe(done, total)}", end="" if self._is_open else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        """End a line that is not finished, before something else is written."""
        if self._is_open:
            print(file=sys.stderr, flush=True)
        self._is_open = False


def progress_line(describe: Callable[[int, int], str]) -> ProgressLine | None:
    """Make a progress line whose text is described by done and total; None if standard error is not a terminal."""
    return ProgressLine(describe) if sys.stderr.isatty() else None


def count_of(noun: str) -> Callable[[int, int], str]:
    """Return a function that describes progress as a count.

    >>> count_of("rounds")(2048, 10_000)
    '2,048 of 10,000 rounds (20 %)'
    """
    return lambda done, total: f"{done:,} of {total:,} {noun} ({done * 100 // total} %)"


def bar_of(noun: str) -> Callable[[int, int], str]:
    """Return a function that describes progress as a bar and a count.

    >>> bar_of("games")(1, 3)
    '██████████░░░░░░░░░░░░░░░░░░░░ 1 of 3 games (33 %)'
    """

    def describe(done: int, total: int) -> str:
        filled = done * BAR_COLUMNS // total
        return f"{'█' * filled}{'░' * (BAR_COLUMNS - filled)} {count_of(noun)(done, total)}"

    return describe
