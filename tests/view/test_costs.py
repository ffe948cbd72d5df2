"""What answers cost, as the asked player is told before choosing (``huefall.view.costs``)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.view.worlds import other_world

from huefall.game import Game, Match
from huefall.view import costs_for

PILE = ["g1", "g2", "g3", "g4", "g6", "g7", "g8", "g9"]


def asked(hands: list[list[str]], top: str, *moves: str, **more: Any) -> Game:
    """Set up a table and make the first player's moves: then seat 1 is asked."""
    game = Game.from_position({"hands": hands, "discard": [top], "turn": 0, "pile": PILE, **more})
    for move in moves:
        game.play(0, move)
    return game


def test_a_challenge_has_two_costs_whether_or_not_it_would_succeed() -> None:
    for held in ("r3", "y3"):
        game = asked([["W+4", held, "b9"], ["y3", "y4", "g5"]], "r5", "play W+4 b")
        assert costs_for(game, 1) == [
            {"answer": "challenge", "seat": 0, "draw": 4, "loses_turn": False, "bluff": True},
            {"answer": "challenge", "seat": 1, "draw": 6, "loses_turn": True, "bluff": False},
            {"answer": "accept", "seat": 1, "draw": 4, "loses_turn": True},
        ]


@pytest.mark.parametrize(
    ("edition", "hand", "play", "cost"),
    [
        ("classic", ["r+2", "b9"], "play r+2", {"draw": 2, "loses_turn": True}),
        ("bts", ["WD", "b9", "b8"], "play WD b", {"draw": 3, "loses_turn": False}),
        ("jurassic", ["rS*", "b9", "b8"], "play rS*", {"draw": 0, "loses_turn": True}),
    ],
)
def test_an_accepted_question_costs_what_the_rules_say(
    edition: str, hand: list[str], play: str, cost: dict[str, Any]
) -> None:
    options = {"stacking": "same"} if edition == "classic" else {}
    game = asked([hand, ["b4", "b5", "g5"], ["b1"]], "r1", play, edition=edition, options=options)
    accepted = [each for each in costs_for(game, 1) if each["answer"] == "accept"]
    assert accepted == [{"answer": "accept", "seat": 1, **cost}]


def test_only_the_cards_that_are_left_count() -> None:
    game = asked([["W+4", "r3", "b9"], ["y3", "y4", "g5"]], "r5", "play W+4 b", pile=PILE[:2])
    # Two in the pile, and one under the top card.
    assert {(cost["seat"], cost["draw"]) for cost in costs_for(game, 1)} == {(0, 3), (1, 3)}


def test_others_and_ordinary_turns_have_no_costs() -> None:
    game = asked([["W+4", "r3", "b9"], ["y3", "y4", "g5"], ["b1"]], "r5")
    assert [costs_for(game, seat) for seat in (0, 1, 2, None)] == [[], [], [], []]
    game.play(0, "play W+4 b")
    assert [bool(costs_for(game, seat)) for seat in (0, 1, 2, None)] == [False, True, False, False]


@pytest.mark.parametrize("edition", ["classic", "jurassic"])
def test_costs_do_not_depend_on_anything_hidden(edition: str) -> None:
    told = 0
    for seed in range(4):
        chance = Random(seed)
        match = Match(edition, players=3, options={"preset": "party"}, seed=seed)
        for _ in range(80):
            if match.round_over:
                break
            seat = match.asked
            costs = costs_for(match.game, seat)
            told += bool(costs)
            assert costs_for(other_world(match.game, seat, chance), seat) == costs, f"seed {seed}"
            match.play(seat, chance.choice(match.legal(seat)))
    assert told
