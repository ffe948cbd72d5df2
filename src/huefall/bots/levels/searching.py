"""Bots that search: `hard` looks a little, `expert` looks long."""

from __future__ import annotations

import time
from random import Random

from huefall.bots.beliefs.beliefs import DOUBT
from huefall.bots.bot import View
from huefall.bots.search.estimates import NOTHING
from huefall.bots.search.patience import Clock, Patience, so_long, so_many
from huefall.bots.search.rank import choose_best
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition


class SearchBot:
    """A player that tries its moves out in its head.

    ``rollouts``: how many positions it imagines for a decision. ``seconds``: how long it may think by its ``clock``, whatever the rollouts; then the
    machine's speed matters, and without it the same seed gives the same answer everywhere. ``doubt``: how often it puts aside what it suspects of a
    card.
    """

    def __init__(
        self,
        level: str,
        edition: Edition | None = None,
        *,
        rollouts: int,
        seconds: float | None = None,
        clock: Clock = time.perf_counter,
        listens: bool = True,
        catches: float = 1.0,
        doubt: float = DOUBT,
    ) -> None:
        self.level = level
        self.edition = edition
        self.rollouts = rollouts
        self.seconds = seconds
        self.clock = clock
        self.listens = listens
        self.catches = catches
        self.doubt = doubt

    def choose(self, view: View, rng: Random) -> str:
        """Take the answer with which most is won: the match, or the round where it is all that is played."""
        sentences = SeatView(view, self.edition).called_answers()
        seed = rng.getrandbits(48)
        if len(sentences) == 1:
            return sentences[0]
        return self._choose_best(view, sentences, seed)

    def claim(self, view: View, rng: Random) -> str | None:
        """Make up for a forgotten call; catch or cut where that wins more than letting it be."""
        seat_view = SeatView(view, self.edition)
        noticed = [move for move in seat_view.claims() if move.verb != "catch" or rng.random() < self.catches]
        for move in noticed:
            if move.verb == "uno":
                return move.sentence
        if not noticed:
            return None
        sentences = [*(seat_view.with_call(move) for move in noticed), NOTHING]
        return self._choose_best(view, sentences, rng.getrandbits(48)) or None

    def _choose_best(self, view: View, sentences: list[str], seed: int) -> str:
        return choose_best(view, sentences, self.edition, seed, self._patience(), doubt=self.doubt)

    def _patience(self) -> Patience:
        if self.seconds is None:
            return so_many(self.rollouts)
        return so_long(self.seconds, self.rollouts, clock=self.clock)
