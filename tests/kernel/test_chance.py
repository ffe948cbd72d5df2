"""Chance is fair: every number is as likely as any other, by the fast generator and by the secure one."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kernel.evenness import assert_even, table

from huefall.kernel import entry
from huefall.kernel.chance import below
from huefall.kernel.compiler import COMPILED, rule
from huefall.kernel.layout import STATE, Records, blank

GENERATORS = ("fast", "secure")

#: With the compiler off a secure word takes a millisecond.
DRAWS = 60_000 if COMPILED else 1200


@rule
def draw_below(states: Records, limit: int, out: Records) -> None:
    for i in range(len(out)):
        out[i] = below(states[0], limit)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("limit", [2, 3, 6, 10, 108])
def test_numbers_below_a_limit_are_equally_likely(generator: str, limit: int) -> None:
    out = np.zeros(DRAWS, np.int64)
    draw_below(table(generator, limit), limit, out)
    assert_even(out.tolist(), limit, seed=limit)


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_only_number_below_one_is_zero(generator: str) -> None:
    out = np.ones(20, np.int64)
    draw_below(table(generator, 1), 1, out)
    assert not out.any()


def test_successive_numbers_are_independent() -> None:
    for generator in GENERATORS:
        out = np.zeros(DRAWS, np.int64)
        draw_below(table(generator, 99), 6, out)
        pairs = out[0::2] * 6 + out[1::2]
        assert_even(pairs.tolist(), 36, seed=99)


def test_games_of_one_run_begin_with_different_words() -> None:
    state = blank(STATE)
    seeds = set()
    for number in range(2000):
        entry.seed_table(state, 1, number)
        seeds.add(tuple(state[0]["seed"][:4].tolist()))
    assert len(seeds) == 2000
    assert all(0 <= word <= 0xFFFFFFFF for words in seeds for word in words)
