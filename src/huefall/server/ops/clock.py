"""The two clocks of a machine. Tested in tests/server/tables/test_table.py and tests/server/retention/test_clock_watch.py.

The wall clock says when something happened, as the store keeps it. Somebody may set it, forwards or backwards, at any time.
The steady clock only runs: what people have time for is measured with it, and so is how far the wall clock was set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MINUTE_MS = 60 * 1000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


def now_ms() -> int:
    """Return the time of the wall clock in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Return the time of the steady clock in milliseconds. Its start is arbitrary, and another one after a restart."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks, so that tests can replace them."""

    wall_ms: Callable[[], int] = now_ms
    steady_ms: Callable[[], int] = steady_ms
