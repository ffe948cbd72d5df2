"""Bots that enter the arena for the bench: `expert` with a budget in positions, which a busy machine does not weaken."""

from __future__ import annotations

import os

from huefall.bots.searcher import SearchBot
from huefall.editions import Edition

#: Positions that `expert` imagines in its default 50 ms on a quiet core, about: two seats with four moves to compare.
DEFAULT_POSITIONS = 1000


class Expert(SearchBot):
    """`expert` with as many positions as the environment says."""

    def __init__(self, edition: Edition | None = None) -> None:
        super().__init__("expert", edition, rollouts=int(os.environ.get("HUEFALL_POSITIONS", DEFAULT_POSITIONS)))
