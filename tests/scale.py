"""How much random play a test run does, and from which seed: the same tests serve the quick jobs and the long run."""

from __future__ import annotations

import os

#: Games of the run: 2500 in `make test`, 60 with the compiler off, 300 with bounds checks, 40000 in `make test-long`.
GAMES = int(os.environ.get("HUEFALL_GAMES", "2500"))

#: Where randomised tests begin; another value plays other games.
SEED = int(os.environ.get("HUEFALL_SEED", "20250117"))


def scaled(full: int, least: int = 1) -> int:
    """Return a test's size: ``full`` in a run of 2500 games, in proportion elsewhere, and never less than ``least``."""
    return max(least, full * GAMES // 2500)
