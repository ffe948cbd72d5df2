"""Chances of an open table, from trial games."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.positions import table

from huefall.bots import make_bot, next_move
from huefall.game import Game
from huefall.review.rollout_estimator import chances, chances_after


def test_chances_add_up_and_a_finished_round_is_sure() -> None:
    game = Game.new("classic", 4, seed=6)
    found = chances(game, rollouts=200)
    assert sum(each.mean for each in found) == pytest.approx(1.0)
    assert all(each.low <= each.mean <= each.high for each in found)
    rng = Random(6)
    while not game.over:
        game.play(*next_move(game, [make_bot("normal")] * 4, rng))
    assert [each.mean for each in chances(game)] == [float(game.winner == seat) for seat in range(4)]


def test_chances_do_not_depend_on_the_order_of_the_pile() -> None:
    hands = [["r1", "g5", "b7"], ["g1", "g2", "g3"]]
    game = table(hands)
    position = game.position()
    turned = Game.from_position({**position, "pile": sorted(position["pile"])})
    assert chances(game, rollouts=100, seed=2) == chances(turned, rollouts=100, seed=2)


def test_a_move_is_weighed_before_its_luck_is_known() -> None:
    game = table([["g1", "g2"], ["g5", "g6", "y3"]])
    before = chances_after(game, 0, "draw", rollouts=600, seed=3)
    assert sum(each.mean for each in before) == pytest.approx(1.0)
    assert game.moves == 0
    winning = table([["r1"], ["g5", "g6", "y3"]])
    assert [each.mean for each in chances_after(winning, 0, "play r1")] == [1.0, 0.0]


def test_a_forgotten_call_costs_what_a_catch_does_UNO_02() -> None:  # noqa: N802
    game = table([["r1", "r2"], ["g1", "g2", "g3", "b3"]])
    # Catching is worth little to players who notice nearly every missing call: it takes many rollouts to see it.
    called, silent = (chances_after(game, 0, said, rollouts=20_000)[0].mean for said in ("play r1 uno", "play r1"))
    game.play(0, "play r1")
    caught = chances_after(game, 1, "catch 0", rollouts=20_000)[0].mean
    assert caught < silent < called  # the others may miss it


def test_calls_made_for_everybody_cannot_be_forgotten_UNO_06() -> None:  # noqa: N802
    hands = [["r1", "r2"], ["g1", "g2", "g3", "b3"]]
    automatic = table(hands, options={"target": 0, "uno": "auto"})
    assert chances_after(automatic, 0, "play r1", rollouts=64) == chances_after(
        table(hands), 0, "play r1 uno", rollouts=64
    )
