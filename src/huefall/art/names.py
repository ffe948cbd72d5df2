"""Names of card pictures: ``r7``, ``g+2*``, ``W``, and ``W+4_b``, a black card that has become blue.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from huefall.art.themes import ArtError

#: Faces as an edition file may have them (docs/editions.md).
_COLORED = re.compile(r"(?P<suit>[rygbp])(?P<face>[0-9A-Z+-]{1,3})(?P<marked>\*?)")
_BLACK = re.compile(r"(?P<face>W[0-9A-Z+-]{0,3})(?P<marked>\*?)(?:_(?P<chosen>[rygbp]))?")


@dataclass(frozen=True, slots=True)
class CardName:
    """A parsed name."""

    face: str  # "7", "S", "+2"; of a black card its whole name, "W+4"
    suit: str | None  # "r"; of a black card the colour it has been given, if any
    black: bool
    marked: bool  # bears the footprint


def read_name(name: str) -> CardName:
    """Parse a card's name.

    >>> read_name("W+4*_b")
    CardName(face='W+4', suit='b', black=True, marked=True)
    """
    if found := _COLORED.fullmatch(name):
        return CardName(found["face"], found["suit"], black=False, marked=bool(found["marked"]))
    if found := _BLACK.fullmatch(name):
        return CardName(found["face"], found["chosen"], black=True, marked=bool(found["marked"]))
    raise ArtError(
        f"not a card: {name!r}; expected a colour and a face (r7, g+2), a black card (W, W+4), with its footprint (rS*), "
        "a black card that has been given a colour (W+4_b), or back"
    )
