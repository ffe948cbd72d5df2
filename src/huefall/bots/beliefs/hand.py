"""Another seat's hand: the cards known to be in it, and for each other card the kinds it probably is not.

Tested in tests/bots/beliefs/test_beliefs.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Hand:
    """A hand, partly known. Sets of kinds are bits, as in ``huefall.bots.beliefs.masks``."""

    unknown: list[int] = field(default_factory=list)  # per card the kinds it probably is not; newest card last
    known: Counter[int] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return len(self.unknown) + self.known.total()

    def exclude(self, kinds: int, oldest: int | None = None) -> None:
        """Note that no unknown card is of these kinds; with ``oldest``, none of the N cards that have been held longest."""
        count = len(self.unknown) if oldest is None else min(oldest, len(self.unknown))
        self.unknown[:count] = [excluded | kinds for excluded in self.unknown[:count]]

    def require(self, kinds: int, all_kinds: int, oldest: int | None = None) -> None:
        """Note that at least one card is of these kinds. ``all_kinds``: those of the deck; ``oldest``: as in ``exclude``.

        Which card is not known: the one with the fewest excluded kinds is assumed.
        """
        if any(count and kinds >> kind & 1 for kind, count in self.known.items()):
            return
        places = range(len(self.unknown) if oldest is None else min(oldest, len(self.unknown)))
        possible = [at for at in places if kinds & ~self.unknown[at]]
        if any(self.unknown[at] | kinds == all_kinds for at in possible) or not possible:
            return
        self.unknown[min(possible, key=lambda at: self.unknown[at].bit_count())] |= all_kinds & ~kinds

    def remove(self, kind: int) -> None:
        """Remove a played card: of the cards it can have been, the one with most excluded kinds, then the newest."""
        if self.known[kind]:
            self.known[kind] -= 1
            return
        possible = [at for at, excluded in enumerate(self.unknown) if not excluded >> kind & 1]
        if possible:
            del self.unknown[max(possible, key=lambda at: (self.unknown[at].bit_count(), at))]
        elif self.unknown:
            self.unknown.pop()

    def reveal(self, kind: int) -> None:
        """A card was seen and stays in the hand."""
        if not self.known[kind]:
            self.remove(kind)
            self.known[kind] += 1

    def reveal_all(self, kinds: Counter[int]) -> None:
        """The whole hand was seen."""
        self.known, self.unknown = Counter(kinds), []
