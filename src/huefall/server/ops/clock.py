"""Wall-clock time as the store keeps it. Tested in tests/server/tables/test_registry.py, where tables grow old."""

from __future__ import annotations

import time

MINUTE_MS = 60 * 1000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


def now_ms() -> int:
    """Return the time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
