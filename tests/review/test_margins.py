"""How sure luck and skill are, in numbers worked out by hand."""

from __future__ import annotations

from math import sqrt

from tests.review.steps import played, step

from huefall.game import Round
from huefall.protocol.reviews import ReviewMargins
from huefall.review.arithmetic import add_summaries, review_round


def test_the_margins_of_a_round_worked_out_by_hand() -> None:
    judged = [
        step(0, (0.6, 0.4), seat=None, width=0.01),
        step(1, (0.7, 0.3), width=0.02),
        step(2, (0.6, 0.4), width=0.04),  # seat 0 again: the chances between its two moves do not affect it
        step(3, (0.55, 0.45), (0.65, 0.35), seat=1, width=0.08),
        step(4, (0.5, 0.5), forced=True, drew=(0,), width=0.16),
        step(5, (1.0, 0.0), over=True, winner=0),  # certain
    ]
    first, second = (each.margins for each in review_round(1, played(), judged).summary)
    assert first is not None and second is not None
    # The hand is as sure as the chance after the deal.
    assert first.deal == second.deal == 0.01
    # Own: -step 0 + step 2, then -step 4 + the end. Others: -step 2 + what seat 1's move was worth before its card was known.
    assert first.own == round(sqrt(0.01**2 + 0.04**2 + 0.16**2), 6)
    assert first.others == round(sqrt(0.04**2 + 0.08**2), 6)
    assert (second.own, second.others) == (first.others, first.own)
    # Draws: -the same + step 3, then -step 3 + step 4. Luck as a whole adds the deal.
    assert first.draws == round(sqrt(0.08**2 + 0.16**2), 6)
    assert first.luck == round(sqrt(0.01**2 + 0.08**2 + 0.16**2), 6)
    assert first.result == 0.0


def test_a_round_that_is_not_over_is_as_sure_as_its_last_chance() -> None:
    judged = [step(0, (0.6, 0.4), seat=None, width=0.01), step(1, (0.7, 0.3), forced=True, drew=(0,), width=0.03)]
    margins = review_round(1, Round(0, (), None), judged).summary[0].margins
    # What the deal gave is taken away again by the forced move: of luck as a whole only the last chance is left.
    assert margins == ReviewMargins(
        deal=0.01, draws=0.031623, own=0.0, others=0.0, luck=0.03, result=0.03, at_stake=0.0
    )


def test_margins_of_several_rounds_add_up_by_their_squares() -> None:
    one, other = (
        review_round(1, Round(0, (), None), [step(0, (0.6, 0.4), seat=None, width=width)]).summary[0]
        for width in (0.03, 0.04)
    )
    both = add_summaries([one, other])
    assert both.margins == ReviewMargins(
        deal=0.05, draws=0.0, own=0.0, others=0.0, luck=0.05, result=0.05, at_stake=0.0
    )
