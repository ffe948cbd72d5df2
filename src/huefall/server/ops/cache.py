"""Where a server keeps compiled rules. Tested in tests/server/test_run.py."""

from __future__ import annotations

import os
from pathlib import Path

from huefall.kernel import cache


def choose_cache(data: Path) -> str:
    """Keep compiled rules in the data directory if the user's cache cannot be written; return why, or an empty text.

    Otherwise a service user without a home would compile at every start. Call it before the engine is imported.
    """
    problem = cache.find_problem(cache.cache_root(os.environ))
    if problem:
        os.environ[cache.VARIABLE] = str(data / "cache")
    return problem
