"""The normal bot: plays the move with the highest weight, always calls, and mostly catches.

Tested in tests/bots/levels/test_weights.py.
"""

from __future__ import annotations

from random import Random

from huefall.bots.bot import View
from huefall.bots.levels.weights import weigh, weigh_play
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition
from huefall.vocabulary.moves import Move

#: How often it notices a missing call.
CATCHES = 0.9


class NormalBot:
    """A sensible player that thinks one move ahead, from what everyone can see."""

    level = "normal"

    def __init__(self, edition: Edition | None = None) -> None:
        self.edition = edition

    def choose(self, view: View, rng: Random) -> str:
        seat_view = SeatView(view, self.edition)
        weights = {move: weigh(seat_view, move) for move in seat_view.answers()}
        return seat_view.with_call(_heaviest(weights, rng))

    def claim(self, view: View, rng: Random) -> str | None:
        """Make a forgotten call, catch, or cut if the card is better played than kept."""
        seat_view = SeatView(view, self.edition)
        claims = seat_view.claims()
        for move in claims:
            if move.is_call or (move.verb == "catch" and rng.random() < CATCHES):
                return move.sentence
        weights = {move: weigh_play(seat_view, move) for move in claims if move.is_play}
        weights = {move: weight for move, weight in weights.items() if weight > 0}
        return seat_view.with_call(_heaviest(weights, rng)) if weights else None


def _heaviest(weights: dict[Move, float], rng: Random) -> Move:
    highest = max(weights.values())
    return rng.choice([move for move, weight in weights.items() if weight == highest])
