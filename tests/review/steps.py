"""Steps of a round as if they had been estimated, for sums that can be done by hand."""

from __future__ import annotations

from typing import Any

from huefall.game import Result, Round
from huefall.protocol.reviews import Chance
from huefall.review.judge import JudgedStep
from huefall.review.prepare import StepFacts


def step(
    number: int,
    chances: tuple[float, ...],
    after_move: tuple[float, ...] | None = None,
    *,
    seat: int | None = 0,
    width: float = 0.0,
    **facts: Any,
) -> JudgedStep:
    known = {"foul": False, "forced": False, "over": False, "winner": None, "scores": (0,) * len(chances)} | facts
    sentence = None if seat is None else "play r7"

    def estimate(means: tuple[float, ...]) -> tuple[Chance, ...]:
        return tuple(Chance(mean, mean - width, mean + width) for mean in means)

    return JudgedStep(
        StepFacts(1, number, seat, sentence, **known),
        estimate(chances),
        None if after_move is None else estimate(after_move),
    )


def played(winner: int | None = 0, seats: int = 2) -> Round:
    return Round(dealer=1, deck=(), reshuffle=None, result=Result(winner, (5,) * seats, (9,) * seats))
