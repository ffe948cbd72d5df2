"""Why a move is better: the reason found for plain cases, and words for all of them."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.bots.reasons import CODES, Reason, why_best, why_better
from huefall.game import Game
from huefall.texts import LANGUAGES, load
from huefall.texts.advice import advise
from huefall.view import view_for


def seen(hand: list[str], others: list[list[str]], told: list[dict[str, Any]] | None = None, **position: Any) -> Any:
    """Return the view of seat 0, who is asked."""
    whole = {"hands": [hand, *others], "discard": ["r5"], "pile": ["y9", "y8", "y7"], "turn": 0, **position}
    return {**view_for(Game.from_position(whole), 0), "told": told or []}


MANY = ["b1", "b2", "b3", "b4", "b6", "b7"]
TWO_LEFT = ["g8", "g9"]


@pytest.mark.parametrize(
    ("view", "better", "other", "reason"),
    [
        (seen(["r1"], [MANY]), "play r1", "draw", Reason("goes_out", {})),
        (seen(["r1", "W", "b9"], [MANY]), "play r1", "play W b", Reason("keeps_black", {"card": "W"})),
        (seen(["r1", "rS", "b9"], [MANY]), "play r1", "draw", Reason("plays_at_all", {"card": "r1"})),
        (seen(["r1", "b9", "b8"], [MANY]), "draw", "play r1", Reason("keeps_for_later", {"card": "r1"})),
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
        (seen(["r9", "r1", "y8"], [MANY, MANY]), "play r9", "play r1", Reason("sheds_points", {"amount": 9})),
        (
            seen(["r1", "W", "y8"], [MANY, TWO_LEFT]), "play W y", "play r1", Reason("sheds_points", {"amount": 50}),
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
            "play r+2", "accept", Reason("passes_penalty_on", {"amount": 2, "card": "r+2"}),
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


def test_where_nothing_shows_the_trial_games_are_the_reason() -> None:
    view = seen(["r1", "b5", "y8"], [MANY, MANY])
    assert why_better(view, "play r1", "play b5", None, (0.5, 0.44)) == Reason(
        "wins_more_often", {"percent": 50, "other": 44}
    )


def test_the_only_move_needs_no_other() -> None:
    class Only:
        sentence = "draw"
        chance = None

    assert why_best(seen(["g1", "b2"], [MANY]), [Only()]) == Reason("only_move", {})


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
