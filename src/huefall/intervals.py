"""How sure a share is that was counted: Wilson's interval, for the simulator, the arena and the search alike."""

from __future__ import annotations

import math

#: The two-sided 95 % quantile of the normal distribution.
Z95 = 1.959963984540054


def wilson_bounds(share: float, worth: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a share that is worth so many independent trials, which need be no whole number.

    It stays between 0 and 1 and is right for few trials, too.

    >>> [round(bound, 4) for bound in wilson_bounds(0.5, 10)]
    [0.2366, 0.7634]
    """
    slack = z * z / worth
    middle = (share + slack / 2) / (1 + slack)
    reach = z * math.sqrt(share * (1 - share) / worth + slack / (4 * worth)) / (1 + slack)
    # Rounding must not push a bound past what a share can be.
    return max(0.0, middle - reach), min(1.0, middle + reach)
