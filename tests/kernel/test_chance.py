"""Chance is fair: every order of the cards is as likely as any other, by the fast generator and by the secure one.

The seeds are fixed, so that these tests cannot fail by chance; the bounds are those of a random seed, five standard deviations wide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

import numpy as np
import pytest

from huefall.kernel import entry
from huefall.kernel.chance import below, shuffle
from huefall.kernel.compiler import COMPILED, rule
from huefall.kernel.layout import FAST, SECURE, STATE, Records, blank
from huefall.notation.variant import Variant

GENERATORS = {"fast": FAST, "secure": SECURE}

#: With the compiler off a secure word takes a millisecond.
DRAWS = 60_000 if COMPILED else 1200
SHUFFLES = 10_800 if COMPILED else 400


@rule
def draw_below(states: Records, limit: int, out: Records) -> None:
    for i in range(len(out)):
        out[i] = below(states[0], limit)


@rule
def shuffle_three(states: Records, out: Records) -> None:
    for i in range(len(out)):
        for card in range(3):
            states[0].pile[card] = card
        shuffle(states[0], states[0].pile, 3)
        out[i] = states[0].pile[0] * 9 + states[0].pile[1] * 3 + states[0].pile[2]


def table(generator: str, seed: int) -> Records:
    state = blank(STATE)
    state[0]["chance"] = GENERATORS[generator]
    entry.seed_table(state, seed, 0)
    state[0]["seed"][4:] = [seed, 1, 2, 3]
    return state


def assert_even(values: Iterable[int], buckets: int) -> None:
    """Pearson's test: the squared deviations add up to about one per degree of freedom."""
    counts = Counter(values)
    total = sum(counts.values())
    assert set(counts) <= set(range(buckets)), "out of bounds"
    wanted = total / buckets
    chi = sum((counts[bucket] - wanted) ** 2 / wanted for bucket in range(buckets))
    freedom = buckets - 1
    assert freedom - 5 * sqrt(2 * freedom) < chi < freedom + 5 * sqrt(2 * freedom) + 3, (chi, freedom)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("limit", [2, 3, 6, 10, 108])
def test_numbers_below_a_limit_are_equally_likely(generator: str, limit: int) -> None:
    out = np.zeros(DRAWS, np.int64)
    draw_below(table(generator, limit), limit, out)
    assert_even(out.tolist(), limit)


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
        assert_even(pairs.tolist(), 36)


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_six_orders_of_three_cards_are_equally_likely(generator: str) -> None:
    out = np.zeros(DRAWS // 3, np.int64)
    shuffle_three(table(generator, 5), out)
    orders = sorted({a * 9 + b * 3 + c for a in range(3) for b in range(3) for c in range(3) if len({a, b, c}) == 3})
    assert_even([orders.index(order) for order in out.tolist()], 6)


def test_a_card_is_equally_likely_in_every_place_of_the_deck() -> None:
    """The 0 of each colour is there once: where it lies, over many shuffles."""
    variant = Variant.of("classic")
    state = table("fast", 17)
    zeros = [variant.number(card) for card in ("r0", "y0", "g0", "b0")]
    places: list[int] = []
    for _ in range(SHUFFLES):
        entry.mix_deck(state, variant.packed_edition)
        pile = state[0]["pile"].tolist()
        places += [pile.index(zero) for zero in zeros]
    assert_even(places, 108)
    assert sorted(state[0]["pile"][:108].tolist()) == sorted(variant.deck())


def test_a_secure_shuffle_spreads_the_cards_too() -> None:
    variant = Variant.of("classic")
    state = table("secure", 17)
    zeros = [variant.number(card) for card in ("r0", "y0", "g0", "b0")]
    quarters: list[int] = []
    for _ in range(1000 if COMPILED else 30):
        entry.mix_deck(state, variant.packed_edition)
        pile = state[0]["pile"].tolist()
        quarters += [pile.index(zero) // 27 for zero in zeros]
    assert_even(quarters, 4)


def test_games_of_one_run_begin_with_different_words() -> None:
    state = blank(STATE)
    seeds = set()
    for number in range(2000):
        entry.seed_table(state, 1, number)
        seeds.add(tuple(state[0]["seed"][:4].tolist()))
    assert len(seeds) == 2000
    assert all(0 <= word <= 0xFFFFFFFF for words in seeds for word in words)
