"""The name of a card in a language, from its written form (``r7``, ``gS*``, ``W+4``).

The page names cards by the same rules (``web/src/words/game.ts``); tests/texts/sentences.json is run against both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from huefall.texts.catalogue import Catalogue, is_han
from huefall.vocabulary import colors

#: Names an edition file gives its own cards: by face, black name or whole card, then by language.
Titles = Mapping[str, Mapping[str, str]]

#: What an edition file may write for a coloured card (docs/editions.md).
_FACE = re.compile(r"[0-9A-Z+-]{1,3}")


def color_name(catalogue: Catalogue, letter: str) -> str:
    """Return the name of a colour by its letter, or the text itself if it is not such a letter.

    >>> from huefall.texts.catalogue import load
    >>> color_name(load("en"), "g"), color_name(load("en"), "green")
    ('green', 'green')
    """
    color = colors.from_letter(letter)
    return letter if color == colors.NO_COLOR else catalogue.text(f"color.{colors.NAMES[color]}")


def card_name(catalogue: Catalogue, card: str, titles: Titles | None = None) -> str:
    """Return the card's name: its colour, and the name of its face. A face has the name of the edition's file, else that
    of the catalogue; without one it is named as it is written.

    >>> from huefall.texts.catalogue import load
    >>> card_name(load("en"), "gS*"), card_name(load("zh-Hant"), "r10"), card_name(load("en"), "rT")
    ('green Skip with footprint', '紅色 10', 'red T')
    """
    plain = card.removesuffix("*")
    name = _plain_name(catalogue, plain, titles or {})
    if name is None:
        return card
    return name if plain == card else catalogue.text("card.footprint", card=name)


def face_name(catalogue: Catalogue, face: str) -> str:
    """Return the catalogue's name of a face or black card, without a colour; without one, the face.

    >>> from huefall.texts.catalogue import load
    >>> face_name(load("en"), "+2"), face_name(load("en"), "W+4"), face_name(load("en"), "10")
    ('Draw Two', 'Wild Draw Four', '10')
    """
    key = f"card.{face}"
    return catalogue.text(key) if catalogue.has(key) else face


def title_in(catalogue: Catalogue, title: Mapping[str, str]) -> str | None:
    """Return what a text by language says to a reader: in their language, else in English, else in any; None if empty."""
    found = title.get(catalogue.language) or title.get("en") or next(iter(title.values()), "")
    return found or None


def _plain_name(catalogue: Catalogue, card: str, titles: Titles) -> str | None:
    """Name a card without footprint; None if the text is no card."""
    if card.startswith("W"):
        return title_in(catalogue, titles.get(card, {})) or face_name(catalogue, card)
    letter, face = card[:1], card[1:]
    if colors.from_letter(letter) == colors.NO_COLOR or not _FACE.fullmatch(face):
        return None
    title = title_in(catalogue, titles.get(card) or titles.get(face) or {})
    # The catalogue's names with W belong to black cards; an edition may give a coloured card such a face.
    name = title or (face if face.startswith("W") else face_name(catalogue, face))
    # Digits and Latin words are set off from Chinese words by a space, Chinese words from one another are not.
    pattern = "card.colored" if is_han(name[:1]) else "card.numbered"
    return catalogue.text(pattern, color=color_name(catalogue, letter), face=name)
