"""How long a search goes on: for so many positions, or for so long.

A search asks again and again, first after few positions and later after many: what it looks at in between (the clock, which moves are behind)
costs little then, and hardly anything is tried in vain.
"""

from __future__ import annotations

import time
from collections.abc import Callable

#: Tells, after so many positions, how many more to imagine before asking again; 0 ends the search.
Patience = Callable[[int], int]

#: Tells the time, in seconds from any moment on.
Clock = Callable[[], float]

#: Positions that are imagined before the first look at the clock.
FIRST = 16


def so_many(positions: int) -> Patience:
    """Imagine so many positions, however long it takes: then the same seed gives the same answer everywhere."""
    return lambda tried: min(_stretch(tried), positions - tried)


def so_long(
    seconds: float, most: int, *, clock: Clock = time.perf_counter, is_wanted: Callable[[], bool] | None = None
) -> Patience:
    """Think for a time from now, over no more than so many positions; over the first few in any case, since without any trial
    there is no answer. ``is_wanted``: whether anybody still waits for it.
    """
    start = clock()

    def more(tried: int) -> int:
        if tried == 0:
            return min(FIRST, most)
        if is_wanted is not None and not is_wanted():
            return 0
        spent = clock() - start
        fitting = int((seconds - spent) * tried / spent) if spent > 0 else FIRST
        return min(_stretch(tried), most - tried, fitting) if fitting >= FIRST else 0

    return more


def _stretch(tried: int) -> int:
    return max(FIRST, tried // 4)
