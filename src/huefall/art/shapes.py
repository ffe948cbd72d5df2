"""The shape of each suit, so that cards are recognisable without colour: triangle, star, clover, disc and diamond.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from huefall.art.drawing import circle_path, num, ring, rounded


@dataclass(frozen=True, slots=True)
class Medallion:
    """The big shape in the middle of a card: its size, and where a symbol has most room in it."""

    radius: float
    symbol_height: float
    symbol_width: float  # at most; a wider symbol is drawn smaller
    drop: float  # how far below the shape's middle the symbol sits
    lift: float = 0  # how far above the card's middle the shape sits, to leave room for the index


MEDALLIONS = {
    "r": Medallion(84, 80, 88, 12, 10),
    "y": Medallion(88, 78, 86, 4, 6),
    "g": Medallion(78, 90, 100, 0),
    "b": Medallion(85, 106, 126, 0),
    "p": Medallion(96, 90, 98, 0),
}


@cache
def suit_path(letter: str, radius: float) -> str:
    """Return the outline of a suit round the origin; suits of the same radius look equally big.

    >>> suit_path("b", 10)
    'M-10 0a10 10 0 1 1 20 0a10 10 0 1 1-20 0Z'
    """
    r = radius
    if letter == "r":
        return rounded([(x, y + r * 0.17) for x, y in ring(3, r * 1.24)], r * 0.3)
    if letter == "y":
        return rounded(ring(5, r * 1.18, inner=r * 0.63), r * 0.13)
    if letter == "g":
        d, arc = num(r * 0.47), f"A{num(r * 0.53)} {num(r * 0.53)} 0 1 1 "
        return f"M-{d}-{d}{arc}{d}-{d}{arc}{d} {d}{arc}-{d} {d}{arc}-{d}-{d}Z"
    if letter == "b":
        return circle_path(r)
    return rounded([(0, -r * 1.22), (r * 0.94, 0), (0, r * 1.22), (-r * 0.94, 0)], r * 0.16)
