"""Confidence intervals of win rates when games share deals.

The games of one deal are not independent: everyone plays the strong hand once, so the games of a deal balance each other
(the purpose of sharing deals), or agree where the cards alone decide. A plain Wilson interval over games is then too wide
or too narrow. So the deal is the unit: an entrant's result of a deal is one observation, deals are independent, and the
variance of the mean follows from the differences between deals (a cluster-robust variance). This gives an equivalent
number of independent games, for which Wilson's interval is taken: it stays between 0 and 1. Its quantile is Student's for
the number of deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from huefall.intervals import Z95, wilson_bounds

#: A deal counts for at most this many times its games: a few deals may agree by accident.
MAX_GAIN = 4

#: The two-sided 95 % quantiles of Student's distribution for 1, 2, … degrees of freedom. There the expansion below is too
#: small, with one degree by a quarter; beyond these it is right to three places.
STUDENT_QUANTILES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


@dataclass(frozen=True, slots=True)
class Interval:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float


def share_interval(deals: Sequence[tuple[float, float]], games: int) -> Interval:
    """The share over all deals, each given as (part, whole), with its interval. ``games``: total number.

    >>> found = share_interval([(1, 2), (2, 2), (1, 2), (0, 2)], games=8)
    >>> round(found.share, 3), round(found.low, 3), round(found.high, 3)
    (0.5, 0.104, 0.896)
    """
    count, whole = len(deals), math.fsum(out_of for _, out_of in deals)
    if whole <= 0:
        return Interval(0.0, 0.0, 1.0)
    share = math.fsum(part for part, _ in deals) / whole
    plain = share * (1 - share)
    if count < 2 or plain <= 0:
        worth = float(count)  # the variance is unknown: each deal counts once
    else:
        # The variance of a ratio, from each deal's distance to the expected part; with equal wholes, the plain variance.
        squares = math.fsum((part - share * out_of) ** 2 for part, out_of in deals)
        variance = squares * count / (count - 1) / whole**2
        worth = min(plain / variance, MAX_GAIN * games) if variance > 0 else float(MAX_GAIN * games)
    return Interval(share, *wilson_bounds(share, worth, student95(count - 1)))


def student95(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's distribution: from the table, or by its expansion.

    >>> round(student95(2), 3), round(student95(30), 3), round(student95(10**6), 3)
    (4.303, 2.042, 1.96)
    """
    if freedom < 1:
        return Z95
    if freedom <= len(STUDENT_QUANTILES):
        return STUDENT_QUANTILES[freedom - 1]
    z, v = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
