"""``SeatView``: moves, cards and neighbours as a bot sees them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from huefall.bots import Move, SeatView
from huefall.editions import EditionError, load_edition


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
