"""Editions, options and presets in words.

Tested in tests/cli/test_commands.py and tests/docs.
"""

from __future__ import annotations

from collections.abc import Mapping

from huefall.texts.cards import title_in
from huefall.texts.catalogue import Catalogue


def edition_title(catalogue: Catalogue, name: str, titles: Mapping[str, str] | None = None) -> str:
    """Return an edition's title: the one its file gives, else the catalogue's, else its name.

    >>> from huefall.texts.catalogue import load
    >>> edition_title(load("en"), "buzz"), edition_title(load("en"), "thunder", {"en": "Thunder"})
    ('Buzz Lightyear', 'Thunder')
    """
    key = f"edition.{name}"
    return title_in(catalogue, titles or {}) or (catalogue.text(key) if catalogue.has(key) else name)


def option_value(catalogue: Catalogue, name: str, value: object) -> str:
    """Return an option's value in words.

    >>> from huefall.texts.catalogue import load
    >>> option_value(load("en"), "cut", True), option_value(load("en"), "target", 500)
    ('On', '500')
    """
    word = written_value(value)
    key = f"option.{name}.{word}"
    return catalogue.text(key) if catalogue.has(key) else word


def option_phrase(catalogue: Catalogue, name: str, value: object) -> str:
    """Return an option with its value in words; a number with words of its own needs no more than those.

    >>> from huefall.texts.catalogue import load
    >>> option_phrase(load("en"), "target", 200), option_phrase(load("en"), "target", 0)
    ('Target score: 200', 'Single round')
    """
    words = option_value(catalogue, name, value)
    if type(value) is int and words != str(value):
        return words
    return catalogue.text("table.rule", title=catalogue.text(f"option.{name}.title"), value=words)


def written_value(value: object) -> str:
    """Return an option's value as a command line takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
