"""A bot looks at a missing call once (UNO-02): time to catch over several moves is no further chance to notice it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from huefall.bots import make_bot, next_move
from huefall.bots.missed_catches import MissedCatches
from huefall.game import Game

POSITION = {
    "hands": [["r1", "b2"], ["y1", "y3", "y4"], ["b1", "b3", "b4"]],
    "pile": ["g7", "g8", "g9", "g6"],
    "discard": ["r5"],
    "turn": 0,
}


class Sleeper:
    """Never claims anything, draws and keeps; notes what it was asked about."""

    level = "sleeper"

    def __init__(self) -> None:
        self.seen: list[list[str]] = []

    def choose(self, view: Mapping[str, Any], _: Random) -> str:
        return "draw" if "draw" in view["legal"] else "keep"

    def claim(self, view: Mapping[str, Any], _: Random) -> None:
        self.seen.append([said for said in view["legal"] if said.startswith("catch")])


def uncalled() -> Game:
    game = Game.from_position(POSITION)
    game.play(0, "play r1")
    return game


def test_a_catch_that_was_let_go_is_not_looked_at_again() -> None:
    game, missed, bots = uncalled(), MissedCatches(), [Sleeper(), Sleeper(), Sleeper()]
    for _ in range(4):
        game.play(*next_move(game, bots, Random(1), missed))
    assert "catch 0" in map(str, game.legal(2)), "the window is still open"
    assert [bot.seen for bot in bots[1:]] == [[["catch 0"]], [["catch 0"]]]


def test_without_memory_every_look_is_the_first() -> None:
    game, bots = uncalled(), [Sleeper(), Sleeper(), Sleeper()]
    for _ in range(4):
        game.play(*next_move(game, bots, Random(1)))
    assert len(bots[1].seen) == 4


def test_a_catch_that_was_out_of_reach_in_between_is_a_new_one() -> None:
    missed, bot = MissedCatches(), make_bot("easy")
    first = missed.claim_view(uncalled(), 1, bot)
    assert first is not None
    missed.let_go(1, first)
    assert missed.claim_view(uncalled(), 1, bot) is None
    closed = uncalled()
    closed.play(1, "draw")
    closed.play(1, "keep")
    closed.play(2, "draw")
    closed.play(0, "uno")
    assert missed.claim_view(closed, 1, bot) is None
    assert missed.claim_view(uncalled(), 1, bot) is not None


def test_other_claims_are_offered_without_the_catch_that_was_let_go() -> None:
    position = {**POSITION, "options": {"cut": True}, "hands": [["r1", "b2"], ["y1", "y3"], ["r1", "b3"]]}
    game = Game.from_position(position)
    game.play(0, "play r1")
    missed, bot = MissedCatches(), make_bot("easy")
    seen = missed.claim_view(game, 2, bot)
    assert seen is not None
    assert "catch 0" in seen["legal"]
    missed.let_go(2, seen)
    again = missed.claim_view(game, 2, bot)
    assert again is not None
    assert "catch 0" not in again["legal"]
    assert "play r1" in again["legal"], "a cut is considered again"


def test_the_easy_bot_catches_as_often_as_before() -> None:
    """A quarter of all missing calls, however many moves there is time for it."""
    caught = 0
    for number in range(400):
        game, rng, missed = uncalled(), Random(number), MissedCatches()
        bots = [Sleeper(), make_bot("easy"), Sleeper()]
        while game.position()["open"]:
            if game.asked == 1:
                game.play(1, "keep" if game.drawn else "draw")
                continue
            seat, said = next_move(game, bots, rng, missed)
            caught += said == "catch 0"
            game.play(seat, said)
            if game.moves > 8:
                break
    assert 60 <= caught <= 140, f"{caught} of 400, about 100 expected"
