"""Bots that search: `hard` briefly, `expert` for longer.

Tested in tests/bots/search/test_rank.py and tests/bots/test_roster.py.
"""

from __future__ import annotations

import time
from random import Random

from huefall.bots.beliefs.beliefs import IGNORE_RATE
from huefall.bots.bot import View
from huefall.bots.search.estimates import NO_CLAIM
from huefall.bots.search.limit import Clock, Limit
from huefall.bots.search.rank import choose_best
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition


class SearchBot:
    """A bot that compares its moves by search.

    ``limit``: for one decision. ``clock``: measures its time. ``catches``: the share of missing calls it notices.
    ``ignore_rate``: the share of samples that ignore suspicions about hidden cards.
    """

    def __init__(
        self,
        level: str,
        edition: Edition | None = None,
        *,
        limit: Limit,
        clock: Clock = time.perf_counter,
        listens: bool = True,
        catches: float = 1.0,
        ignore_rate: float = IGNORE_RATE,
    ) -> None:
        self.level = level
        self.edition = edition
        self.limit = limit
        self.clock = clock
        self.listens = listens
        self.catches = catches
        self.ignore_rate = ignore_rate

    def choose(self, view: View, rng: Random) -> str:
        sentences = SeatView(view, self.edition).called_answers()
        seed = rng.getrandbits(48)
        if len(sentences) == 1:
            return sentences[0]
        return self._choose_best(view, sentences, seed)

    def claim(self, view: View, rng: Random) -> str | None:
        """Make a forgotten call at once; catch or cut if that wins more often than no claim."""
        seat_view = SeatView(view, self.edition)
        noticed = [move for move in seat_view.claims() if move.verb != "catch" or rng.random() < self.catches]
        for move in noticed:
            if move.is_call:
                return move.sentence
        if not noticed:
            return None
        sentences = [*(seat_view.with_call(move) for move in noticed), NO_CLAIM]
        return self._choose_best(view, sentences, rng.getrandbits(48)) or None

    def _choose_best(self, view: View, sentences: list[str], seed: int) -> str:
        return choose_best(
            view, sentences, self.edition, seed, self.limit, clock=self.clock, ignore_rate=self.ignore_rate
        )
