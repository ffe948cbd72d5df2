"""Shuffled hidden cards: the same cards in all, and no difference that the seat can see."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from huefall.game import Game
from huefall.testing import shuffle_hidden
from huefall.view import view_for


def cards_of(position: dict[str, Any]) -> Counter[str]:
    return Counter(position["pile"]) + sum((Counter(hand) for hand in position["hands"]), Counter())


def test_the_own_hand_stays_and_everything_else_is_dealt_again() -> None:
    game = Game.new("classic", 4, seed=3)
    position = game.position()
    other = shuffle_hidden(position, 1, Random(0))
    assert other["hands"][1] == position["hands"][1]
    assert all(other["hands"][seat] != position["hands"][seat] for seat in (0, 2, 3))
    assert other["pile"] != position["pile"]
    assert cards_of(other) == cards_of(position)
    assert view_for(Game.from_position(other), 1) == view_for(Game.from_position(position), 1)


def test_cards_that_were_told_stay_in_their_hand() -> None:
    position = Game.new("classic", 3, seed=3).position()
    told = position["hands"][2][:2]
    for seed in range(20):
        other = shuffle_hidden(position, 0, Random(seed), {2: [*told, "r99"]})
        assert not Counter(told) - Counter(other["hands"][2])
        assert cards_of(other) == cards_of(position)
        assert len(other["hands"][2]) == 7


def test_anothers_drawn_card_is_one_of_the_new_hand_and_guilt_is_open() -> None:
    drawn = {
        "hands": [["g1", "g2"], ["b1", "b2", "r1"]],
        "discard": ["r5"],
        "pile": ["y9", "r9"],
        "turn": 1,
        "drawn": "r1",
    }
    position = Game.from_position(drawn).position()
    others = [shuffle_hidden(position, 0, Random(seed)) for seed in range(30)]
    assert all(other["drawn"] in other["hands"][1] for other in others)
    assert len({other["drawn"] for other in others}) > 1
    pending = {"kind": "wild4", "seat": 0, "draw": 4, "from": 1, "count": 1, "guilty": False}
    wild = {
        "hands": [["g1"], ["b1"]],
        "discard": ["r5", "W+4"],
        "color": "b",
        "pile": ["y1"],
        "turn": 0,
        "pending": pending,
    }
    position = Game.from_position(wild).position()
    assert {shuffle_hidden(position, 0, Random(seed))["pending"]["guilty"] for seed in range(30)} == {True, False}
