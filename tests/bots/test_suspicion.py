"""How likely a Wild Draw Four is a bluff, as far as can be seen (WD4-02)."""

from __future__ import annotations

from huefall.bots.sight import Sight
from huefall.bots.suspicion import bluff_chance
from huefall.game import Game
from huefall.view import told_to, view_for

#: Seat 2 holds all green cards but one, and hardly any other.
GREEN = [f"g{number}" for number in range(1, 10)] * 2


def suspected(named: str, *, listens: bool) -> float:
    """Let a colour be named and a Wild Draw Four be played on it; return what seat 2 thinks of that."""
    hands = [["W", "b1", "b2"], ["W+4", "r1", "y2"], GREEN]
    pile = [f"{color}{number}" for color in "ryb" for number in range(3, 10)]
    game = Game.from_position({"hands": hands, "discard": ["r5"], "pile": pile, "turn": 0})
    game.play(0, f"play W {named}")
    game.play(1, "play W+4 b")
    view = view_for(game, 2)
    if listens:
        view = {**view, "told": told_to(game, 2)}
    return bluff_chance(Sight(view), 1)


def test_who_has_listened_knows_which_colour_was_named_WD4_02() -> None:  # noqa: N802
    assert suspected("g", listens=True) < 0.1 < suspected("y", listens=True)


def test_who_has_not_listened_takes_it_for_any_WD4_02() -> None:  # noqa: N802
    assert suspected("g", listens=False) == suspected("y", listens=False)
    assert suspected("g", listens=True) < suspected("g", listens=False) < suspected("y", listens=True)
