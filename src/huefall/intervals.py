"""How sure a share is that was counted: Wilson's interval, for the simulator, the arena and the search alike; and how sure the difference
of two is.

Tested in tests/arena/test_intervals.py.
"""

from __future__ import annotations

import math
from typing import Protocol

#: The two-sided 95 % quantile of the normal distribution.
Z95 = 1.959963984540054


def wilson_bounds(share: float, worth: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a share of ``worth`` independent trials, which need not be a whole number.

    It stays between 0 and 1 and is right for few trials, too.

    >>> [round(bound, 4) for bound in wilson_bounds(0.5, 10)]
    [0.2366, 0.7634]
    """
    slack = z * z / worth
    middle = (share + slack / 2) / (1 + slack)
    reach = z * math.sqrt(share * (1 - share) / worth + slack / (4 * worth)) / (1 + slack)
    # Rounding must not push a bound past what a share can be.
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Bounded(Protocol):
    """A share with its interval."""

    @property
    def mean(self) -> float:
        """Return the share."""

    @property
    def low(self) -> float:
        """Return the lower end of the interval."""

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""


def margin_of_gain(larger: Bounded, smaller: Bounded) -> float:
    """Return by how much the difference of two shares may be less than it looks, as if they had nothing to do with one another.

    That is Newcombe's interval: the larger one may be as small as its lower end, the smaller as large as its upper end. Half their
    widths would not do: of a few trials that all went one way the interval reaches far, to one side only.
    """
    return math.hypot(larger.mean - larger.low, smaller.high - smaller.mean)
