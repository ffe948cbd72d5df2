"""Sets of kinds of card as bits, kind 0 lowest: what fits, what answers, what has a colour."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from huefall.editions.deck import NO_EXCHANGE
from huefall.notation.variant import Variant
from huefall.vocabulary import colors


class Masks:
    """The sets of a variant that matter to who remembers."""

    def __init__(self, variant: Variant) -> None:
        self.of_color: Counter[int] = Counter()
        self.of_face: Counter[str] = Counter()
        self.black = self.drawing = self.restricted = self.shielding = self.escaping = self.exchanging = self.marked = 0
        self.all = (1 << len(variant.kinds)) - 1
        for number, kind in enumerate(variant.kinds):
            bit = 1 << number
            if kind.color == colors.NO_COLOR:
                self.black |= bit
            else:
                self.of_color[kind.color] |= bit
                self.of_face[kind.row.face] |= bit
            if kind.row.draws:
                self.drawing |= bit
            if kind.row.restricted:
                self.restricted |= bit
            if kind.row.escapes:
                self.escaping |= bit
            if kind.row.exchanges != NO_EXCHANGE:
                self.exchanging |= bit
            if kind.row.shield:
                self.shielding |= bit
            if kind.marked:
                self.marked |= bit


@lru_cache(maxsize=64)
def masks_of(variant: Variant) -> Masks:
    """Make a variant's masks once."""
    return Masks(variant)
