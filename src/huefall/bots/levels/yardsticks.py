"""Yardsticks: two simple reference bots for measuring strength. No table offers them.

``random`` plays uniformly over its legal plays, as ``huefall simulate`` does (``huefall.kernel.batch``): most published
figures are against it. ``greedy`` plays as many cards as it can, most points first. Both draw only when they must, call
whenever it is due and accept every penalty; neither challenges, dances, catches or cuts.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from huefall.bots.bot import View
from huefall.bots.default_answer import default_answer
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition
from huefall.vocabulary.moves import Move


class _Yardstick:
    """Plays if it can, calls, and accepts everything else."""

    level = ""

    def __init__(self, edition: Edition | None = None) -> None:
        self.edition = edition

    def choose(self, view: View, rng: Random) -> str:
        """Play a card or name a colour if possible; else draw, keep, pass or accept."""
        seat_view = SeatView(view, self.edition)
        answers = seat_view.answers()
        cardless = [move for move in answers if move.verb not in ("play", "color")]
        if "accept" not in view["legal"]:
            playable = [move for move in answers if move.verb in ("play", "color")]
            if playable:
                return seat_view.with_call(self._pick(seat_view, playable, rng))
        return default_answer({**view, "legal": [move.sentence for move in cardless]})

    def claim(self, view: View, rng: Random) -> str | None:  # noqa: ARG002  # no randomness
        """Make a call that could not be made with the play; no other claims."""
        return "uno" if "uno" in view["legal"] else None

    def _pick(self, seat_view: SeatView, moves: list[Move], rng: Random) -> Move:
        raise NotImplementedError


class RandomBot(_Yardstick):
    """Uniform over its legal plays; each colour of a black card counts as a play."""

    level = "random"

    def _pick(self, seat_view: SeatView, moves: list[Move], rng: Random) -> Move:  # noqa: ARG002  # it does not look
        return rng.choice(moves)


class GreedyBot(_Yardstick):
    """Most cards first, then most points, then the colour held most."""

    level = "greedy"

    def _pick(self, seat_view: SeatView, moves: list[Move], rng: Random) -> Move:
        weights = [_greed(seat_view, move) for move in moves]
        highest = max(weights)
        return rng.choice([move for move, weight in zip(moves, weights, strict=True) if weight == highest])


def _greed(seat_view: SeatView, move: Move) -> tuple[int, int, int]:
    points = sum(seat_view.kinds[card].row.points for card in move.cards)
    left = Counter(seat_view.color_of(card) for card in seat_view.after(move))
    return len(move.cards), points, left[move.color] if move.color is not None else 0
