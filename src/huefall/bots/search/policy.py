"""The policy every seat follows in the search's rollouts: how much each thing counts (``huefall.kernel.search.policy``).

The numbers were found by playing: ``python bench/bots/tune.py``, and with ``--compare`` those that only an edition or a house rule needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from huefall.kernel.layout import SEATS, Records, blank
from huefall.kernel.search.policy import POLICY

TUNED = {
    "points": -0.28,
    "points_late": 0.03,
    "black": -2.91,
    "black_late": 1.24,
    "black_draw": -2.01,
    "black_draw_late": 1.93,
    "draw": 1.19,
    "draw_late": 2.09,
    "skip": 0.69,
    "skip_late": 0.98,
    "reverse": 0.68,
    "reverse_gone": 0.24,
    "color": 1.12,
    "face": -1.6,
    "stay": 0.95,
    "bluff": -3.17,
    "several": 1.0,
    "exchange": 4.0,
    "checked": -1.0,
    "dare": 1.0,
    "boost": 1.0,
    "escape": 1.0,
    "keep": -1.84,
    "draw_instead": -25.4,
    "accept": 1.0,
    "challenge": 0.05,
    "reject": 2.0,
    "cut": 0.8,
    "catch": 0.8,
    "noise": 0.05,
}


#: Chance in the weights where it is told how likely somebody wins: people do not all play alike, and with it such chances come true
#: (bench/BOTS.md). Where it is chosen what to play, everybody is taken to play well.
VARIETY = 4.0


@cache
def tuned_policies() -> Records:
    """Make the policy's record, a row for every seat."""
    return _pack(TUNED)


@cache
def various_policies() -> Records:
    """Make the same for games as people play them."""
    return _pack({**TUNED, "noise": VARIETY})


def _pack(amounts: Mapping[str, float]) -> Records:
    packed = blank(POLICY, SEATS)
    for name, amount in amounts.items():
        packed[name] = amount
    return packed
