"""How much a bot that searches thinks about a decision, as it is written behind its level.

``expert:1000`` imagines so many positions: the same seed gives the same answer on every machine. ``expert:200ms`` thinks so
long: stronger on a faster machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: More positions than these change no answer, and fill the memory of a table with ten seats and many moves.
MAX_POSITIONS = 100_000

#: Nobody waits longer than that for a card.
MAX_MILLISECONDS = 60_000

_WRITTEN = re.compile(r"([0-9]{1,9})(ms)?")


@dataclass(frozen=True, slots=True)
class Budget:
    """So many positions, or so many milliseconds, for a decision."""

    amount: int
    is_time: bool = False

    @property
    def positions(self) -> int:
        """Return how many positions are imagined at most."""
        return MAX_POSITIONS if self.is_time else self.amount

    @property
    def seconds(self) -> float | None:
        """Return how long is thought, if that is what was asked for."""
        return self.amount / 1000 if self.is_time else None

    def __str__(self) -> str:
        """Write it as it is read."""
        return f"{self.amount}ms" if self.is_time else str(self.amount)


def read_budget(text: str) -> Budget | None:
    """Read what stands behind the colon; nothing if it is no budget.

    >>> read_budget("1000"), str(read_budget("200ms")), read_budget("2 minutes")
    (Budget(amount=1000, is_time=False), '200ms', None)
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    budget = Budget(int(found[1]), is_time=found[2] is not None)
    most = MAX_MILLISECONDS if budget.is_time else MAX_POSITIONS
    return budget if 1 <= budget.amount <= most else None
