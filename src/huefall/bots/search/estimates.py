"""Chances to win as trial games tell them, and moves in the order of their chances."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.bots.search.equity import Numbers
from huefall.intervals import margin_of_gain, wilson_bounds

#: The sentence of a seat that lets a chance to catch or cut pass.
NOTHING = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance, with its 95 % interval and the rollouts it stands on."""

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
    """Estimate a chance from outcomes, by Wilson's interval."""
    count = len(outcomes)
    mean = float(outcomes.mean())
    return Estimate(mean, *wilson_bounds(mean, count), count)


def is_clearly_better(better: Estimate, other: Estimate) -> bool:
    """Tell whether one chance is larger than another by more than the estimates may be wrong, and than anybody would notice.

    >>> is_clearly_better(Estimate(0.50, 0.40, 0.60, 100), Estimate(0.45, 0.35, 0.55, 100))
    False
    >>> is_clearly_better(Estimate(0.50, 0.49, 0.51, 10_000), Estimate(0.45, 0.44, 0.46, 10_000))
    True
    """
    gain = better.mean - other.mean
    return gain > margin_of_gain(better, other) and round(100 * better.mean) > round(100 * other.mean)
