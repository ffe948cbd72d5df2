"""The normal bot: takes the move that weighs most, always calls, and mostly catches."""

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
    """A sensible player that thinks one move ahead and only about what everybody can see."""

    level = "normal"

    def __init__(self, edition: Edition | None = None) -> None:
        self.edition = edition

    def choose(self, view: View, rng: Random) -> str:
        """Take the answer that weighs most."""
        seat_view = SeatView(view, self.edition)
        weights = {move: weigh(seat_view, move) for move in seat_view.answers()}
        return seat_view.with_call(_heaviest(weights, rng))

    def claim(self, view: View, rng: Random) -> str | None:
        """Make up for a forgotten call, catch, or cut where the card is better played than kept."""
        seat_view = SeatView(view, self.edition)
        claims = seat_view.claims()
        for move in claims:
            if move.verb == "uno" or (move.verb == "catch" and rng.random() < CATCHES):
                return move.sentence
        weights = {move: weigh_play(seat_view, move) for move in claims if move.verb == "play"}
        weights = {move: weight for move, weight in weights.items() if weight > 0}
        return seat_view.with_call(_heaviest(weights, rng)) if weights else None


def _heaviest(weights: dict[Move, float], rng: Random) -> Move:
    most = max(weights.values())
    return rng.choice([move for move, weight in weights.items() if weight == most])
