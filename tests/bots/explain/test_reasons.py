"""Why a move is better: the reason found for plain cases, and words for all of them."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.bots.explain.reasons import CODES, Reason, Reasons
from huefall.bots.search.estimates import Estimate, Ranked
from huefall.game import Game
from huefall.texts import LANGUAGES, load
from huefall.texts.advice import advise
from huefall.view import view_for


def seen(hand: list[str], others: list[list[str]], told: list[dict[str, Any]] | None = None, **position: Any) -> Any:
    """Return the view of seat 0, who is asked."""
    whole = {"hands": [hand, *others], "discard": ["r5"], "pile": ["y9", "y8", "y7"], "turn": 0, **position}
    return {**view_for(Game.from_position(whole), 0), "told": told or []}


def sure(sentence: str, chance: float) -> Ranked:
    return Ranked(sentence, Estimate(chance, chance, chance, 1))


def why_better(view: Any, better: str, other: str, chances: tuple[float, float] = (0.9, 0.1)) -> Reason:
    return Reasons(view).why_better(sure(better, chances[0]), sure(other, chances[1]))


MANY = ["b1", "b2", "b3", "b4", "b6", "b7"]
TWO_LEFT = ["g8", "g9"]


@pytest.mark.parametrize(
    ("view", "better", "other", "reason"),
    [
        (seen(["r1"], [MANY]), "play r1", "draw", Reason("goes_out", {})),
        (seen(["r1", "W", "b9"], [MANY]), "play r1", "play W b", Reason("keeps_black", {"card": "W"})),
        (seen(["r1", "rS", "b9"], [MANY]), "play r1", "draw", Reason("plays_at_all", {"card": "r1"})),
        (seen(["rS", "b9", "b8"], [MANY]), "draw", "play rS", Reason("keeps_action", {"card": "rS"})),
        (seen(["W", "b9", "b8"], [MANY]), "draw", "play W b", Reason("keeps_black", {"card": "W"})),
        # A number is kept for what the others could do if it were played, which the hand does not tell.
        (
            seen(["r1", "b9", "b8"], [MANY]), "draw", "play r1",
            Reason("wins_more_often", {"percent": 90, "other": 10}),
        ),
        (seen(["r+2", "b9", "b8"], [MANY]), "play r+2", "draw", Reason("keeps_turn", {"card": "r+2"})),
        (
            seen(["r+2", "b9", "b8"], [MANY, MANY]), "play r+2", "draw",
            Reason("hits_next", {"seat": 1, "card": "r+2"}),
        ),
        (
            seen(["r0", "b9", "b8"], [MANY], options={"seven_zero": True}), "draw", "play r0",
            Reason("keeps_small_hand", {"amount": 2}),
        ),
        (seen(["W", "g1"], [MANY]), "play W g uno", "play W b uno", Reason("names_last", {"color": "g"})),
        (
            seen(["r1", "W+4", "b9"], [MANY]), "play r1", "play W+4 b", Reason("avoids_bluff", {"card": "W+4"}),
        ),
        (
            seen(["r1", "rS", "b9"], [TWO_LEFT, MANY]), "play rS", "play r1",
            Reason("stops_near_out", {"seat": 1, "amount": 2}),
        ),
        (
            seen(["r1", "rR", "b9"], [TWO_LEFT, MANY]), "play rR", "play r1",
            Reason("turns_away", {"seat": 1, "amount": 2}),
        ),
        (
            seen(["r1", "rR", "b9"], [MANY, TWO_LEFT]), "play r1", "play rR",
            Reason("turns_away", {"seat": 2, "amount": 2}),
        ),
        (seen(["r1", "rS", "b9"], [MANY]), "play rS", "play r1", Reason("keeps_turn", {"card": "rS"})),
        (
            seen(["W", "b8", "b9", "g1"], [MANY]), "play W b", "play W g",
            Reason("names_most_held", {"color": "b", "amount": 2}),
        ),
        (
            seen(
                ["W", "b8", "g1"], [MANY],
                [
                    {"event": "turn_up", "card": "g5", "rule": "FIRST-01"},
                    {"event": "draw", "seat": 1, "rule": "PLAY-03"},
                ],
            ),
            "play W g", "play W b", Reason("next_lacks_color", {"seat": 1, "color": "g"}),
        ),
        (
            seen(["r7", "b7", "r9", "y1"], [MANY], options={"same_symbol": True}), "play r7 b7", "play r9",
            Reason("more_cards", {"amount": 2}),
        ),
        (
            seen(["r1", "b5", "b8", "b9"], [MANY, MANY]), "play b5", "play r1",
            Reason("keeps_color_going", {"color": "b", "amount": 2}),
        ),
        (seen(["r1", "rS", "y8"], [MANY, MANY]), "play r1", "play rS", Reason("keeps_action", {"card": "rS"})),
        (
            seen(["r+2", "r1", "y8"], [MANY, MANY]), "play r+2", "play r1",
            Reason("hits_next", {"seat": 1, "card": "r+2"}),
        ),
        (
            seen(["r7", "r1", "y8"], [MANY, TWO_LEFT], options={"seven_zero": True}), "play r7 >2", "play r7 >1",
            Reason("swaps_for_fewer", {"seat": 2, "amount": 2}),
        ),
        (
            seen(["r1", "y2", "y3"], [TWO_LEFT], discard=["r5", "W+4"], color="g",
                 pending={"kind": "wild4", "seat": 0, "draw": 4, "from": 1, "count": 1, "guilty": False}),
            "accept", "challenge", Reason("challenge_unlikely", {"seat": 1, "percent": 16}),
        ),
        (
            seen(["r1", "y2", "y3"], [MANY], discard=["r5", "W+4"], color="g",
                 pending={"kind": "wild4", "seat": 0, "draw": 4, "from": 1, "count": 1, "guilty": False}),
            "challenge", "accept", Reason("challenge_likely", {"seat": 1, "percent": 52}),
        ),
        (
            seen(["r+2", "y2", "y3"], [MANY, MANY], options={"stacking": "same"}, discard=["r5", "g+2"],
                 pending={"kind": "draw2", "seat": 0, "draw": 2, "from": 2, "count": 1, "guilty": None}),
            "play r+2", "accept", Reason("passes_penalty_on", {"amount": 4, "card": "r+2", "seat": 1}),
        ),
    ],
)  # fmt: skip
def test_the_telling_difference_is_found(view: Any, better: str, other: str, reason: Reason) -> None:
    assert {better, other} <= set(view["legal"])
    assert why_better(view, better, other) == reason


@pytest.mark.parametrize(
    ("view", "better", "other", "code"),
    [
        # A black card that names the boosted colour skips nobody (BUZZ-03).
        (
            seen(["W", "r1", "b1", "b9"], [TWO_LEFT], edition="buzz", boost="r"),
            "play W r",
            "play W b",
            "stops_near_out",
        ),
        # There are more red cards than blue ones.
        (seen(["W", "r1", "r2", "r3", "b1", "b9", "g1"], [MANY]), "play W b", "play W g", "names_most_held"),
    ],
)
def test_what_is_not_so_is_not_said(view: Any, better: str, other: str, code: str) -> None:
    assert {better, other} <= set(view["legal"])
    assert why_better(view, better, other).code != code


def answering(kind: str, top: str, hand: list[str], draw: int, edition: str = "classic", **options: Any) -> Any:
    """Return the view of seat 0 of three, who is asked for a card that seat 2 has played."""
    pending = {
        "kind": kind,
        "seat": 0,
        "draw": draw,
        "from": 2,
        "count": 1,
        "guilty": False if kind == "wild4" else None,
    }
    return seen(hand, [MANY, MANY], edition=edition, options=options, discard=["r5", top], color="g", pending=pending)


@pytest.mark.parametrize(
    ("view", "better", "other", "reason"),
    [
        # Run! is worded by what it stops (JUR-01).
        (
            answering("reverse", "gR*", ["WE", "r1"], 0, "jurassic"), "play WE g uno", "accept",
            Reason("escapes_reverse", {"card": "gR*"}),
        ),
        (
            answering("skip", "gS*", ["WE", "r1"], 0, "jurassic"), "play WE g uno", "accept",
            Reason("escapes_skip", {"card": "gS*"}),
        ),
        (
            seen(["WE", "r1"], [MANY], edition="jurassic", discard=["r5", "gR*"],
                 pending={"kind": "reverse", "seat": 0, "draw": 0, "from": 1, "count": 1, "guilty": None}),
            "play WE g uno", "accept", Reason("escapes_skip", {"card": "gR*"}),
        ),
        (
            answering("draw2", "g+2*", ["WE", "r1"], 2, "jurassic"), "play WE g uno", "accept",
            Reason("escapes_penalty", {}),
        ),
        (
            answering("skip", "gS*", ["WE", "r1"], 0, "jurassic"), "accept", "play WE g uno",
            Reason("keeps_for_later", {"card": "WE"}),
        ),
        (
            answering("draw2", "g+2*", ["WE", "r1"], 2, "jurassic"), "accept", "play WE g uno",
            Reason("takes_penalty", {"card": "WE"}),
        ),
        # A Reverse sends the penalty back, a Skip on (SHIELD-01); a draw card adds to it while stacking is on (CUT-02).
        (
            answering("draw2", "g+2", ["gR", "gS", "r1"], 2, shields=True), "play gR", "accept",
            Reason("passes_penalty_on", {"amount": 2, "card": "gR", "seat": 2}),
        ),
        (
            answering("draw2", "g+2", ["gR", "gS", "r1"], 2, shields=True), "play gS", "accept",
            Reason("passes_penalty_on", {"amount": 2, "card": "gS", "seat": 1}),
        ),
        (
            answering("draw2", "g+2", ["W+4", "r1", "r2"], 6, stacking="cumulative"), "play W+4 r", "accept",
            Reason("passes_penalty_on", {"amount": 10, "card": "W+4", "seat": 1}),
        ),
        (
            answering("draw2", "g+2", ["r+2", "b+2", "r1"], 2, stacking="same", same_symbol=True),
            "play r+2 b+2 uno", "accept", Reason("passes_penalty_on", {"amount": 6, "card": "r+2", "seat": 1}),
        ),
        (
            seen(["g+2", "r1", "r2"], [MANY, MANY], options={"cut": True}, discard=["r5", "g+2"], color="g", cut="g+2",
                 pending={"kind": "draw2", "seat": 0, "draw": 2, "from": 2, "count": 1, "guilty": None}),
            "play g+2", "accept", Reason("passes_penalty_on", {"amount": 2, "card": "g+2", "seat": 1}),
        ),
    ],
)  # fmt: skip
def test_an_answer_is_explained_by_what_is_pending(view: Any, better: str, other: str, reason: Reason) -> None:
    assert {better, other} <= set(view["legal"])
    assert why_better(view, better, other) == reason


@pytest.mark.parametrize(
    ("options", "edition", "card", "code"),
    [
        ({}, "classic", "r+2", "keeps_turn"),
        ({}, "classic", "rS", "keeps_turn"),
        ({}, "classic", "rR", "keeps_turn"),
        ({"shields": True}, "classic", "rS", "keeps_turn"),  # shields answer penalties alone
        ({"stacking": "draw2"}, "classic", "r+2", "hits_unless_answered"),
        ({"shields": True}, "classic", "r+2", "hits_unless_answered"),
        ({"cut": True}, "classic", "rS", "hits_unless_answered"),
        ({"footprints": "half"}, "jurassic", "rS", "keeps_turn"),
        ({}, "jurassic", "rS*", "hits_unless_answered"),
        ({}, "jurassic", "rR*", "hits_unless_answered"),
    ],
)
def test_a_turn_is_sure_to_be_taken_only_where_nothing_answers(
    options: dict[str, Any], edition: str, card: str, code: str
) -> None:
    two = seen([card, "r1", "y8"], [MANY], edition=edition, options=options)
    assert why_better(two, f"play {card}", "play r1").code == code


@pytest.mark.parametrize(
    ("options", "hand", "code"),
    [
        ({}, ["W+4", "r1", "y8"], "stops_unless_answered"),  # a bluff: the challenge would succeed
        ({}, ["W+4", "b5", "y8"], "stops_near_out"),  # a challenge would fail
        ({"challenge": False}, ["W+4", "r1", "y8"], "stops_near_out"),
        ({"stacking": "draw2"}, ["W+4", "b5", "y8"], "stops_near_out"),  # STACK-01: only Draw Two on Draw Two
        ({"stacking": "same"}, ["W+4", "b5", "y8"], "stops_unless_answered"),
    ],
)
def test_a_wild_draw_four_stops_for_sure_unless_there_is_an_answer(
    options: dict[str, Any], hand: list[str], code: str
) -> None:
    view = seen(hand, [TWO_LEFT, MANY], options=options)
    assert why_better(view, "play W+4 y", f"play {hand[1]}").code == code


@pytest.mark.parametrize(
    ("options", "code"),
    [({"wild4": "enforce"}, "keeps_restricted"), ({}, "keeps_restricted"), ({"challenge": False}, "keeps_black")],
)
def test_only_a_card_that_always_fits_is_said_to(options: dict[str, Any], code: str) -> None:
    view = seen(["W+4", "b5", "y8"], [MANY, MANY], options=options)
    assert why_better(view, "play b5", "play W+4 y") == Reason(code, {"card": "W+4"})


def test_of_many_players_a_kept_reverse_stops_nobody() -> None:
    hand = ["r1", "rR", "y8"]
    assert why_better(seen(hand, [MANY]), "play r1", "play rR").code == "keeps_action"
    assert why_better(seen(hand, [MANY, MANY]), "play r1", "play rR").code != "keeps_action"


def test_points_are_no_reason_to_win_a_round() -> None:
    for hand, better, other in ((["r9", "r1", "y8"], "play r9", "play r1"), (["W", "r1", "y8"], "play W b", "play r1")):
        view = seen(hand, [MANY, TWO_LEFT], options={"target": 0})
        assert why_better(view, better, other, (0.5, 0.4)).code == "wins_more_often"


def test_the_turn_is_kept_from_the_seat_that_would_have_it() -> None:
    """Of three players a Skip hands the turn to the very neighbour a Reverse would."""
    view = seen(["rS", "rR", "r1", "y8"], [MANY, TWO_LEFT])
    assert why_better(view, "play r1", "play rR").code == "turns_away"
    assert why_better(view, "play rS", "play rR").code != "turns_away"


def test_a_footprint_reverse_may_not_turn_at_all() -> None:
    hand, others = ["r1", "rR*", "b9"], [TWO_LEFT, MANY]
    assert why_better(seen(hand, others, edition="jurassic"), "play rR*", "play r1").code != "turns_away"


def test_nothing_follows_a_hand_that_is_given_away() -> None:
    hand, others = ["b7", "r1", "b8", "b9"], [MANY[:3]]
    swapped = seen(hand, others, options={"seven_zero": True}, discard=["r7"])
    assert why_better(swapped, "play b7 >1", "play r1").code != "keeps_color_going"
    assert why_better(seen(hand, others, discard=["r7"]), "play b7", "play r1").code == "keeps_color_going"


def test_where_nothing_shows_the_trial_games_are_the_reason() -> None:
    view = seen(["r1", "b5", "y8"], [MANY, MANY])
    assert why_better(view, "play r1", "play b5", (0.5, 0.44)) == Reason(
        "wins_more_often", {"percent": 50, "other": 44}
    )


def test_the_only_move_needs_no_other() -> None:
    assert Reasons(seen(["g1", "b2"], [MANY])).why_best([sure("draw", 0.2)]) == Reason("only_move", {})


def test_the_best_is_held_against_the_next_that_is_clearly_worse() -> None:
    view = seen(["r1", "r2", "W", "b9"], [MANY])
    ranked = [sure("play r1", 0.412), sure("play r2", 0.408), sure("play W b", 0.3)]
    first, second, third = Reasons(view).explain(ranked)
    assert first == third == Reason("keeps_black", {"card": "W"})
    assert second == Reason("hardly_differs", {"percent": 41, "other": 41})


def test_what_trials_cannot_tell_apart_is_not_called_better() -> None:
    view = seen(["r1", "W", "b9"], [MANY])
    few, many = ((Estimate(0.65, 0.65 - w, 0.65 + w, 1), Estimate(0.63, 0.63 - w, 0.63 + w, 1)) for w in (0.02, 0.01))
    codes = [Reasons(view).why_better(Ranked("play r1", a), Ranked("play W b", b)).code for a, b in (few, many)]
    assert codes == ["hardly_differs", "keeps_black"]


def test_a_move_that_wins_at_once_is_told_so_whatever_else_does() -> None:
    view = seen(["r9", "b9"], [MANY], options={"same_symbol": True})
    assert why_better(view, "play r9 b9", "play r9 uno", (1.0, 1.0)) == Reason("goes_out", {})


def test_a_claim_is_told_by_what_it_gains_and_is_no_answer_UNO_02() -> None:  # noqa: N802
    view = {**seen(["g1", "b2"], [["y1"]]), "legal": ["draw", "catch 1"]}
    ranked = [sure("catch 1", 0.4), sure("draw", 0.3)]
    assert Reasons(view).explain(ranked) == [Reason("catches", {"seat": 1}), Reason("only_move", {})]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_and_every_word_a_reason(language: str) -> None:
    catalogue = load(language)
    written = {key.removeprefix("advice.").removesuffix(".one") for key in catalogue.texts if key.startswith("advice.")}
    assert written == set(CODES)
    params: dict[str, int | str] = {"seat": 1, "card": "W+4", "color": "r", "percent": 40, "other": 30}
    for code in CODES:
        for amount in (1, 3):
            said = advise(catalogue, code, {**params, "amount": amount}, ["Ann", "Bo"])
            assert "{" not in said
            assert said.endswith((".", "。"))


def test_where_trial_games_hardly_differ_there_is_no_other_reason() -> None:
    view = seen(["r1", "W", "b9"], [MANY])
    said = why_better(view, "play r1", "play W b", chances=(0.412, 0.408))
    assert said == Reason("hardly_differs", {"percent": 41, "other": 41})
    assert why_better(view, "play r1", "play W b", chances=(0.45, 0.41)).code == "keeps_black"


def test_who_plays_fewer_cards_has_more_left_which_is_no_reason() -> None:
    view = seen(["r9", "b9", "r1", "r2"], [MANY], options={"same_symbol": True})
    assert why_better(view, "play r9", "play r9 b9", chances=(0.5, 0.4)).code == "wins_more_often"
