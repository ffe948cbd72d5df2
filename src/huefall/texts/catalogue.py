"""One language's texts, looked up by key and filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from huefall.vocabulary.errors import HuefallError

LANGUAGES = ("en", "zh-Hant")

#: A placeholder and the spaces around it.
_PLACEHOLDER = re.compile(r"( ?)\{(\w+)\}( ?)")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile(r"[0-9A-Za-z\u00c0-\u024f]")


class UnknownLanguageError(HuefallError):
    """A language there is no catalogue for."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The texts of one language."""

    language: str  # "zh-Hant"
    texts: Mapping[str, str]  # {"card.S": "禁止牌", "event.pass": "{player} 過牌", …}

    def has(self, key: str) -> bool:
        return key in self.texts

    def text(self, key: str, /, **params: object) -> str:
        """Return the text with its placeholders filled in; additional parameters are ignored. Next to Chinese words,
        digits and Latin words are set off by a space and Chinese ones are not: a name may be either. A player who is
        called "You" is "you" inside a sentence, though not as the value of a label.

        >>> load("en").text("table.player", seat=2)
        'Seat 2'
        >>> [load("zh-Hant").text("table.swap", player=name) for name in ("Bo", "小美")]
        ['和 Bo 交換', '和小美交換']
        >>> load("en").text("event.challenge", player="Bo", other="You"), load("en").text("event.turn", player="You")
        ('Bo challenged you', 'Next to play: You')
        """
        if key not in self.texts:
            message = f"there is no text {key!r} in the catalogue {self.language!r}"
            raise KeyError(message)
        try:
            return _PLACEHOLDER.sub(lambda found: self._fill(found, params), self.texts[key])
        except KeyError as missing:
            message = f"the text {key!r} ({self.language}) has a placeholder {missing} that was not given"
            raise KeyError(message) from None

    def counted(self, key: str, /, amount: int, **params: object) -> str:
        """Return the text for an amount: the one under ``key.one`` for exactly one, where the catalogue has it.

        >>> load("en").counted("table.pile", 1), load("en").counted("table.pile", 2)
        ('Draw pile: 1 card', 'Draw pile: 2 cards')
        """
        singular = f"{key}.one"
        return self.text(singular if amount == 1 and self.has(singular) else key, amount=amount, **params)

    def _fill(self, found: re.Match[str], params: Mapping[str, object]) -> str:
        """Return the replacement of a placeholder, with the spaces it needs."""
        before, name, after = found.groups()
        value, whole = str(params[name]), found.string
        if value == self.texts.get("table.you") and _is_inside(whole[: found.start()], whole[found.end() :]):
            value = self.texts["table.you.inside"]
        left = _space_next_to(whole[max(0, found.start() - 1) : found.start()], value[:1], before)
        return left + value + _space_next_to(whole[found.end() : found.end() + 1], value[-1:], after)


def is_han(char: str) -> bool:
    """Whether a character is Chinese."""
    return _HAN.match(char) is not None


def _is_inside(before: str, after: str) -> bool:
    """Whether a placeholder is inside a sentence: neither its first word nor the value of a label ("Dealer: {player}")."""
    return bool(before) and not before.endswith((".", "!", "?")) and not (before.endswith(":") and not after)


def _space_next_to(neighbour: str, edge: str, written: str) -> str:
    if not _HAN.match(neighbour) or not edge:
        return written
    if _HAN.match(edge):
        return ""
    return " " if _LATIN.match(edge) else written


@cache
def load(language: str) -> Catalogue:
    """Return the catalogue of a language, read once."""
    if language not in LANGUAGES:
        message = f"there are no texts in {language!r}; the languages are {', '.join(LANGUAGES)}"
        raise UnknownLanguageError(message)
    source = resources.files("huefall.texts").joinpath(f"{language}.json")
    return Catalogue(language, MappingProxyType(json.loads(source.read_text(encoding="utf-8"))))
