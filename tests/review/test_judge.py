"""One decision judged: when it is a mistake, and what the search is asked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from huefall.bots.explain.reasons import Reason
from huefall.game import Game
from huefall.game.match import Played
from huefall.intervals import wilson_bounds
from huefall.protocol.reviews import Chance, ReviewEffort, ReviewMistake
from huefall.review import rollout_estimator
from huefall.review.claims import Claimant, find_claimants, find_missed
from huefall.review.judge import Judge, JudgedStep, weigh_mistake
from huefall.review.prepare import PreparedStep, StepFacts
from huefall.testing import shuffle_hidden
from huefall.view import view_for

POSITION = {
    "edition": "classic",
    "hands": [["r1", "r2", "W"], ["g1", "g2", "g3"]],
    "discard": ["r5"],
    "pile": ["b1", "b2", "b3", "b4"],
    "turn": 0,
}


def judge(
    estimator: Any, sentence: str, hands: list[list[str]] | None = None, *, seat: int = 0, **more: Any
) -> JudgedStep:
    position = {**POSITION, "hands": hands or POSITION["hands"], **more}
    before, after = Game.from_position(position), Game.from_position(position)
    view = {**view_for(before, seat), "told": []} if seat == before.asked else None
    outcome = after.play(seat, sentence)
    drew = (seat,) if any(event.kind == "draw" for event in outcome.events) else ()
    played = Played(seat, sentence, outcome.foul, None)
    unclaimed = find_missed(find_claimants(before, [[]] * before.players), before, played, after)
    return Judge(estimator, ReviewEffort(100, 10, 100), 0).judge(
        PreparedStep(1, 3, after, before, played, view, drew, unclaimed)
    )


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


def test_one_trial_each_makes_no_blunder_and_many_do() -> None:
    facts = StepFacts(
        round=1, step=3, seat=0, sentence="play r1", foul=False, forced=False, over=False, winner=None, scores=(0, 0)
    )

    def weigh(trials: int) -> ReviewMistake | None:
        lost, won = (Chance(mean, *wilson_bounds(mean, trials)) for mean in (0.0, 1.0))
        return weigh_mistake(facts, "choice", lost, won, "play r2", Reason("close", {}))

    assert weigh(1) is None
    found = weigh(100)
    assert found is not None and found.grade == "blunder"
    # Wilson of 100 out of 100 is down to 100 / (100 + 1.96²) = 0.963, 0.037 away; that of 0 is as far up.
    assert found.margin == pytest.approx(0.0370 * 2**0.5, abs=1e-4)


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
    step = PreparedStep(1, 1, after, before, Played(0, "draw", False, None), {**view_for(before, 0), "told": []}, (0,))
    judged = Judge(by_hand(), ReviewEffort(1, 1, 1), 0).judge(step)
    # Weights by hand: four cards and one black one, 1/8, against 1/8; with the Wild that came 1/4 against 1/8.
    assert judged.after_move is not None
    assert [chance.mean for chance in judged.after_move] == [0.5, 0.5]
    assert [chance.mean for chance in judged.chances] == [0.666667, 0.333333]


def test_a_forgotten_call_is_weighed_for_itself(by_hand: Any) -> None:
    worth = {"play r1": 0.4, "play r2": 0.4, "draw": 0.1, "play r1 uno": 0.6}
    judged = judge(by_hand(worth), "play r1", [["r1", "r2"], ["g1", "g2"]])
    (mistake,) = judged.mistakes
    assert (mistake.fault, mistake.better, mistake.gain, mistake.reason.code) == (
        "uncalled", "play r1 uno", 0.2, "calls_uno",
    )  # fmt: skip
    assert judged.loss == 0.0  # the card itself was well chosen


def test_a_forgotten_call_with_a_forced_move_is_not_luck_UNO_01(by_hand: Any) -> None:  # noqa: N802
    worth = {"play r1": 0.4, "play r1 uno": 0.6}
    drawn = {"options": {"drawn": "forced"}, "drawn": "r1"}
    judged, made = (
        judge(by_hand(worth), said, [["r1", "g2"], ["g1", "g3"]], **drawn) for said in ("play r1", "play r1 uno")
    )
    assert (judged.facts.forced, judged.facts.is_luck) == (False, False)
    assert [mistake.fault for mistake in judged.mistakes] == ["uncalled"]
    assert judged.chances != ()
    assert (made.facts.forced, made.facts.is_idle, made.mistakes) == (True, True, ())


def test_a_missed_catch_with_a_forced_move_is_not_luck_UNO_02(by_hand: Any) -> None:  # noqa: N802
    table: dict[str, Any] = {"hands": [["g1", "g2"], ["b1"]], "options": {"catch_until": "turn"}}
    missed, none = (judge(by_hand(), "draw", **table, open=[1][:count]) for count in (1, 0))
    assert (missed.facts.forced, none.facts.forced) == (False, True)


def test_a_false_call_costs_its_penalty_and_the_card_is_judged_for_itself_UNO_04(by_hand: Any) -> None:  # noqa: N802
    judged = judge(by_hand({"play r1": 0.3, "play r1 uno": 0.25, "play r2": 0.6, "draw": 0.2}), "play r1 uno")
    assert judged.facts.foul and judged.facts.false_call
    choice, foul = judged.mistakes
    assert (choice.fault, choice.better, choice.gain) == ("choice", "play r2", 0.3)
    assert (foul.fault, foul.better, foul.gain, foul.reason.code) == ("foul", None, 0.05, "foul")


def test_a_call_that_was_made_is_no_other_move(by_hand: Any) -> None:
    estimator = by_hand({"play r1": 0.6})
    judged = judge(estimator, "play r1 uno", [["r1", "r2"], ["g1", "g2"]])
    assert judged.decided
    assert judged.mistakes == ()


@pytest.mark.parametrize(("played", "loss"), [("play r1", -0.1), ("play r2", 0.0), ("draw", 0.3)])
def test_what_is_lost_against_the_best_of_the_first_answer_may_be_below_nought(
    by_hand: Any, played: str, loss: float
) -> None:
    class Erring(by_hand):  # type: ignore[misc]
        def value(self, view: Any, sentence: str) -> float:
            is_first = "play W r" in view["legal"]
            worth = {"play r1": 0.4, "play r2": 0.6} if is_first else {"play r1": 0.6, "play r2": 0.5}
            return {**worth, "draw": 0.2}.get(sentence, 0.3)

    judged = judge(Erring(), played)
    assert (judged.at_stake, judged.loss) == (0.3, loss)


# Claims

HANDS = [["r1", "r2", "W"], ["g1"], ["y1", "y2"]]


def missed(judged: JudgedStep) -> list[ReviewMistake]:
    return [each for each in judged.mistakes if each.fault == "unclaimed"]


@pytest.fixture
def catching(by_hand: Any) -> Any:
    """An estimator for which a catch is worth a tenth, out of turn and in the claimant's own turn."""

    class Catching(by_hand):  # type: ignore[misc]
        def value(self, view: Any, sentence: str) -> float:
            caught = sentence.startswith("catch") or view["sizes"][1] > 1
            best = 0.05 if sentence == "play r2" else 0.0
            return 0.4 + 0.1 * caught + best

    return Catching()


def test_a_missed_catch_is_a_mistake_of_every_seat_that_could_make_it_UNO_02(catching: Any) -> None:  # noqa: N802
    found = missed(judge(catching, "play r1", HANDS, open=[1]))
    assert [(each.seat, each.sentence, each.better, each.reason.params) for each in found] == [
        (0, None, "catch 1", {"seat": 1}), (2, None, "catch 1", {"seat": 1}),
    ]  # fmt: skip
    # Seat 0 would have gone on with its best card, caught or not; what it played is another matter.
    assert [(each.chance.mean, each.better_chance.mean, each.gain) for each in found] == [
        (0.45, 0.55, 0.1), (0.4, 0.5, 0.1),
    ]  # fmt: skip


def test_a_claim_is_judged_twice_and_only_against_not_claiming(catching: Any) -> None:
    judge(catching, "play r1", HANDS, open=[1])
    asked = [(view["legal"], view["sizes"][1]) for view in catching.views if view["seat"] == 2]
    assert asked == [(["catch 1"], 1), (["catch 1"], 1)]
    # The asked seat's own best move: of the table as it was and of the one after the catch, each sifted first.
    asked = [(len(view["legal"]), view["sizes"][1]) for view in catching.views if view["seat"] == 0][:4]
    assert asked[0][0] > 1 < asked[1][0]
    assert [size for _, size in asked] == [1, 3, 3, 1]
    assert [count for count, _ in asked[2:]] == [1, 1]


def test_a_claim_without_value_is_not_missed(by_hand: Any) -> None:
    estimator = by_hand({"": 0.6, "catch 1": 0.5})
    assert missed(judge(estimator, "play r1", HANDS, open=[1])) == []
    assert len([view for view in estimator.views if view["seat"] == 2]) == 1  # no second question


def test_a_catch_by_one_seat_is_not_missed_by_the_others_UNO_02(catching: Any) -> None:  # noqa: N802
    assert judge(catching, "catch 1", HANDS, seat=2, open=[1]).mistakes == ()
    assert judge(catching, "uno", HANDS, seat=1, open=[1]).mistakes == ()


def test_a_foul_ends_no_chance_to_catch_UNO_02(catching: Any) -> None:  # noqa: N802
    hands = [["r1", "g2", "W"], ["g1"], ["y1", "y2"]]
    judged = judge(catching, "play g2", hands, open=[1])
    assert judged.facts.foul
    assert judged.mistakes == ()


def test_the_end_of_a_round_ends_every_chance_to_catch_UNO_02(catching: Any) -> None:  # noqa: N802
    judged = judge(catching, "play r1", [["r1"], ["g1"], ["y1", "y2"]], open=[1])
    assert judged.facts.winner == 0
    assert [each.seat for each in missed(judged)] == [0, 2]


def test_a_missed_cut_is_a_mistake_CUT_01(by_hand: Any) -> None:  # noqa: N802
    hands = [["r1", "r2", "W"], ["g1", "g2", "r5"]]
    judged = judge(by_hand({"play r5": 0.6}), "play r1", hands, cut="r5", options={"cut": True})
    (mistake,) = missed(judged)
    assert (mistake.seat, mistake.better, mistake.gain, mistake.reason.code) == (1, "play r5", 0.1, "cuts")


@pytest.mark.parametrize(
    ("seat", "claim", "more"),
    [
        (2, "play r5 uno", {"cut": "r5", "options": {"cut": True}}),
        (0, "catch 1", {"open": [1], "options": {"catch_until": "turn"}}),
        (2, "catch 1", {"open": [1], "options": {"catch_until": "turn"}}),
    ],
)
def test_claims_are_judged_by_what_could_be_seen_and_not_by_the_hands(seat: int, claim: str, more: Any) -> None:
    hands = [["r1", "r2", "b8"], ["y1"] if "open" in more else ["y1", "y3", "y4"], ["r7", "r5"]]
    pile = ["g4", "r+2", "b1", "b2", "b3", "b4", "y9", "gS", "W+4", "rR", "y2", "g9", "W", "b5", "y5", "g6"]
    position = Game.from_position({**POSITION, "hands": hands, "pile": pile, **more}).position()

    def missed_in(position: Any) -> tuple[list[Claimant], list[ReviewMistake]]:
        before, after = Game.from_position(position), Game.from_position(position)
        after.play(0, "draw")
        played = Played(0, "draw", False, None)
        unclaimed = find_missed(find_claimants(before, [[]] * 3), before, played, after)
        judged = Judge(rollout_estimator, ReviewEffort(10, 100, 2000), 0).judge(
            PreparedStep(1, 3, after, before, played, None, (0,), unclaimed)
        )
        return [each for each in unclaimed if each.seat == seat], [
            each for each in judged.mistakes if each.seat == seat
        ]

    (claimant,), mistakes = missed_in(position)
    assert claim in claimant.claims
    assert [mistake.better for mistake in mistakes] == [claim]
    for seed in range(4):
        assert missed_in(shuffle_hidden(position, seat, Random(seed))) == ([claimant], mistakes)
