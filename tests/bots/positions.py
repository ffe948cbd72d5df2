"""Positions for tests of bots and of the search."""

from __future__ import annotations

from random import Random
from typing import Any

from huefall.game import Game


def table(hands: list[list[str]], top: str = "r3", **more: Any) -> Game:
    """Set up a position with the rest of the deck as the pile."""
    variant = Game.new("classic", 2, seed=0).variant
    rest = variant.deck()
    for card in [*(card for hand in hands for card in hand), top]:
        rest.remove(variant.number(card))
    Random(5).shuffle(rest)
    position = {
        "hands": hands,
        "discard": [top],
        "pile": variant.write_cards(rest),
        "turn": 0,
        "options": {"target": 0},
    }
    return Game.from_position({**position, **more})
