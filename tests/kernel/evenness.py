"""Tables of every generator, and Pearson's test: whether numbers that should be equally likely are.

The seeds of these tests are fixed, so that they cannot fail by chance; the bounds are those of a random seed, five standard
deviations wide. A failure prints the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from huefall.kernel import entry
from huefall.kernel.layout import FAST, OLD_FAST, SECURE, STATE, Records, blank

GENERATORS = {"fast": FAST, "secure": SECURE, "old fast": OLD_FAST}


def table(generator: str, seed: int) -> Records:
    """Make a table whose chance is a generator's."""
    state = blank(STATE)
    state[0]["chance"] = GENERATORS[generator]
    entry.seed_table(state, seed, 0)
    if generator == "secure":
        state[0]["seed"][4:] = [seed, 1, 2, 3]
    return state


def assert_even(values: Iterable[int], buckets: int, seed: int) -> None:
    """The squared deviations add up to about one per degree of freedom."""
    counts = Counter(values)
    total = sum(counts.values())
    assert set(counts) <= set(range(buckets)), f"out of bounds, seed {seed}"
    wanted = total / buckets
    chi = sum((counts[bucket] - wanted) ** 2 / wanted for bucket in range(buckets))
    freedom = buckets - 1
    print(f"seed {seed}: chi squared {chi:.1f} at {freedom} degrees of freedom, {total} values")
    assert freedom - 5 * sqrt(2 * freedom) < chi < freedom + 5 * sqrt(2 * freedom) + 3, (chi, freedom, seed)
