"""Chances as multiples of a millionth, so that sums of written chances are exact. Tested in
tests/review/test_arithmetic.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

#: Decimals of a chance.
DECIMALS = 6


def exact(value: float) -> float:
    """Return the nearest multiple of a millionth, and 0.0 instead of -0.0.

    >>> exact(1 / 3), exact(-1e-9)
    (0.333333, 0.0)
    """
    return round(value, DECIMALS) + 0.0


def total(values: Iterable[float]) -> float:
    """Add up multiples of a millionth, exactly.

    >>> total([0.1] * 3) == 0.3
    True
    """
    return exact(fsum(values))
