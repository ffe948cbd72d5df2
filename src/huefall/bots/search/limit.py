"""``Limit``: when a search stops.

``expert:1000`` tries 1000 positions per decision: the same seed gives the same answer on every machine. ``expert:200ms``
searches for 200 ms: stronger on a faster machine, and not repeatable.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

#: More positions change no answer, and would fill the memory at a table with ten seats and many moves.
MAX_POSITIONS = 100_000

#: A player would not wait longer for a card.
MAX_MILLISECONDS = 60_000

#: Positions tried before the clock is read for the first time.
FIRST_BATCH = 16

#: Returns the time in seconds, from an arbitrary origin.
Clock = Callable[[], float]

_WRITTEN = re.compile(r"([0-9]{1,9})(ms)?")


@dataclass(frozen=True, slots=True)
class Limit:
    """Search-termination condition: a number of positions, a time, or whichever of both is reached first."""

    positions: int | None = None  # 1000
    seconds: float | None = None  # 0.2

    def __post_init__(self) -> None:
        if self.positions is None and self.seconds is None:
            raise ValueError("a limit needs positions, seconds or both")

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read ``1000`` (positions) or ``200ms`` (time).

        >>> Limit.parse("1000"), Limit.parse("200ms")
        (Limit(positions=1000, seconds=None), Limit(positions=None, seconds=0.2))
        """
        found = _WRITTEN.fullmatch(text)
        amount = 0 if found is None else int(found[1])
        is_time = found is not None and found[2] is not None
        if not 1 <= amount <= (MAX_MILLISECONDS if is_time else MAX_POSITIONS):
            raise ValueError(
                f"expected positions (1 to {MAX_POSITIONS}) or a time (1ms to {MAX_MILLISECONDS}ms), got {text!r}"
            )
        return cls(seconds=amount / 1000) if is_time else cls(positions=amount)

    def __str__(self) -> str:
        """Write the limit as ``parse`` reads it; positions and a time together are joined by a slash.

        >>> str(Limit(1000)), str(Limit(seconds=0.2)), str(Limit(20_000, 0.05))
        ('1000', '200ms', '20000/50ms')
        """
        parts = [] if self.positions is None else [str(self.positions)]
        if self.milliseconds is not None:
            parts.append(f"{self.milliseconds}ms")
        return "/".join(parts)

    @property
    def milliseconds(self) -> int | None:
        return None if self.seconds is None else round(self.seconds * 1000)

    def batches(
        self, clock: Clock = time.perf_counter, *, is_cancelled: Callable[[], bool] | None = None
    ) -> Iterator[int]:
        """Yield how many positions to try next, until the limit is reached. The time counts from this call.

        Batches grow, so that reading the clock and comparing moves between them costs little, and few positions are
        wasted. With a time limit the first batch is always tried: without any position there is no answer.
        ``is_cancelled`` ends the search early; it is asked before every batch but the first.

        >>> list(Limit(positions=100).batches())
        [16, 16, 16, 16, 16, 20]
        """
        return self._batches(clock, clock(), is_cancelled)

    def _batches(self, clock: Clock, start: float, is_cancelled: Callable[[], bool] | None) -> Iterator[int]:
        max_positions = MAX_POSITIONS if self.positions is None else self.positions
        tried = 0
        while True:
            batch = min(max(FIRST_BATCH, tried // 4), max_positions - tried)
            if tried > 0:
                if is_cancelled is not None and is_cancelled():
                    return
                if self.seconds is not None:
                    affordable = _affordable(tried, clock() - start, self.seconds)
                    batch = min(batch, affordable) if affordable >= FIRST_BATCH else 0
            if batch <= 0:
                return
            yield batch
            tried += batch


def _affordable(tried: int, spent: float, seconds: float) -> int:
    """How many more positions fit into the time, at the speed so far."""
    return int((seconds - spent) * tried / spent) if spent > 0 else FIRST_BATCH
