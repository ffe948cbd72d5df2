"""The compiler pipeline: the same results as plain compiling, with its promises kept, and plain compiling where numba differs."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from numba.core import config

from huefall.kernel import compiler
from huefall.kernel.compiler import COMPILED, rule
from huefall.kernel.layout import MOVE, Records, blank

pytestmark = pytest.mark.skipif(not COMPILED, reason="the compiler is off")


@rule
def read_at(values: Records, index: int) -> int:
    return int(values[index])


@rule
def read_both(values: Records, row: int, column: int) -> int:
    values[row, column] += 1
    return int(values[row, column]) + read_at(values[row], 0)


def test_indices_of_every_sort_work() -> None:
    values = np.arange(12).reshape(3, 4)
    assert read_at(np.arange(5), 3) == 3
    assert read_both(values, 2, 1) == 10 + 8
    assert values[2, 1] == 10


def test_a_negative_index_is_not_counted_from_the_end() -> None:
    values = np.arange(8)
    if config.BOUNDSCHECK:
        with pytest.raises(IndexError):
            read_at(values[4:], -1)
    else:
        assert read_at(values[4:], -1) == 3, "the number before the array, as in C"


def test_a_function_that_returns_a_record_is_refused() -> None:
    @rule
    def first_of(moves: Records) -> object:
        return moves[0]

    with pytest.raises(Exception, match="first_of returns a record"):
        first_of(blank(MOVE))


def test_rules_are_compiled_plainly_where_numba_differs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from huefall.kernel import pipeline  # with the compiler off it is not needed

    assert compiler._own_pipeline() == compiler.PIPELINE != {}
    monkeypatch.setattr(pipeline, "EXPECTED", ((pipeline.KernelCompiler, ("name_of_another_version",)),))
    with caplog.at_level(logging.WARNING):
        assert compiler._own_pipeline() == {}
    [line] = caplog.messages
    assert "KernelCompiler.name_of_another_version" in line
    assert "compiled plainly" in line
