"""Win chances estimated from rollouts.

Tested in tests/bots/search/test_rank.py and tests/bots/explain/test_reasons.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from huefall.bots.search.equity import Numbers
from huefall.intervals import margin_of_gain, wilson_bounds

#: The sentence of a seat that could claim something and does not.
NO_CLAIM = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance with its 95 % interval and the number of rollouts behind it."""

    mean: float
    low: float
    high: float
    rollouts: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A legal sentence and the chance to win the round with it."""

    sentence: str
    chance: Estimate


def estimate(outcomes: Numbers) -> Estimate:
    """Estimate a chance from outcomes between 0 and 1, by Wilson's interval."""
    count = len(outcomes)
    mean = float(outcomes.mean())
    return Estimate(mean, *wilson_bounds(mean, count), count)


def is_clearly_better(better: Estimate, other: Estimate) -> bool:
    """Whether one chance exceeds another by more than the margin of error, and by at least one shown per cent.

    >>> is_clearly_better(Estimate(0.50, 0.40, 0.60, 100), Estimate(0.45, 0.35, 0.55, 100))
    False
    >>> is_clearly_better(Estimate(0.50, 0.49, 0.51, 10_000), Estimate(0.45, 0.44, 0.46, 10_000))
    True
    """
    gain = better.mean - other.mean
    return gain > margin_of_gain(better, other) and round(100 * better.mean) > round(100 * other.mean)
