"""How likely a Wild Draw Four is a bluff, as far as can be seen (WD4-02)."""

from __future__ import annotations

from huefall.bots.beliefs.bluff import guess_bluff
from huefall.bots.seat_view import SeatView
from huefall.game import Game
from huefall.view import view_for

#: Seat 2 holds all green cards but one, and hardly any other.
GREEN = [f"g{number}" for number in range(1, 10)] * 2


def suspected(*moves: str, top: str = "r5") -> float:
    """Let seat 0 and 1 play, the last a Wild Draw Four; return what seat 2 thinks of that."""
    hands = [["W", "b1", "g0"], ["W+4", "r1", "y2"], GREEN]
    pile = [f"{color}{number}" for color in "ryb" for number in range(3, 10)]
    game = Game.from_position({"hands": hands, "discard": [top], "pile": pile, "turn": 0})
    for seat, sentence in enumerate(moves):
        game.play(seat, sentence)
    return guess_bluff(SeatView(view_for(game, 2)), 1)


def test_who_holds_most_of_the_colour_suspects_little_WD4_02() -> None:  # noqa: N802
    assert suspected("play g0", "play W+4 b", top="g+2") < 0.1 < suspected("play b1", "play W+4 b", top="b+2")


def test_on_a_black_card_it_may_have_been_any_colour_WD4_02() -> None:  # noqa: N802
    assert suspected("play W g", "play W+4 b") == suspected("play W y", "play W+4 b")
    assert suspected("play g0", "play W+4 b", top="g+2") < suspected("play W g", "play W+4 b")
