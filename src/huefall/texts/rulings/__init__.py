"""Rulings: how we decide where the printed sheets are silent, contradictory or ambiguous.

``printed.json`` has what is the same in every language: the rules, the sheets' own words, the options that give another
reading. ``en.json`` and ``zh-Hant.json`` have the texts. They are kept apart from the catalogues because a page loads them only
when they are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from huefall.texts.catalogue import LANGUAGES, UnknownLanguageError
from huefall.vocabulary.errors import HuefallError

#: The attribute of a card without which a family of rules has no meaning in a deck.
ATTRIBUTES = {"BUZZ": "boosts", "JUR": "escapes", "BTS": "dares", "AVG": "checks"}


class UnknownRulingError(HuefallError):
    """A ruling that does not exist."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """The words of printed sheets."""

    sheets: tuple[str, ...]  # the editions whose sheets have them: ("buzz", "jurassic")
    text: str  # in Chinese, as printed
    translation: str  # "" in Chinese


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question the sheets leave open, and its answer."""

    name: str  # "shields"; anchors and commands use it
    rules: tuple[str, ...]  # ("SHIELD-01",), the most telling first
    quotations: tuple[Quotation, ...]
    options: tuple[str, ...]  # that give another reading: ("stacking=off",); none if there is no option for it
    title: str  # the question
    ruling: str
    why: str
    other: str  # how to get the other reading, or why one cannot

    def concerns(self, has: Callable[[str], bool]) -> bool:
        """Whether the ruling is relevant to a deck; ``has`` is its ``Edition.has``."""
        families = {rule.rpartition("-")[0] for rule in self.rules}
        needed = [attribute for family, attribute in ATTRIBUTES.items() if family in families]
        return not needed or any(has(attribute) for attribute in needed)


@cache
def load_rulings(language: str) -> Mapping[str, Ruling]:
    """Return all rulings in a language by their names, read once.

    >>> load_rulings("en")["gauntlet-self"].title
    'Does the player of the Gauntlet draw, too?'
    """
    if language not in LANGUAGES:
        message = f"there are no rulings in {language!r}; the languages are {', '.join(LANGUAGES)}"
        raise UnknownLanguageError(message)
    texts = _read(language)
    return MappingProxyType({name: _ruling(name, facts, texts[name]) for name, facts in _read("printed").items()})


def find_ruling(language: str, name: str) -> Ruling:
    """Return a ruling by its name; the error for an unknown name lists similar ones."""
    rulings = load_rulings(language)
    if name not in rulings:
        similar = get_close_matches(name, rulings) or list(rulings)[:3]
        message = f"there is no ruling {name!r}; `huefall rules --ruling` lists them all, such as {', '.join(similar)}"
        raise UnknownRulingError(message)
    return rulings[name]


def rulings_on(language: str, rules: Iterable[str], has: Callable[[str], bool]) -> list[Ruling]:
    """List the rulings on any of some rules that are relevant to a deck, in their order.

    >>> [ruling.name for ruling in rulings_on("en", ["AVG-03"], lambda attribute: attribute == "checks")]
    ['gauntlet-no-card', 'gauntlet-last']
    """
    wanted = set(rules)
    found = load_rulings(language).values()
    return [ruling for ruling in found if wanted.intersection(ruling.rules) and ruling.concerns(has)]


def _read(name: str) -> dict[str, Any]:
    source = resources.files("huefall.texts.rulings").joinpath(f"{name}.json")
    found: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return found


def _ruling(name: str, facts: Mapping[str, Any], texts: Mapping[str, Any]) -> Ruling:
    quotes = facts["quotes"]
    translations = texts.get("quotes") or [""] * len(quotes)
    return Ruling(
        name=name,
        rules=tuple(facts["rules"]),
        quotations=tuple(
            Quotation(tuple(quote["sheets"]), quote["text"], translation)
            for quote, translation in zip(quotes, translations, strict=True)
        ),
        options=tuple(facts["options"]),
        title=texts["title"],
        ruling=texts["ruling"],
        why=texts["why"],
        other=texts["other"],
    )
