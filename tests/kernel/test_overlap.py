"""The compiler is told that arguments do not overlap: the debug run finds those that do, and none in the games we play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.random_play import EVERYTHING

from huefall.editions import SHIPPED
from huefall.kernel.layout import MOVE, STATE, blank
from huefall.kernel.overlap import OverlapError, check_overlap


def copy_seat(source: object, target: object) -> None:
    """Stand for a rule."""


def test_separate_arguments_pass() -> None:
    moves = blank(MOVE, 2)
    check_overlap(copy_seat)(moves[:1], moves[1:])
    check_overlap(copy_seat)(moves, 3)
    check_overlap(copy_seat)(moves[:0], moves)


def test_the_same_record_twice_is_found() -> None:
    moves = blank(MOVE, 2)
    with pytest.raises(OverlapError, match="arguments 0 and 1 of copy_seat overlap"):
        check_overlap(copy_seat)(moves, moves[1:])
    rows = np.zeros(2, MOVE).view(np.recarray)
    with pytest.raises(OverlapError, match="arguments 0 and 1"):
        check_overlap(copy_seat)(rows[1], rows[1])
    check_overlap(copy_seat)(rows[0], rows[1])


def test_a_record_and_a_field_of_it_are_found() -> None:
    state = np.zeros(1, STATE).view(np.recarray)[0]
    with pytest.raises(OverlapError, match="arguments 0 and 1"):
        check_overlap(copy_seat)(state, state.pile)


def test_a_part_that_is_returned_is_found() -> None:
    state = np.zeros(1, STATE).view(np.recarray)[0]
    with pytest.raises(OverlapError, match="returns a part"):
        check_overlap(lambda row: row.pile)(state)
    check_overlap(lambda row: row.pile.copy())(state)


@pytest.mark.process
def test_no_rule_is_given_records_that_overlap() -> None:
    """With the compiler off every call of every rule is checked."""
    options: list[dict[str, Any]] = [
        {},
        {"preset": "party", "seven_zero": True},
        {"preset": "party", "same_symbol": True},
    ]
    table: dict[str, Any] = {"options": {}, "players": 3, "seed": "07" * 32, "moves": 40}
    requests: list[dict[str, Any]] = [
        {"kind": "batch", "edition": edition, "options": chosen, "players": 3, "seed": 1, "first": 0, "count": 1}
        for edition in (*SHIPPED, EVERYTHING)
        for chosen in options
    ]
    requests += [{"kind": "table", "edition": edition, **table} for edition in SHIPPED]
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.outcomes"],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "HUEFALL_CHECK_OVERLAP": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)) == len(requests)


@pytest.mark.process
def test_the_debug_run_is_switched_on_by_its_variable() -> None:
    program = (
        "from huefall.kernel.moves import copy_move\n"
        "from huefall.kernel.layout import MOVE, blank\n"
        "move = blank(MOVE)[0]\n"
        "copy_move(move, move)"
    )
    for value, code in (("1", 1), ("0", 0)):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "HUEFALL_CHECK_OVERLAP": value},
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert ("OverlapError: arguments 0 and 1 of copy_move" in done.stderr) == (value == "1")
