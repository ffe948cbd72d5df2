"""The process that compiles for a server, and what it prints."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading

import pytest

from huefall.game import Game, compiling
from huefall.game.compiling import READY, compiled_share, print_progress
from huefall.kernel.compiler import COMPILED


class Steps:
    """How far the compiler is, look by look; the last look stops the teller."""

    def __init__(self, *shares: float) -> None:
        self.shares = list(shares)
        self.stop = threading.Event()

    def __call__(self) -> float:
        share = self.shares.pop(0)
        if not self.shares:
            self.stop.set()
        return share


@pytest.mark.process
def test_the_compiling_process_ends_well_and_says_only_numbers_until_the_rules_are_there() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "huefall.game.compiling"],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stderr == ""
    *numbers, last = done.stdout.splitlines()
    assert all(0 <= float(line) <= 1 for line in numbers)
    assert last == READY


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PAUSE_SECONDS", 0.0)


def test_progress_is_told_when_there_is_some() -> None:
    out, steps = io.StringIO(), Steps(0.0, 0.101, 0.102, 0.5, 0.5)
    print_progress(out, steps, steps.stop)
    assert out.getvalue().split() == ["0.00", "0.10", "0.50"]


class Gone(io.StringIO):
    """A pipe whose reader has left."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


def test_nobody_listening_is_no_error() -> None:
    steps = Steps(0.1, 0.2)
    print_progress(Gone(), steps, steps.stop)
    assert steps.shares == [0.2], "it gives up at once"


def test_the_share_grows_with_what_has_been_compiled() -> None:
    Game.new("classic", 2, seed=1)
    assert 0 <= compiled_share() <= 1
    assert bool(compiled_share()) == COMPILED
