"""An edition as a value: its colours, the rows of its file, and the kinds of card they make (DECK-01 … DECK-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from huefall.vocabulary import colors
from huefall.vocabulary.errors import HuefallError

#: The names of the editions that ship; no other file may take one, or a record or view would mean two decks by it.
SHIPPED = ("classic", "buzz", "jurassic", "bts", "avengers")

#: ``skips = "all"``: more than any table has seats; a skip is capped at the other players anyway (SAME-02).
EVERYONE = 99

#: What becomes of a card that is turned up to begin a round (FIRST-01 … FIRST-05).
FIRST_ACT, FIRST_NAME, FIRST_BURY, FIRST_IGNORE = range(4)
FIRST_WORDS = ("act", "name", "bury", "ignore")

#: How a card moves hands when ``seven_zero`` is on (SEVEN-01).
NO_EXCHANGE, SWAP, ROTATE = range(3)
EXCHANGE_WORDS = ("", "swap", "rotate")

#: What a card can do; at most one of these.
EFFECTS = ("draws", "skips", "reverses", "boosts", "escapes", "dares", "checks", "exchanges")

#: What the cards do that the rule book, and so the texts, have a name for. Numbers are named by their digits.
RULE_BOOK: Mapping[str, Mapping[str, int]] = {
    "S": {"skips": 1},
    "R": {"reverses": True},
    "+2": {"draws": 2},
    "W": {},
    "W+4": {"draws": 4},
    "WH": {"boosts": True},
    "WE": {"escapes": True},
    "WD": {"dares": 3},
    "WG": {"checks": 2},
}


class EditionError(HuefallError):
    """An edition that does not exist or cannot be played; the text names the file, the line and the reason."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of an edition file: a face in some colours, or a black card. The defaults are those of a plain card."""

    face: str  # "7", "S", "+2"; of a black card its whole name, "W+4"
    colors: tuple[int, ...]  # the colours it is in, in the order r y g b p; () if it is black
    copies: int  # per colour
    points: int
    title: Mapping[str, str] = field(default_factory=dict, hash=False)  # {"en": "Skip Everyone"}
    draws: int = 0
    skips: int = 0
    reverses: bool = False
    boosts: bool = False
    escapes: bool = False
    dares: int = 0
    checks: int = 0
    exchanges: int = NO_EXCHANGE
    restricted: bool = False
    shield: bool = False
    footprint: bool = False
    first: int = FIRST_ACT

    @property
    def black(self) -> bool:
        return not self.colors

    @property
    def card_count(self) -> int:
        """Count its cards in all colours."""
        return self.copies * max(1, len(self.colors))

    @property
    def is_of_rule_book(self) -> bool:
        """Tell whether it is the card that the rule book means by its face. An edition may give that face to another."""
        effects = {name: getattr(self, name) for name in EFFECTS if getattr(self, name)}
        return self.face.startswith("W") == self.black and RULE_BOOK.get(self.face) == effects

    @property
    def names(self) -> Mapping[str, str]:
        """Its names by language, where the texts have none that fits: the file's, or its face in every language (``""``)."""
        if self.title or self.is_of_rule_book or self.face not in RULE_BOOK:
            return self.title
        return {"": self.face}


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards that cannot be told apart: one colour, one face, with or without the footprint."""

    text: str  # "rS*"
    color: int  # NO_COLOR if black
    marked: bool  # bears the footprint
    copies: int
    row: Row


@dataclass(frozen=True, slots=True)
class Edition:
    """A deck that can be played; equal to another if the same cards are in it."""

    name: str
    colors: tuple[int, ...]
    rows: tuple[Row, ...]
    title: Mapping[str, str] = field(default_factory=dict, compare=False)
    source: str = field(default="", compare=False)  # the path of a file that does not ship with the package

    def has(self, attribute: str) -> bool:
        """Whether any card has the attribute; an option without such a card has no meaning here (OPT-01)."""
        return any(getattr(row, attribute) for row in self.rows)

    def kinds(self, footprints: str = "all") -> tuple[Kind, ...]:
        """List the kinds of the deck: by colour in the order r y g b p, plain before footprint, black cards last."""
        found = [
            kind
            for color in sorted(self.colors)
            for row in self.rows
            if color in row.colors
            for kind in _kinds_of(row, color, footprints)
        ]
        found += [kind for row in self.rows if row.black for kind in _kinds_of(row, colors.NO_COLOR, footprints)]
        return tuple(found)

    @property
    def card_count(self) -> int:
        """Count the cards of the whole deck."""
        return sum(row.card_count for row in self.rows)

    @property
    def reserve(self) -> int:
        """Count the cards that must stay undealt so that a first card can always be found (SETUP-01)."""
        unturnable = sum(row.card_count for row in self.rows if row.first in (FIRST_BURY, FIRST_IGNORE))
        return max(9, unturnable + 1)

    def titles(self) -> dict[str, Mapping[str, str]]:
        """Return the names the file itself gives its cards: by face, or by card if a coloured face looks like a black card."""
        named = [row for row in self.rows if row.names]
        by_face = {row.face: row.names for row in named if row.black == row.face.startswith("W")}
        by_card = {
            colors.letter(color) + row.face: row.names
            for row in named
            if not row.black and row.face.startswith("W")
            for color in row.colors
        }
        return by_face | by_card


def _kinds_of(row: Row, color: int, footprints: str) -> list[Kind]:
    marked = 0 if not row.footprint else row.copies if footprints == "all" else row.copies // 2
    text = row.face if row.black else colors.letter(color) + row.face
    both = (Kind(text, color, False, row.copies - marked, row), Kind(text + "*", color, True, marked, row))
    return [kind for kind in both if kind.copies]
