"""Bots that search: `hard` looks a little, `expert` looks long and remembers what it was told."""

from __future__ import annotations

import time
from random import Random

from huefall.bots.bot import View
from huefall.bots.search import STRIDE, GoOn
from huefall.bots.sight import Sight
from huefall.bots.thinking import compare
from huefall.editions import Edition


class SearchBot:
    """A player that tries its moves out in its head.

    ``rollouts``: how many positions it imagines for a decision. ``seconds``: how long it may think, whatever the rollouts; then the machine's speed
    matters, and without it the same seed gives the same answer everywhere.
    """

    def __init__(
        self,
        level: str,
        edition: Edition | None = None,
        *,
        rollouts: int,
        seconds: float | None = None,
        listens: bool = True,
        catches: float = 1.0,
    ) -> None:
        self.level = level
        self.edition = edition
        self.rollouts = rollouts
        self.seconds = seconds
        self.listens = listens
        self.catches = catches

    def choose(self, view: View, rng: Random) -> str:
        """Take the answer with which the round is won most often."""
        sentences = Sight(view, self.edition).called_answers()
        seed = rng.getrandbits(48)
        if len(sentences) == 1:
            return sentences[0]
        return compare(view, sentences, self.edition, seed, self._patience())[0].sentence

    def claim(self, view: View, rng: Random) -> str | None:
        """Make up for a forgotten call, catch, or cut where that wins more often than letting it be."""
        sight = Sight(view, self.edition)
        claims = sight.claims()
        for choice in claims:
            if choice.verb == "uno" or (choice.verb == "catch" and rng.random() < self.catches):
                return choice.sentence
        cuts = [sight.with_call(choice) for choice in claims if choice.verb == "play"]
        if not cuts:
            return None
        best = compare(view, cuts, self.edition, rng.getrandbits(48), self._patience(), or_nothing=True)[0]
        return best.sentence or None

    def _patience(self) -> GoOn:
        if self.seconds is None:
            return lambda tried: tried < self.rollouts
        start = time.perf_counter()
        end = start + self.seconds
        return lambda tried: tried < STRIDE or (tried < self.rollouts and _time_left(start, end, tried))


def _time_left(start: float, end: float, tried: int) -> bool:
    """Tell whether there is time for as many positions again as are imagined between two looks at the clock."""
    now = time.perf_counter()
    return now + (now - start) * STRIDE / tried <= end
