"""The compiler pipeline: the same results as plain compiling, with its promises kept, and plain compiling where numba differs."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest
from numba.core import config

from huefall.kernel import compiler
from huefall.kernel.compiler import COMPILED, entry, rule
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


@entry
def add_reads(values: Records, first: int, second: int) -> int:
    return read_at(values, first) + read_at(values, second)


def test_a_rule_is_a_part_of_its_entry_and_can_be_called_from_python_before_and_after() -> None:
    values = np.arange(5)
    assert add_reads(values, 1, 2) == 3
    assert read_at(values, 4) == 4, "compiled for Python on its own"
    assert read_at(values, np.int8(2)) == 2, "and for another type"
    assert add_reads(values, 3, 4) == 7


def test_the_rules_in_an_entry_belong_to_it_alone() -> None:
    """Rules that other entries see would be called by those loaded later, instead of the copies optimised with them."""

    @rule
    def sum_up(values: Records, step: int) -> int:
        total = 0
        for i in range(0, len(values), step):
            total += int(values[i]) * step
        return total

    function: Any = entry(lambda values: sum_up(values, 1) + sum_up(values, 2) * sum_up(values, 3))
    assert function(np.arange(4)) == 6 + (2 * 2) * (3 * 3)
    [result] = function.overloads.values()
    linkages = {found.linkage.name for found in result.library.get_defined_functions() if "sum_up" in found.name}
    assert linkages <= {"internal"}


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

    assert compiler._own_pipelines() == (compiler.RULE_PIPELINE, compiler.ENTRY_PIPELINE) != ({}, {})
    monkeypatch.setattr(pipeline, "EXPECTED", ((pipeline.KernelCompiler, ("name_of_another_version",)),))
    with caplog.at_level(logging.WARNING):
        assert compiler._own_pipelines() == ({}, {})
    [line] = caplog.messages
    assert "KernelCompiler.name_of_another_version" in line
    assert "compiled plainly" in line
