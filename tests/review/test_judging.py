"""One decision judged: what is a mistake, what is none, and what the search is asked."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.game import Game
from huefall.game.match import Played
from huefall.review.judging import Judge, Judged
from huefall.review.model import Effort
from huefall.review.moments import Moment
from huefall.view import view_for

POSITION = {
    "edition": "classic",
    "hands": [["r1", "r2", "W"], ["g1", "g2", "g3"]],
    "discard": ["r5"],
    "pile": ["b1", "b2", "b3", "b4"],
    "turn": 0,
}


def judge(estimator: Any, sentence: str, hands: list[list[str]] | None = None, *, seat: int = 0, **more: Any) -> Judged:
    position = {**POSITION, "hands": hands or POSITION["hands"], **more}
    before, after = Game.from_position(position), Game.from_position(position)
    view = {**view_for(before, seat), "told": []} if seat == before.asked else None
    outcome = after.play(seat, sentence)
    drew = (seat,) if any(event.kind == "draw" for event in outcome.events) else ()
    played = Played(seat, sentence, outcome.foul, None)
    return Judge(estimator, Effort(100, 10, 100), 0).judge(Moment(1, 3, after, before, played, view, drew))


def test_the_best_move_is_no_mistake(by_hand: Any) -> None:
    judged = judge(by_hand({"play r1": 0.7, "draw": 0.1}), "play r1")
    assert (judged.decided, judged.at_stake, judged.loss, judged.mistakes) == (True, 0.6, 0.0, ())


@pytest.mark.parametrize(
    ("worth", "grade"), [(0.48, None), (0.46, "mistake"), (0.41, "mistake"), (0.4, "blunder"), (0.2, "blunder")]
)
def test_what_is_lost_makes_a_mistake_or_a_blunder(by_hand: Any, worth: float, grade: str | None) -> None:
    estimator = by_hand({"play r1": worth, "play r2": 0.5, "draw": 0.0, **{f"play W {c}": 0.3 for c in "rygb"}})
    judged = judge(estimator, "play r1")
    assert judged.loss == round(0.5 - worth, 6)
    assert judged.at_stake == 0.5
    assert [mistake.grade for mistake in judged.mistakes] == ([grade] if grade else [])
    for mistake in judged.mistakes:
        assert (mistake.round, mistake.step, mistake.seat, mistake.fault) == (1, 3, 0, "choice")
        assert (mistake.sentence, mistake.better, mistake.gain) == ("play r1", "play r2", judged.loss)
        assert (mistake.chance.mean, mistake.better_chance.mean) == (worth, 0.5)


def test_a_loss_within_the_error_is_no_mistake(by_hand: Any) -> None:
    estimator = by_hand({"play r1": 0.4, "play r2": 0.5}, width=0.1)
    judged = judge(estimator, "play r1")
    assert (judged.loss, judged.mistakes) == (0.1, ())


def test_the_second_question_is_about_best_played_and_worst_alone(by_hand: Any) -> None:
    estimator = by_hand({"play r1": 0.4, "play r2": 0.6, "draw": 0.2})
    judge(estimator, "play r1")
    sifted, judged = estimator.views
    assert {"play r1", "play r2", "draw", "play W b"} <= set(sifted["legal"])
    assert judged["legal"] == ["play r1", "play r2", "draw"]


def test_without_a_choice_nothing_is_judged(by_hand: Any) -> None:
    estimator = by_hand()
    judged = judge(estimator, "draw", [["g1", "g2"], ["b1", "b2"]])
    assert (judged.decided, judged.mistakes, estimator.views) == (False, (), [])


def test_the_card_a_move_draws_is_not_part_of_the_move(by_hand: Any) -> None:
    position = {**POSITION, "pile": ["W", "b2", "b3"]}
    before, after = Game.from_position(position), Game.from_position(position)
    after.play(0, "draw")
    moment = Moment(1, 1, after, before, Played(0, "draw", False, None), {**view_for(before, 0), "told": []}, (0,))
    judged = Judge(by_hand(), Effort(1, 1, 1), 0).judge(moment)
    # Weights by hand: four cards and one black one, 1/8, against 1/8; with the Wild that came 1/4 against 1/8.
    assert judged.after_move == (0.5, 0.5)
    assert [chance.mean for chance in judged.chances] == [0.666667, 0.333333]


def test_a_forgotten_call_is_weighed_for_itself(by_hand: Any) -> None:
    class Catching(by_hand):  # type: ignore[misc]
        def chances_after(self, _: Any, __: int, sentence: str, **___: Any) -> Any:
            called = 0.6 if sentence.endswith("uno") else 0.4
            return [self._guess(called), self._guess(1 - called)]

    judged = judge(Catching({"play r1": 0.5, "play r2": 0.5}), "play r1", [["r1", "r2"], ["g1", "g2"]])
    (mistake,) = judged.mistakes
    assert (mistake.fault, mistake.better, mistake.gain, mistake.reason.code) == (
        "uncalled", "play r1 uno", 0.2, "calls_uno",
    )  # fmt: skip
    assert judged.loss == 0.0  # the card itself was well chosen


def test_a_call_that_was_made_is_no_other_move(by_hand: Any) -> None:
    estimator = by_hand({"play r1": 0.6})
    judged = judge(estimator, "play r1 uno", [["r1", "r2"], ["g1", "g2"]])
    assert judged.decided
    assert judged.mistakes == ()


def test_a_catch_that_was_let_pass_is_told_of_everybody_who_could_have_made_it_UNO_02(by_hand: Any) -> None:  # noqa: N802
    hands = [["r1", "r2", "W"], ["g1"], ["y1", "y2"]]
    judged = judge(by_hand(), "play r1", hands, open=[1])
    found = [each for each in judged.mistakes if each.fault == "unclaimed"]
    assert [(each.seat, each.sentence, each.better, each.reason.params) for each in found] == [
        (0, None, "catch 1", {"seat": 1}), (2, None, "catch 1", {"seat": 1}),
    ]  # fmt: skip
    # Weights by hand: 1/4, 1/2 and 1/4, or 1/4, 1/8 and 1/4 with two cards more in the caught hand.
    assert {(each.chance.mean, each.better_chance.mean, each.gain) for each in found} == {(0.25, 0.4, 0.15)}


def test_who_catches_spares_the_others_the_blame_UNO_02(by_hand: Any) -> None:  # noqa: N802
    hands = [["r1", "r2", "W"], ["g1"], ["y1", "y2"]]
    assert judge(by_hand(), "catch 1", hands, seat=2, open=[1]).mistakes == ()
    assert judge(by_hand(), "uno", hands, seat=1, open=[1]).mistakes == ()


def test_a_cut_that_was_let_pass_is_told_CUT_01(by_hand: Any) -> None:  # noqa: N802
    hands = [["r1", "r2", "W"], ["g1", "g2", "r5"]]
    judged = judge(by_hand(), "play r1", hands, cut="r5", options={"cut": True})
    (mistake,) = [each for each in judged.mistakes if each.fault == "unclaimed"]
    assert (mistake.seat, mistake.better, mistake.reason.code) == (1, "play r5", "cuts")
