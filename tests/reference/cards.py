"""Cards and their written order.

Rules look only at the attributes of a card; its text is for reading and writing.
"""

from dataclasses import dataclass

COLOR_LETTERS = {"red": "r", "yellow": "y", "green": "g", "blue": "b", "purple": "p"}
COLOR_ORDER = "rygbp"


@dataclass(frozen=True, eq=False)
class Card:
    """One kind of card of an edition; there is exactly one object per kind, so `is` compares kinds."""

    text: str  # "r+2*"
    color: str | None  # "r", None for a black card
    face: str  # "+2", "W"
    footprint: bool  # bears the footprint (DECK-04)
    rank: int  # place in the canonical order of a hand
    points: int
    draws: int = 0
    skips: int | str = 0  # a number or "all"
    reverses: bool = False
    boosts: bool = False
    escapes: bool = False
    dares: int = 0
    checks: int = 0
    exchanges: str | None = None  # "swap" or "rotate"
    restricted: bool = False
    shield: bool = False
    first: str = "act"  # "act", "name", "bury" or "ignore"

    @property
    def black(self) -> bool:
        """Whether the card has no colour of its own."""
        return self.color is None

    @property
    def penalty_kind(self) -> str:
        """The kind of question its draw penalty puts: coloured ones count as Draw Two, black ones as Wild Draw Four."""
        return "wild4" if self.color is None else "draw2"

    @property
    def number(self) -> int:
        """Its value in the draw for the dealer: its digit, otherwise 0 (SETUP-02)."""
        if self.color is not None and len(self.face) == 1 and self.face.isdigit():
            return int(self.face)
        return 0

    def twin_of(self, other: "Card") -> bool:
        """Same colour and face; footprints do not matter for a cut (CUT-02)."""
        return self.color is not None and self.color == other.color and self.face == other.face

    def skipped(self, copies: int, players: int) -> int:
        """How many players that many copies skip: never the one who played them (SKIP-01, SAME-02)."""
        others = players - 1
        if self.skips == "all":
            return others
        return min(int(self.skips) * copies, others)


def in_order(cards: list[Card]) -> list[Card]:
    """Cards in the canonical order: colours r y g b p, faces as in the file, black ones last."""
    return sorted(cards, key=lambda card: card.rank)


def texts(cards: list[Card]) -> list[str]:
    """The written forms, in the given order."""
    return [card.text for card in cards]
