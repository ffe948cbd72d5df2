"""The weights of the rollout policy, which every seat follows in rollouts (``huefall.kernel.search.policy``).

They were found by playing: ``python bench/bots/tune.py``, with ``--compare`` for those that only one edition or house
rule needs.
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


#: The noise in the weights when chances are shown: people do not all play alike, and with this noise shown chances come
#: true (bench/BOTS.md). When a bot chooses, every seat is assumed to play well.
VARIED_NOISE = 4.0


@cache
def tuned_policies() -> Records:
    """The policy for choosing a move, a row per seat."""
    return _pack(TUNED)


@cache
def varied_policies() -> Records:
    """The policy for showing chances, a row per seat."""
    return _pack({**TUNED, "noise": VARIED_NOISE})


def _pack(amounts: Mapping[str, float]) -> Records:
    packed = blank(POLICY, SEATS)
    for name, amount in amounts.items():
        packed[name] = amount
    return packed
