"""The five colours a deck may use, in the order in which cards are always listed: r y g b p.

Tested in tests/vocabulary/test_names.py.
"""

from __future__ import annotations

RED, YELLOW, GREEN, BLUE, PURPLE = range(5)

#: Black cards have no colour; a position without a boost has no boosted one.
NO_COLOR = -1

LETTERS = "rygbp"
NAMES = ("red", "yellow", "green", "blue", "purple")


def letter(color: int) -> str:
    """Return the colour's letter.

    >>> letter(GREEN)
    'g'
    """
    return LETTERS[color]


def from_letter(text: str) -> int:
    """Return the colour of a letter, or ``NO_COLOR`` if it is not one.

    >>> from_letter("g") == GREEN, from_letter("x") == NO_COLOR
    (True, True)
    """
    return LETTERS.find(text) if len(text) == 1 else NO_COLOR
