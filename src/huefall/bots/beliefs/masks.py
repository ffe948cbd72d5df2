"""Sets of kinds of card as bits, kind 0 lowest, by what is printed on the cards.

What fits or answers is a matter of the rules: see ``huefall.notation.preview``.

Tested in tests/bots/beliefs/test_beliefs.py.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from huefall.editions.deck import NO_EXCHANGE
from huefall.notation.variant import Variant
from huefall.vocabulary import colors


class Masks:
    """The sets of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.of_color: Counter[int] = Counter()
        self.black = self.restricted = self.exchanging = 0
        self.all = (1 << len(variant.kinds)) - 1
        for number, kind in enumerate(variant.kinds):
            bit = 1 << number
            if kind.color == colors.NO_COLOR:
                self.black |= bit
            else:
                self.of_color[kind.color] |= bit
            if kind.row.restricted:
                self.restricted |= bit
            if kind.row.exchanges != NO_EXCHANGE:
                self.exchanging |= bit


@lru_cache(maxsize=64)
def masks_of(variant: Variant) -> Masks:
    return Masks(variant)
