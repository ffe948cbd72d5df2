"""What the normal bot prefers, in positions with one clear reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from huefall.bots import LEVELS, make_bot
from huefall.bots.beliefs.bluff import guess_bluff
from huefall.bots.seat_view import SeatView
from huefall.game import Game
from huefall.view import view_for


def view_of(position: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    """Set up a position, with some cards to draw, and look at it from a seat."""
    start = {"discard": ["r5"], "turn": 0, "pile": ["y9", "g9", "b9", "y8", "g8", "b8"], **position}
    return view_for(Game.from_position(start), seat)


def chosen(position: dict[str, Any]) -> str:
    """Return what the normal bot on seat 0 does, which must not depend on chance."""
    view = view_of(position)
    choices = {make_bot("normal").choose(view, Random(seed)) for seed in range(5)}
    assert len(choices) == 1, choices
    return choices.pop()


MANY = ["y1", "y2", "y3", "y4", "y6"]


@pytest.mark.parametrize(
    ("what", "hand", "other", "expected"),
    [
        ("numbers before black cards", ["r1", "W", "g2", "g3"], MANY, "play r1"),
        ("numbers before actions", ["r1", "rR", "rS", "g3", "b2", "g2"], MANY, "play r1"),
        ("points first when a player has few cards", ["r9", "r1", "g2", "g4"], ["y1", "y2"], "play r9"),
        ("black points as well", ["r1", "W", "g2", "g3"], ["y1", "y2"], "play W g"),
        ("the colour held most is named", ["W", "b2", "b3", "g1"], MANY, "play W b"),
        ("a last card wins", ["r1"], MANY, "play r1"),
        ("a call goes with the play", ["r1", "g2"], MANY, "play r1 uno"),
        ("a draw only when nothing fits", ["g1", "g2"], MANY, "draw"),
        ("no bluff while the colour is held", ["r1", "W+4", "g2", "g3"], ["y1", "y2"], "play r1"),
    ],
)
def test_normal_plays(what: str, hand: list[str], other: list[str], expected: str) -> None:
    assert chosen({"hands": [hand, other, MANY]}) == expected, what


def test_normal_attacks_a_player_who_is_nearly_out() -> None:
    assert chosen({"hands": [["r+2", "r9", "g2"], ["y1"], MANY]}) == "play r+2"


def test_normal_stacks_rather_than_draws() -> None:
    pending = {"kind": "draw2", "seat": 0, "draw": 2, "from": 2, "count": 1}
    position = {
        "options": {"stacking": "draw2"},
        "discard": ["r5", "r+2"],
        "pending": pending,
        "hands": [["g+2", "g1", "g2"], MANY, MANY[:3]],
    }
    assert chosen(position) == "play g+2"


def test_normal_dances() -> None:
    pending = {"kind": "dance", "seat": 0, "draw": 3, "from": 1}
    hands = [["r1", "r2"], ["b1", "b2"]]
    table = {"edition": "bts", "discard": ["r5", "WD"], "color": "r", "pile": ["p1", "p2", "p3"]}
    assert chosen({**table, "pending": pending, "hands": hands}) == "dance"


def test_normal_swaps_with_the_smallest_hand_SEVEN_01() -> None:  # noqa: N802
    hands = [["r7", "g1", "g2", "g3", "g4"], MANY, ["b1", "b2"]]
    assert chosen({"options": {"seven_zero": True}, "hands": hands}) == "play r7 >2"


def wild4_view(accused_hand: list[str]) -> dict[str, Any]:
    pending = {"kind": "wild4", "seat": 0, "draw": 4, "from": 1, "count": 1, "guilty": False}
    hands = [["g1", "g2"], accused_hand]
    return view_of({"discard": ["r5", "W+4"], "color": "b", "pending": pending, "hands": hands})


def test_normal_challenges_a_large_hand_and_not_a_small_one_CHAL_01() -> None:  # noqa: N802
    bot = make_bot("normal")
    assert bot.choose(wild4_view(["y1", "y2", "y3", "y4", "y6", "g3", "g4", "g5"]), Random(0)) == "challenge"
    assert bot.choose(wild4_view(["y1"]), Random(0)) == "accept"


def test_the_chance_of_a_bluff_by_hand() -> None:
    """Of 108 cards 104 are unseen, of 25 red ones one lies open: one hidden card is red with 24/104."""
    view = wild4_view(["y1"])
    holds = 24 / 104
    assert guess_bluff(SeatView(view), 1) == pytest.approx(0.3 * holds / (0.3 * holds + 1 - holds))


def test_the_chance_of_a_bluff_grows_with_the_hand() -> None:
    chances = [guess_bluff(SeatView(wild4_view(["y1", "y2", "y3", "y4"][:size])), 1) for size in (1, 2, 3, 4)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


def test_normal_cuts_and_calls_with_it_CUT_01() -> None:  # noqa: N802
    view = view_of({"options": {"cut": True}, "cut": "r5", "turn": 1, "hands": [["r5", "g1"], MANY, MANY[:2]]})
    assert make_bot("normal").claim(view, Random(0)) == "play r5 uno"


def test_the_better_a_bot_the_more_it_catches_UNO_02() -> None:  # noqa: N802
    view = view_of({"open": [2], "turn": 1, "hands": [["r5", "g1"], MANY, ["b1"]]})
    easy, normal, hard, expert = (
        sum(make_bot(level).claim(view, Random(seed)) == "catch 2" for seed in range(200)) for level in LEVELS
    )
    assert 20 < easy < 80
    assert 160 < normal < 195 < hard < expert == 200
