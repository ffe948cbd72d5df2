"""A debug run that checks what the compiler is promised: with ``HUEFALL_CHECK_OVERLAP=1`` every call of an entry, and with the
compiler off every call of a rule, fails if two records or arrays it is given overlap, or if it returns a part of one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import combinations
from typing import Any

import numpy as np

CHECKS_OVERLAP = os.environ.get("HUEFALL_CHECK_OVERLAP", "") == "1"

#: Functions that are given a state and that state's pile. They read and write the pile through their argument alone, so that the
#: promise holds for all memory they use.
GIVEN_STATE_AND_PILE = frozenset({"shuffle", "_shuffle_fast"})


class OverlapError(AssertionError):
    """A function was given, or returned, memory that the compiler takes for separate."""


def check_overlap(function: Callable[..., Any]) -> Any:
    """Return the function with a check of its arguments before each call, and of its result after it."""
    name = getattr(function, "__name__", str(function))

    @wraps(function)
    def checked(*arguments: Any) -> Any:
        given = list(_areas(arguments))
        if name not in GIVEN_STATE_AND_PILE:
            for (first, begin, end), (second, other_begin, other_end) in combinations(given, 2):
                if begin < other_end and other_begin < end:
                    raise OverlapError(
                        f"arguments {first} and {second} of {name} overlap; the compiled rules take them for separate: "
                        "pass a copy of one of them"
                    )
        result = function(*arguments)
        for _, begin, end in _areas([result]):
            if any(begin < other_end and other_begin < end for _, other_begin, other_end in given):
                raise OverlapError(f"{name} returns a part of what it is given; return its place instead")
        return result

    return checked


def _areas(values: Any) -> Iterator[tuple[int, int, int]]:
    """Yield number, first and one past the last byte in memory of each value that is a record or an array."""
    for number, value in enumerate(values):
        if isinstance(value, np.void):
            value = np.frombuffer(value.data, np.uint8)  # noqa: PLW2901  # the same memory, as an array
        if isinstance(value, np.ndarray) and value.size:
            begin, end = np.lib.array_utils.byte_bounds(value)
            yield number, begin, end
