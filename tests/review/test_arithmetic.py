"""Luck and skill apart, in numbers worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import pytest
from tests.review.steps import played, step

from huefall.bots.explain.reasons import Reason
from huefall.game import Round
from huefall.protocol.reviews import Chance, MistakeFault, ReasonShown, ReviewMistake, ReviewSummary, ReviewTurn
from huefall.review.arithmetic import add_summaries, find_largest, review_round
from huefall.review.judge import JudgedStep, weigh_mistake
from huefall.review.prepare import StepFacts


def test_the_parts_of_a_round_worked_out_by_hand() -> None:
    judged = [
        step(0, (0.6, 0.4), seat=None),  # a good deal for seat 0: +0.1
        step(1, (0.7, 0.3)),  # seat 0 plays well: +0.1
        step(2, (0.55, 0.45), (0.65, 0.35), seat=1),  # seat 1 draws: its move is worth 0.05, the card 0.1
        step(3, (0.5, 0.5), forced=True, drew=(0,)),  # seat 0 had no choice: luck
        step(4, (1.0, 0.0), over=True, winner=0),  # seat 0 goes out
    ]
    review = review_round(1, played(), judged)
    first, second = review.summary
    assert (first.start, first.deal, first.draws, first.own, first.others, first.result) == (
        0.5, 0.1, -0.15, 0.6, -0.05, 1.0,
    )  # fmt: skip
    assert (second.start, second.deal, second.draws, second.own, second.others, second.result) == (
        0.5, -0.1, 0.15, 0.05, -0.6, 0.0,
    )  # fmt: skip
    assert (first.luck, second.luck) == (-0.05, 0.05)
    assert review.steps[2].play == (-0.05, 0.05)
    assert review.steps[2].luck == (-0.1, 0.1)
    assert review.steps[3].play == (0.0, 0.0)
    assert review.points == (5, 5) and review.scores == (9, 9)


def test_thirds_add_up_to_the_last_decimal() -> None:
    thirds = (0.333333, 0.333333, 0.333333)
    judged = [
        step(0, thirds, seat=None),
        step(1, (0.1, 0.2, 0.7)),
        step(2, (0.0, 0.0, 1.0), seat=2, over=True, winner=2),
    ]
    for summary in review_round(1, played(2, 3), judged).summary:
        assert summary.deal == 0.0
        assert round(summary.start + summary.own + summary.others, 6) == summary.result


def test_turning_points_are_the_largest_swings_with_their_cause() -> None:
    judged = [
        step(0, (0.5, 0.3, 0.2), seat=None),
        step(1, (0.3, 0.4, 0.3)),  # 0.2 by seat 0's own play
        step(2, (0.35, 0.35, 0.3), seat=1),  # too small to be mentioned
        step(3, (0.35, 0.15, 0.5), (0.35, 0.33, 0.32), seat=1, drew=(1,)),  # seat 1's cards were bad: 0.18 of 0.2
        step(4, (0.05, 0.25, 0.7), seat=2),  # seat 2 sets seat 0 back by 0.3
        step(5, (0.05, 0.05, 0.9), (0.05, 0.25, 0.7), seat=0),  # good cards somewhere for seat 2
    ]
    turns = review_round(1, Round(0, (), None), judged).turning_points
    assert [(turn.step, turn.cause, turn.code, turn.subject, turn.change, turn.swing) for turn in turns] == [
        (1, "play", "lost", 0, -0.2, 0.2),
        (3, "luck", "unlucky", 1, -0.18, 0.2),
        (4, "play", "hit", 0, -0.3, 0.3),
    ]


@pytest.mark.parametrize(
    ("chances", "after_move", "facts", "code", "subject"),
    [
        ((0.9, 0.1), None, {}, "gained", 0),
        ((0.1, 0.9), None, {}, "lost", 0),
        ((0.9, 0.1), None, {"seat": 1}, "lost", 1),
        ((0.9, 0.1), (0.5, 0.5), {"drew": (0,)}, "lucky", 0),
        ((0.1, 0.9), (0.5, 0.5), {"drew": (0,)}, "unlucky", 0),
        ((0.1, 0.9), (0.5, 0.5), {"drew": (1,)}, "lucky", 1),
        ((1.0, 0.0), None, {"over": True, "winner": 0}, "won", 0),
        ((1.0, 0.0), None, {"over": True, "winner": 0, "seat": 1}, "won", 0),
        ((0.0, 0.0), None, {"over": True}, "void", 0),
    ],
)
def test_a_turning_point_says_what_it_was(
    chances: tuple[float, ...], after_move: Any, facts: dict[str, Any], code: str, subject: int
) -> None:
    judged = [step(0, (0.5, 0.5), seat=None), step(1, chances, after_move, **facts)]
    (turn,) = review_round(1, played(None), judged).turning_points
    assert (turn.code, turn.subject, turn.change) == (code, subject, round(chances[subject] - 0.5, 6))


def test_heading_subject_and_number_of_a_turning_point_belong_together() -> None:
    # A challenge of seat 2: it draws four. That it challenged gives seat 1 a quarter, which cards it drew most of the rest.
    judged = [
        step(0, (0.3, 0.05, 0.65), seat=None),
        step(1, (0.03, 0.95, 0.02), (0.2, 0.3, 0.5), seat=2, drew=(2,)),
    ]
    (turn,) = review_round(1, played(None, 3), judged).turning_points
    assert (turn.cause, turn.code, turn.subject, turn.drew) == ("luck", "lucky_others", 1, (2,))
    assert turn.change == 0.65
    assert turn.swing == 0.9

    # The same the other way round: the move weighs more, and luck is not counted in.
    judged[1] = step(1, (0.03, 0.95, 0.02), (0.05, 0.8, 0.15), seat=2, drew=(2,))
    (turn,) = review_round(1, played(None, 3), judged).turning_points
    assert (turn.cause, turn.code, turn.subject, turn.change) == ("play", "helped", 1, 0.75)


def test_bad_luck_by_cards_of_others_is_attributed_to_them() -> None:
    judged = [step(0, (0.5, 0.3, 0.2), seat=None), step(1, (0.2, 0.4, 0.4), (0.5, 0.3, 0.2), seat=1, drew=(1, 2))]
    (turn,) = review_round(1, played(None, 3), judged).turning_points
    assert (turn.code, turn.subject, turn.change, turn.drew) == ("unlucky_others", 0, -0.3, (1, 2))


def test_a_mistake_that_did_its_player_good_as_the_cards_lay_says_so() -> None:
    def err(play: float, fault: MistakeFault) -> bool:
        half = Chance(0.5, 0.5, 0.5)
        found = ReviewMistake(
            1, 1, 0, fault, "mistake", "play r7", "play b7", half, half, 0.05, 0.0, ReasonShown("escapes_penalty", {})
        )
        judged = [step(0, (0.5, 0.5), seat=None), replace(step(1, (0.5 + play, 0.5 - play)), mistakes=(found,))]
        (mistake,) = review_round(1, played(None), judged).mistakes
        return mistake.went_well

    assert err(0.3, "choice")
    assert not err(0.02, "choice")  # too small to be mentioned
    assert not err(-0.3, "choice")
    assert not err(0.3, "uncalled")  # weighed with the hands as they were: it would have gained even more


def test_another_seat_may_be_the_one_that_gains_most() -> None:
    judged = [step(0, (0.3, 0.3, 0.4), seat=None), step(1, (0.2, 0.2, 0.6))]
    (turn,) = review_round(1, played(None, 3), judged).turning_points
    assert (turn.code, turn.subject, turn.seat) == ("helped", 2, 0)


def test_a_swing_within_the_error_is_no_turning_point() -> None:
    judged = [step(0, (0.5, 0.5), seat=None, width=0.1), step(1, (0.6, 0.4), width=0.1)]
    assert review_round(1, played(None), judged).turning_points == ()


def test_a_foul_costs_what_it_changed() -> None:
    judged = [
        step(0, (0.5, 0.5), seat=None),
        step(1, (0.3, 0.7), (0.4, 0.6), foul=True),  # the penalty itself costs 0.1, its card another 0.1
        step(2, (0.28, 0.72), foul=True),  # not worth talking of
    ]
    review = review_round(1, played(None), judged)
    (mistake,) = review.mistakes
    assert (mistake.step, mistake.fault, mistake.grade, mistake.gain) == (1, "foul", "blunder", 0.1)
    assert (mistake.better_chance.mean, mistake.chance.mean) == (0.5, 0.4)
    assert (review.summary[0].mistakes, review.summary[0].blunders) == (0, 1)


def test_accuracy_is_what_was_won_of_what_could_be() -> None:
    facts = {"foul": False, "forced": False, "over": False, "winner": None, "scores": (0, 0)}
    half = (Chance(0.5, 0.5, 0.5),) * 2
    judged = [
        JudgedStep(StepFacts(1, 0, None, None, **facts), half, None),
        JudgedStep(StepFacts(1, 1, 0, "play r7", **facts), half, None, decided=True, at_stake=0.2, loss=0.0),
        JudgedStep(StepFacts(1, 2, 1, "draw", **facts), half, None),
        JudgedStep(StepFacts(1, 3, 0, "play r8", **facts), half, None, decided=True, at_stake=0.2, loss=0.1),
    ]
    first, second = review_round(1, Round(0, (), None), judged).summary
    assert (first.decisions, first.accuracy, first.average_loss) == (2, 0.75, 0.05)
    assert (second.decisions, second.accuracy, second.average_loss) == (0, None, None)
    twice = add_summaries([first, first])
    assert (twice.rounds, twice.decisions, twice.loss, twice.accuracy, twice.start) == (2, 4, 0.2, 0.75, 1.0)


def test_losses_are_added_up_with_their_sign_and_only_the_sum_is_cut() -> None:
    def summed(*losses: float, at_stake: float = 0.2) -> ReviewSummary:
        judged = [step(0, (0.5, 0.5), seat=None)]
        judged += [
            replace(step(number, (0.5, 0.5)), decided=True, at_stake=at_stake, loss=loss)
            for number, loss in enumerate(losses, 1)
        ]
        return review_round(1, Round(0, (), None), judged).summary[0]

    # An estimate that errs one way is made up for by one that errs the other way.
    noisy = summed(0.05, -0.05)
    assert (noisy.loss, noisy.at_stake, noisy.accuracy, noisy.average_loss) == (0.0, 0.4, 1.0, 0.0)
    lucky, unlucky = summed(-0.1), summed(0.3)
    assert (lucky.loss, lucky.accuracy, lucky.average_loss) == (-0.1, 1.0, 0.0)
    assert (unlucky.loss, unlucky.accuracy, unlucky.average_loss) == (0.3, 0.0, 0.3)
    # Negative values are kept until all rounds are added up: 0.2 of 0.4 was lost.
    both = add_summaries([lucky, unlucky])
    assert (both.loss, both.accuracy, both.average_loss) == (0.2, 0.5, 0.1)
    assert summed(-0.1, at_stake=-0.01).accuracy is None


def test_there_is_no_accuracy_if_the_estimates_are_too_uncertain() -> None:
    def accuracy(margin: float) -> float | None:
        decided = replace(step(1, (0.5, 0.5)), decided=True, at_stake=0.2, loss=0.05, margin=margin)
        return review_round(1, Round(0, (), None), [step(0, (0.5, 0.5), seat=None), decided]).summary[0].accuracy

    assert (accuracy(0.04), accuracy(0.06)) == (0.75, None)


def test_a_turning_point_must_be_more_than_its_own_part_may_be_wrong_by() -> None:
    """The luck of a draw lies between the chances after the move and after its cards, however sure the others are."""
    judged = [
        step(0, (0.5, 0.5), seat=None),
        replace(step(1, (0.7, 0.3), (0.5, 0.5), drew=(0,)), after_move=(Chance(0.5, 0.2, 0.8),) * 2),
    ]
    assert review_round(1, Round(0, (), None), judged).turning_points == ()
    sure = [judged[0], replace(judged[1], after_move=(Chance(0.5, 0.45, 0.55),) * 2)]
    (turn,) = review_round(1, Round(0, (), None), sure).turning_points
    assert (turn.cause, turn.code, turn.change, turn.whole) == ("luck", "lucky", 0.2, 0.2)


def test_the_largest_come_first_and_of_equal_ones_the_earlier() -> None:
    turns = [
        ReviewTurn(number, 1, 0, "draw", "luck", "lucky", 0, 0.1, 0.1, swing)
        for number, swing in ((2, 0.1), (3, 0.3), (1, 0.1))
    ]
    assert [turn.round for turn in find_largest(turns)] == [3, 1, 2]
    assert len(find_largest(turns, 2)) == 2


def test_a_forced_move_that_draws_no_cards_changes_no_chances() -> None:
    judged = [
        step(0, (0.6, 0.4), seat=None, width=0.01),
        step(1, (0.7, 0.3), drew=(0,), forced=True, width=0.02),
        replace(step(2, (0.0, 0.0), forced=True), chances=()),
        step(3, (1.0, 0.0), over=True, winner=0),
    ]
    reviewed = review_round(1, played(), judged)
    assert reviewed.steps[2].chances == (0.7, 0.3)
    assert reviewed.steps[2].luck == reviewed.steps[2].play == (0.0, 0.0)
    margins = reviewed.summary[0].margins
    assert margins is not None and (margins.own, margins.draws) == (0.02, round(hypot(0.01, 0.02), 6))


def test_what_was_forgotten_counts_against_accuracy() -> None:
    facts = step(1, (0.6, 0.4)).facts
    lapse = weigh_mistake(
        facts, "uncalled", Chance(0.3, 0.3, 0.3), Chance(0.5, 0.5, 0.5), "play r7 uno", Reason("calls_uno", {})
    )
    assert lapse is not None
    well_chosen = replace(step(1, (0.6, 0.4)), decided=True, at_stake=0.6, loss=0.0, mistakes=(lapse,))
    judged = [step(0, (0.6, 0.4), seat=None), well_chosen, step(2, (1.0, 0.0), over=True, winner=0)]
    summary = review_round(1, played(), judged).summary[0]
    assert (summary.decisions, summary.at_stake, summary.loss, summary.accuracy) == (2, 0.8, 0.2, 0.75)
