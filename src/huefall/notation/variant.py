"""What is played: an edition under rules, with the written form of its cards and its records for the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from huefall.editions import Edition, Rules, load_edition
from huefall.kernel.pack import pack_edition, pack_rules
from huefall.vocabulary import colors
from huefall.vocabulary.errors import HuefallError


class CardError(HuefallError):
    """A card or colour the deck does not have, or too many of one; the text names it."""


class Variant:
    """An edition under rules. Kinds of card are numbered as the kernel numbers them."""

    def __init__(self, edition: Edition, rules: Rules) -> None:
        self.edition = edition
        self.rules = rules
        self.kinds = edition.kinds(rules.footprints)
        self.texts = tuple(kind.text for kind in self.kinds)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        self.packed_edition = pack_edition(edition, rules.footprints)
        self.packed_rules = pack_rules(rules)

    @classmethod
    def of(cls, edition: str | Edition = "classic", options: Mapping[str, Any] | None = None) -> Variant:
        """Find the edition and make the rules.

        >>> Variant.of("jurassic", {"footprints": "half"}).texts[-5:]
        ('W', 'W*', 'W+4', 'W+4*', 'WE')
        """
        found = edition if isinstance(edition, Edition) else load_edition(edition)
        return _remembered(found, found.source, Rules.of(found, options))

    @property
    def edition_name(self) -> str:
        """Name the edition as records and positions do: by its name, or by the path of its file."""
        return self.edition.source or self.edition.name

    def number(self, card: object) -> int:
        """Return the kind of a written card; refuse cards that the deck does not have."""
        found = self.numbers.get(card) if isinstance(card, str) else None
        if found is None:
            raise CardError(f"unknown card {card!r}: no such card in the {self.edition.name} deck")
        return found

    def color(self, letter: object) -> int:
        """Return the colour of a letter; refuse colours that the deck does not have."""
        found = colors.from_letter(letter) if isinstance(letter, str) else colors.NO_COLOR
        if found not in self.edition.colors:
            known = ", ".join(colors.letter(color) for color in self.edition.colors)
            raise CardError(f"unknown color {letter!r}: the {self.edition.name} deck has {known} (DECK-03)")
        return found

    def read_cards(self, cards: object, where: str) -> list[int]:
        """Return the kinds of written cards; ``where`` names the place in an error."""
        if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
            raise CardError(f"{where} must be a list of cards, got {cards!r}")
        return [self.number(card) for card in cards]

    def write_cards(self, kinds: Iterable[int]) -> list[str]:
        return [self.texts[kind] for kind in kinds]

    def deck(self) -> list[int]:
        """List every card of the deck."""
        return [number for number, kind in enumerate(self.kinds) for _ in range(kind.copies)]

    def count_cards(self, cards: Iterable[int]) -> list[int]:
        """Count cards by kind; refuse more of one than the deck has."""
        counts = [0] * len(self.kinds)
        for card in cards:
            if not isinstance(card, int) or not 0 <= card < len(counts):
                raise CardError(f"unknown kind of card {card!r}: expected 0 to {len(counts) - 1}")
            counts[card] += 1
        for number, kind in enumerate(self.kinds):
            if counts[number] > kind.copies:
                raise CardError(
                    f"too many cards: {counts[number]} of {kind.text}, the {self.edition.name} deck has {kind.copies}"
                )
        return counts


@lru_cache(maxsize=64)
def _remembered(edition: Edition, source: str, rules: Rules) -> Variant:  # noqa: ARG001  # equal decks of two files differ by source
    """Make a variant once: packing a deck takes longer than playing a round with it."""
    return Variant(edition, rules)
