"""Another hand, as far as it can be followed: cards known to be in it, and for each of the others the kinds it is hardly of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Hand:
    """A hand of which some is known, some is suspected. Sets of kinds are bits, as in ``huefall.bots.beliefs.masks``."""

    unknown: list[int] = field(default_factory=list)  # the kinds each card is hardly of; newest card last
    known: Counter[int] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """Count the cards."""
        return len(self.unknown) + self.known.total()

    def bar(self, kinds: int, oldest: int | None = None) -> None:
        """Note that no unknown card of the hand is of these kinds; ``oldest``: only so many, those that came first."""
        count = len(self.unknown) if oldest is None else min(oldest, len(self.unknown))
        self.unknown[:count] = [barred | kinds for barred in self.unknown[:count]]

    def hold_one_of(self, kinds: int, every: int, oldest: int | None = None) -> None:
        """Note that at least one card is of these kinds, out of ``every`` kind there is; ``oldest`` as above.

        Which one is not known: it is taken to be the one of which least is suspected.
        """
        if any(count and kinds >> kind & 1 for kind, count in self.known.items()):
            return
        places = range(len(self.unknown) if oldest is None else min(oldest, len(self.unknown)))
        possible = [at for at in places if kinds & ~self.unknown[at]]
        if any(self.unknown[at] | kinds == every for at in possible) or not possible:
            return
        self.unknown[min(possible, key=lambda at: self.unknown[at].bit_count())] |= every & ~kinds

    def lose(self, kind: int) -> None:
        """Take out a card that was played: of those that can be it the one that can be least else, the newest of equals."""
        if self.known[kind]:
            self.known[kind] -= 1
            return
        possible = [at for at, barred in enumerate(self.unknown) if not barred >> kind & 1]
        if possible:
            del self.unknown[max(possible, key=lambda at: (self.unknown[at].bit_count(), at))]
        elif self.unknown:
            self.unknown.pop()

    def learn(self, kind: int) -> None:
        """Note a card that was seen and stays in the hand."""
        if not self.known[kind]:
            self.lose(kind)
            self.known[kind] += 1

    def become(self, kinds: Counter[int]) -> None:
        """Note that the whole hand was seen."""
        self.known, self.unknown = Counter(kinds), []
