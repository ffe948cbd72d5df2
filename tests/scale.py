"""How many random games a test run plays, and from which seed: the same tests serve short and long runs."""

from __future__ import annotations

import os

#: Random games of a full run, `make check`. Other runs: 250 in `make test`, 60 with the compiler off, 300 with bounds
#: checks, 40,000 in `make test-long`.
FULL_GAMES = 2500

GAMES = int(os.environ.get("HUEFALL_GAMES", str(FULL_GAMES)))

#: The seed of randomised tests; another value plays other games.
SEED = int(os.environ.get("HUEFALL_SEED", "20250117"))


def scaled(full: int, least: int = 1) -> int:
    """Return a test's size: ``full`` in a full run, in proportion elsewhere, and never below ``least``."""
    return max(least, full * GAMES // FULL_GAMES)
