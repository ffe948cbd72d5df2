"""Bots that enter the arena for the bench: `expert` with a budget in positions, so that a busy machine does not weaken it and
anybody who plays a cell again gets the same games.
"""

from __future__ import annotations

import os

from huefall.bots.searcher import SearchBot
from huefall.editions import Edition

#: Fewer than `expert` imagines in its default 50 ms (see bench/BOTS.md): what is measured is no stronger than what is met at a table.
POSITIONS = 1000

#: The environment's word for another number.
VARIABLE = "HUEFALL_POSITIONS"

EXPERT = "bench.bots.entrants:Expert"


class Expert(SearchBot):
    """`expert` with as many positions as the environment says."""

    def __init__(self, edition: Edition | None = None) -> None:
        super().__init__("expert", edition, rollouts=int(os.environ.get(VARIABLE, POSITIONS)))
