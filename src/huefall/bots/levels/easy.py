"""The easy bot: plays at random, often forgets to call, and seldom catches or cuts.

Tested in tests/bots/levels/test_weights.py and tests/bots/test_bots.py.
"""

from __future__ import annotations

from random import Random

from huefall.bots.bot import View
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition
from huefall.vocabulary.moves import Move

#: How often it does what a careful player always does.
PLAYS, CALLS, CALLS_LATE, CATCHES, CUTS = 0.9, 0.6, 0.4, 0.25, 0.3


class EasyBot:
    """A beginner: no plan, little attention."""

    level = "easy"

    def __init__(self, edition: Edition | None = None) -> None:
        self.edition = edition

    def choose(self, view: View, rng: Random) -> str:
        """Play any card that fits, sometimes draw instead; answer questions at random."""
        seat_view = SeatView(view, self.edition)
        answers = seat_view.answers()
        plays = [move for move in answers if move.is_play]
        chosen = rng.choice(plays if plays and rng.random() < PLAYS else answers)
        return self._say(seat_view, chosen, rng)

    def claim(self, view: View, rng: Random) -> str | None:
        seat_view = SeatView(view, self.edition)
        for move in seat_view.claims():
            attention = {"uno": CALLS_LATE, "catch": CATCHES}.get(move.verb, CUTS)
            if rng.random() < attention:
                return self._say(seat_view, move, rng)
        return None

    def _say(self, seat_view: SeatView, move: Move, rng: Random) -> str:
        return seat_view.with_call(move) if rng.random() < CALLS else move.sentence
