"""The name of a card in a language, from its written form (``r7``, ``gS*``, ``W+4``)."""

from __future__ import annotations

from collections.abc import Mapping

from huefall.texts.catalogue import Catalogue
from huefall.vocabulary import colors

#: Names an edition file gives its own cards: by face or black name, then by language.
Titles = Mapping[str, Mapping[str, str]]


def color_name(catalogue: Catalogue, letter: str) -> str:
    """Return the name of a colour by its letter, or the text itself if it is not such a letter.

    >>> from huefall.texts.catalogue import load
    >>> color_name(load("en"), "g"), color_name(load("en"), "green")
    ('green', 'green')
    """
    color = colors.from_letter(letter)
    return letter if color == colors.NO_COLOR else catalogue.text(f"color.{colors.NAMES[color]}")


def card_name(catalogue: Catalogue, card: str, titles: Titles | None = None) -> str:
    """Return the card's name, or its written form where neither the catalogue nor ``titles`` has one.

    >>> from huefall.texts.catalogue import load
    >>> card_name(load("en"), "gS*"), card_name(load("zh-Hant"), "r7"), card_name(load("en"), "rT")
    ('green Skip with footprint', '紅色 7', 'rT')
    """
    plain = card.removesuffix("*")
    name = _black_name(catalogue, plain, titles) if plain.startswith("W") else _colored_name(catalogue, plain, titles)
    if name is None:
        return card
    return name if plain == card else catalogue.text("card.footprint", card=name)


def _black_name(catalogue: Catalogue, black: str, titles: Titles | None) -> str | None:
    key = f"card.{black}"
    return catalogue.text(key) if catalogue.has(key) else _title(catalogue, black, titles)


def _colored_name(catalogue: Catalogue, card: str, titles: Titles | None) -> str | None:
    letter, face = card[:1], card[1:]
    if colors.from_letter(letter) == colors.NO_COLOR:
        return None
    key = f"card.{face}"
    # The catalogue's names with W belong to black cards; an edition may give a coloured card such a face.
    known = catalogue.has(key) and not face.startswith("W")
    name = catalogue.text(key) if known else _title(catalogue, face, titles)
    if name is None:
        return None
    # Digits are set off from Chinese words by a space, Chinese words from one another are not.
    pattern = "card.numbered" if face.isdigit() else "card.colored"
    return catalogue.text(pattern, color=color_name(catalogue, letter), face=name)


def _title(catalogue: Catalogue, name: str, titles: Titles | None) -> str | None:
    return (titles or {}).get(name, {}).get(catalogue.language)
