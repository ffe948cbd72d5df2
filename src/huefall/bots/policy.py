"""The policy every seat follows in the search's rollouts: how much each thing counts (``huefall.kernel.policy``).

The numbers were found by playing: ``python -m bench.tune``.
"""

from __future__ import annotations

from functools import cache

from huefall.kernel.layout import SEATS, Records, blank
from huefall.kernel.policy import POLICY

TUNED = {
    "points": 0.05,
    "points_late": 0.1,
    "black": -1.5,
    "black_late": 0.5,
    "black_draw": -1.5,
    "black_draw_late": 2.0,
    "draw": 0.0,
    "draw_late": 1.5,
    "skip": 0.0,
    "skip_late": 1.0,
    "reverse": 0.1,
    "reverse_gone": 0.0,
    "color": 1.0,
    "face": 0.3,
    "stay": 0.0,
    "bluff": -3.0,
    "several": 1.0,
    "exchange": 0.8,
    "checked": -1.0,
    "dare": 0.0,
    "boost": 0.0,
    "escape": 0.0,
    "keep": -2.5,
    "draw_instead": -50.0,
    "accept": 0.5,
    "challenge": 0.05,
    "reject": 2.0,
    "cut": 0.8,
    "noise": 0.05,
}


@cache
def tuned_policies() -> Records:
    """Make the policy's record, a row for every seat."""
    packed = blank(POLICY, SEATS)
    for name, amount in TUNED.items():
        packed[name] = amount
    return packed
