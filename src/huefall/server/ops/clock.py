"""What time it is, as the store keeps it."""

from __future__ import annotations

import time

HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS


def now_ms() -> int:
    """Return the time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
