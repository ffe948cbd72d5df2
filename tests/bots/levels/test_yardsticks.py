"""The yardsticks play as documented, because the other bots are measured against them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from huefall.bots import YARDSTICKS, make_bot, play_round
from huefall.bots.levels.yardsticks import GreedyBot, RandomBot
from huefall.game import Game
from huefall.notation.variant import Variant
from huefall.sim import simulate
from huefall.testing import check_bot
from huefall.view import view_for

MANY = ["y1", "y2", "y3", "y4", "y6"]


def view_of(hand: list[str], **position: Any) -> dict[str, Any]:
    start = {"hands": [hand, MANY], "discard": ["r5"], "pile": ["y9", "g9", "b9", "y8"], "turn": 0, **position}
    return view_for(Game.from_position(start), 0)


@pytest.mark.parametrize("name", YARDSTICKS)
def test_a_yardstick_is_honest(name: str) -> None:
    report = check_bot(lambda edition: make_bot(name, edition), games=5, seed=2)
    assert report.name == name and report.compared > 10


def test_random_takes_every_play_equally_often_and_never_draws_then() -> None:
    view = view_of(["r1", "r2", "W", "g1"])
    taken = Counter(RandomBot(None).choose(view, Random(seed)) for seed in range(1200))
    assert set(taken) == {"play r1", "play r2", "play W r", "play W y", "play W g", "play W b"}
    assert all(150 < count < 250 for count in taken.values()), taken


def test_both_call_draw_only_when_they_must_and_accept_every_penalty() -> None:
    stack = {
        "pending": {"kind": "draw2", "seat": 0, "draw": 2, "from": 1, "count": 1},
        "options": {"stacking": "draw2"},
    }
    for name in YARDSTICKS:
        bot = make_bot(name)
        assert bot.choose(view_of(["r1", "g1"]), Random(0)) == "play r1 uno"
        assert bot.choose(view_of(["g1", "g2"]), Random(0)) == "draw"
        assert bot.choose(view_of(["r+2", "g2"], discard=["b+2"], color="b", **stack), Random(0)) == "accept"
        drawn = view_of(["r1", "g1", "g2"], drawn="r1")
        assert bot.choose(drawn, Random(0)) == "play r1"


def test_neither_catches_cuts_or_challenges() -> None:
    for name in YARDSTICKS:
        bot = make_bot(name)
        assert bot.claim(view_of(["r1", "g1"], hands=[["r1", "g1"], ["b1"]], open=[1]), Random(0)) is None
        cut = view_of(["r5", "g1"], options={"cut": True}, cut="r5", turn=1)
        assert bot.claim(cut, Random(0)) is None
        wild = {"discard": ["r5", "W+4"], "color": "g", "pending": {"kind": "wild4", "seat": 0, "from": 1}}
        assert bot.choose(view_of(["g1", "g2"], **wild), Random(0)) == "accept"


def test_greedy_lays_most_cards_then_most_points_and_names_the_colour_it_holds_most() -> None:
    greedy = GreedyBot(None)
    assert greedy.choose(view_of(["r1", "r9", "g1"]), Random(0)) == "play r9"
    assert greedy.choose(view_of(["r1", "W", "b2", "b3"]), Random(0)) == "play W b"
    several = view_of(["r1", "g1", "r9", "b3"], options={"same_symbol": True})
    assert greedy.choose(several, Random(0)).startswith("play r1 g1")


def test_random_plays_as_the_simulator_does() -> None:
    """Both play uniformly: rounds of both take about as many moves. 600 rounds know the mean to about 3 %."""
    moves = 0
    for number in range(150):
        game = Game.new("classic", 3, {"target": 0, "uno": "auto"}, seed=31, number=number)
        play_round(game, [RandomBot(None)] * 3, Random(number))
        moves += game.moves
    counted = simulate(Variant.of("classic", {"target": 0, "uno": "auto"}), 3, 3000, seed=31)
    assert moves / 150 == pytest.approx(counted.mean_moves, rel=0.15), "seed 31"
