"""Reasons, beliefs and weights are right for an edition that no code knows: docs/examples/thunder.toml.

It has a Draw Five in every colour (``r+5``), a Skip Everyone (``rSA``) and a Wild Draw Two (``W+2``).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from huefall.bots import SeatView, make_bot
from huefall.bots.beliefs.beliefs import Beliefs
from huefall.bots.explain.reasons import Reason, Reasons
from huefall.bots.levels.weights import weigh
from huefall.editions import load_edition
from huefall.game import Game
from huefall.view import view_for
from huefall.vocabulary.moves import Move

SOURCE = "docs/examples/thunder.toml"
THUNDER = load_edition(SOURCE)
MANY = ["b1", "b2", "b3", "b4", "b6", "b7"]
TWO_LEFT = ["g8", "g9"]


def game_of(hand: list[str], others: list[list[str]], options: dict[str, Any] | None = None, **more: Any) -> Game:
    position = {
        "edition": SOURCE,
        "hands": [hand, *others],
        "discard": ["y3", "r5"],
        "pile": ["y9", "y8", "y7", "y6", "y5", "y4", "y2", "y1", "g1", "g2", "g3", "g4"],
        "turn": 0,
        "options": options or {},
    }
    return Game.from_position({**position, **more})


def why(game: Game, better: str, other: str) -> Reason | None:
    view = view_for(game, 0)
    assert {better, other} <= set(view["legal"])
    return Reasons(view, THUNDER).why(better, other)


def draw_five_pending(hand: list[str], **options: Any) -> Game:
    """Seat 2 of three has played ``g+5``, and seat 0 has to answer."""
    pending = {"kind": "draw2", "seat": 0, "draw": 5, "from": 2, "count": 1, "guilty": None}
    return game_of(hand, [MANY, MANY], options, discard=["r5", "g+5"], color="g", pending=pending)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, "stops_near_out"),
        ({"stacking": "draw2"}, "stops_unless_answered"),
        ({"stacking": "wild4"}, "stops_near_out"),  # only black draw cards stack
        ({"shields": True}, "stops_unless_answered"),
        ({"seven_zero": True}, "stops_near_out"),
    ],
)
def test_a_draw_five_stops_the_next_player_unless_the_rules_leave_an_answer(options: dict[str, Any], code: str) -> None:
    found = why(game_of(["r+5", "r1", "y8"], [TWO_LEFT, MANY], options), "play r+5", "play r1")
    assert found is not None
    assert (found.code, found.params["seat"], found.params["amount"]) == (code, 1, 2)


def test_the_only_copy_of_a_card_cannot_be_cut_CUT_01() -> None:  # noqa: N802
    """There is one r+5 in the deck and there are two rS, so only the Skip can be answered with its like."""
    game = game_of(["r+5", "rS", "r1", "y8"], [MANY, MANY], {"cut": True})
    assert why(game, "play r+5", "draw") == Reason("hits_next", {"seat": 1, "card": "r+5"})
    assert why(game, "play rS", "draw") == Reason("hits_unless_answered", {"seat": 1, "card": "rS"})


def test_a_skip_everyone_gives_its_player_the_turn_again() -> None:
    game = game_of(["rSA", "r1", "y8"], [TWO_LEFT, MANY, MANY])
    found = SeatView(view_for(game, 0), THUNDER).preview(Move.parse("play rSA"))
    assert (found.unanswered.asked, found.unanswered.lost_turns) == (0, (1, 2, 3))
    assert why(game, "play rSA", "play r1") == Reason("stops_near_out", {"seat": 1, "amount": 2})


@pytest.mark.parametrize(
    ("options", "hand", "answer", "amount", "target"),
    [
        ({"stacking": "same"}, ["r+5", "y1", "y2"], "play r+5", 10, 1),
        ({"stacking": "draw2"}, ["r+2", "y1", "y2"], "play r+2", 7, 1),
        ({"stacking": "cumulative"}, ["W+2", "y1", "y2"], "play W+2 y", 7, 1),
        ({"shields": True}, ["gS", "y1", "y2"], "play gS", 5, 1),
        ({"shields": True}, ["gR", "y1", "y2"], "play gR", 5, 2),
    ],
)
def test_a_pending_draw_five_is_passed_on(
    options: dict[str, Any], hand: list[str], answer: str, amount: int, target: int
) -> None:
    found = why(draw_five_pending(hand, **options), answer, "accept")
    card = Move.parse(answer).cards[0]
    assert found == Reason("passes_penalty_on", {"amount": amount, "card": card, "seat": target})


@pytest.mark.parametrize(
    ("options", "excluded", "possible"),
    [
        ({"stacking": "draw2"}, {"r+5", "b+2"}, {"W+2", "W+4", "gS", "g1"}),
        ({"stacking": "cumulative"}, {"r+5", "b+2", "W+2", "W+4"}, {"gS", "g1"}),
        ({"shields": True}, {"gS", "gR"}, {"rS", "r+5", "gSA", "g1"}),
        ({}, set(), {"r+5", "b+2", "W+2", "gS", "g1"}),
    ],
)
def test_beliefs_know_which_cards_answer_a_draw_five(
    options: dict[str, Any], excluded: set[str], possible: set[str]
) -> None:
    """A player who accepts it probably holds none of them."""
    game = draw_five_pending(["y1", "y2", "y8"], **options)
    beliefs = Beliefs(game.variant, view_for(game, 1))
    answering, numbers = beliefs._answering_kinds("D2-01"), game.variant.numbers
    assert {card for card in excluded | possible if answering >> numbers[card] & 1} == excluded


def test_normal_values_a_draw_five_by_its_five_cards() -> None:
    seat_view = SeatView(view_for(game_of(["r+5", "r+2", "y8", "y9"], [MANY, MANY]), 0), THUNDER)
    five, two = (weigh(seat_view, Move.parse(f"play {card}")) for card in ("r+5", "r+2"))
    assert five - two == pytest.approx(6.0)
    assert make_bot("normal", THUNDER).choose(seat_view.view, Random(1)) == "play r+5"


def test_two_reverses_together_do_not_turn_SAME_02() -> None:  # noqa: N802
    """After two of them it is the turn of the player who is nearly out; after one it is not."""
    options = {"same_symbol": True}
    view = view_for(game_of(["rR", "yR", "g5", "g6"], [TWO_LEFT, MANY, MANY], options), 0)
    seat_view = SeatView(view, THUNDER)
    assert [seat_view.preview(Move.parse(said)).turns_direction for said in ("play rR", "play rR yR")] == [True, False]
    assert Reasons(view, THUNDER).why("play rR", "play rR yR") == Reason("turns_away", {"seat": 1, "amount": 2})
