"""``SeatView``: moves, cards and neighbours as a bot sees them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from huefall.bots import Move, SeatView
from huefall.editions import EditionError, load_edition
from huefall.game import Game
from huefall.view import view_for


def _view(**changed: Any) -> dict[str, Any]:
    """Seat 1 of three holds two cards and has to answer; seat 0 has not called."""
    view: dict[str, Any] = {
        "edition": "classic",
        "options": {},
        "seat": 1,
        "turn": 1,
        "direction": -1,
        "boost": None,
        "pending": None,
        "color": "r",
        "discard": ["b5", "r5"],
        "sizes": [1, 2, 4],
        "hands": [None, ["W", "r7"], None],
        "legal": ["play r7", "play r7 uno", "play W b", "play W b uno", "draw", "catch 0"],
    }
    return {**view, **changed}


def test_answers_and_claims_are_told_apart() -> None:
    seat_view = SeatView(_view())
    assert [move.sentence for move in seat_view.answers()] == ["play r7", "play W b", "draw"]
    assert [move.sentence for move in seat_view.claims()] == ["catch 0"]


def test_the_plays_of_a_seat_that_is_not_asked_are_cuts() -> None:
    seat_view = SeatView(_view(turn=0, legal=["play r7", "play r7 uno", "catch 0"]))
    assert not seat_view.asked
    assert [move.sentence for move in seat_view.claims()] == ["play r7", "catch 0"]


def test_a_call_is_added_where_it_is_legal() -> None:
    seat_view = SeatView(_view())
    assert seat_view.with_call(Move.parse("play W b")) == "play W b uno"
    assert seat_view.with_call(Move.parse("draw")) == "draw"
    assert seat_view.called_answers() == ["play r7 uno", "play W b uno", "draw"]


def test_neighbours_are_counted_in_the_direction_of_play() -> None:
    assert [SeatView(_view()).neighbour(steps) for steps in (1, 2, -1)] == [0, 2, 2]
    assert [SeatView(_view(direction=1)).neighbour(steps) for steps in (1, 2, -1)] == [2, 0, 0]


def test_unseen_cards_are_in_other_hands_or_in_the_pile() -> None:
    seat_view = SeatView(_view())
    unseen, deck = seat_view.unseen(), load_edition("classic").card_count
    assert unseen.total() == deck - 4
    assert (unseen["r7"], unseen["r5"], unseen["g5"], unseen["W"]) == (1, 1, 2, 3)
    assert seat_view.after(Move.parse("play W b")) == ["r7"]
    assert Counter(map(seat_view.color_of, seat_view.hand)) == {None: 1, "r": 1}


def test_an_edition_that_does_not_ship_must_be_given() -> None:
    with pytest.raises(EditionError, match="give it the edition"):
        SeatView(_view(edition="thunder"))


def test_a_move_that_draws_more_than_the_pile_holds_can_be_previewed_PILE_01() -> None:  # noqa: N802
    played = ["b9", "b8", "b7", "b6", "b4", "b3", "b2", "r5"]
    hands = [["r+2", "r1"], ["g1", "g2"]]
    game = Game.from_position({"hands": hands, "discard": played, "pile": ["y9"], "turn": 0})
    found = SeatView(view_for(game, 0)).preview(Move.parse("play r+2 uno"))
    assert (found.target, found.amount, found.unanswered.asked) == (1, 2, 0)
