"""How many cores there are to share work out over."""

from __future__ import annotations

import os


def count_cores() -> int:
    """Count the cores this process may use, where the system tells; those of the machine otherwise.

    >>> count_cores() > 0
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
