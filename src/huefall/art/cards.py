"""Pictures by name: a card, a back, a suit."""

from __future__ import annotations

from functools import lru_cache

from huefall.art.backs import back
from huefall.art.drawing import document, group, move, path
from huefall.art.faces import black_face, colored_face
from huefall.art.names import read_name
from huefall.art.palettes import INK, PAPER
from huefall.art.shapes import suit_path
from huefall.art.themes import ArtError, find_theme
from huefall.vocabulary import colors

#: More than all pictures of the five editions, with room for custom editions.
REMEMBERED = 1024


@lru_cache(maxsize=REMEMBERED)
def card_svg(theme: str, name: str, deck: str | None = None) -> str:
    """Draw a card (``r7``), the ``back`` or a suit (``suit-r``), as an SVG file.

    ``deck`` has the letters of an own edition's colours, if the wheel of its black cards shall show others than the theme's.
    """
    found = find_theme(theme)
    if name == "back":
        return back(found)
    if name.startswith("suit-"):
        return suit_svg(theme, name.removeprefix("suit-"))
    if deck is not None and not (
        2 <= len(deck) <= 5 and set(deck) <= set(colors.LETTERS) and len(set(deck)) == len(deck)
    ):
        raise ArtError(
            f"not the colours of a deck: {deck!r}; expected two to five different letters of {colors.LETTERS}"
        )
    card = read_name(name)
    return black_face(found, card, deck or found.deck) if card.black else colored_face(found, card)


def suit_svg(theme: str, letter: str) -> str:
    """Draw a suit's shape in its colour for buttons, with a light and a dark outline, so that it is visible on any ground."""
    suits = find_theme(theme).suits
    if letter not in suits:
        raise ArtError(f"not a colour: {letter!r}; expected one of {', '.join(suits)}")
    shape = suit_path(letter, 34)
    lines = "".join(path(shape, stroke=color, stroke_width=width) for color, width in ((INK, 14), (PAPER, 9)))
    drawn = group(lines + path(shape, fill=suits[letter].field), transform=move((50, 50)), stroke_linejoin="round")
    return document(drawn, 100, 100)
