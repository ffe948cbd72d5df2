"""What estimates chances: the search of the bots, or anything else with these methods, such as a test's. Tested in
tests/review/test_run.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from huefall.bots.bot import View
from huefall.bots.search.estimates import Estimate, Ranked
from huefall.editions import Edition
from huefall.game import Game
from huefall.protocol.reviews import ReviewEffort

#: Rollouts for a whole match, divided among its moves: about 15 seconds on two free cores.
ROLLOUTS_PER_MATCH = 6_000_000

#: Rollouts per move, in units of ``ReviewEffort.chances``: the chances themselves, those before a draw, and the comparison.
SHARES_PER_MOVE = 4

#: With fewer rollouts per step the intervals are too wide to be useful; with more the difference is too small to notice.
MIN_ROLLOUTS, MAX_ROLLOUTS = 200, 4000


class Estimator(Protocol):
    """Every result must follow from the arguments alone; any thread may call these."""

    def rank(
        self,
        view: View,
        edition: Edition | None = None,
        *,
        rollouts: int = 400,
        seed: int = 0,
        sentences: Sequence[str] | None = None,
    ) -> Sequence[Ranked]:
        """Rank a seat's moves by what it can know, best first; a seat that is not asked has its claims and ``NO_CLAIM``.

        ``sentences``: rank exactly these instead of the legal moves of the view.
        """

    def chances(self, game: Game, *, rollouts: int = 400, seed: int = 0) -> Sequence[Estimate]:
        """Estimate each seat's chance to win the round, all hands open, the order of the pile unknown."""

    def chances_after(
        self, game: Game, seat: int, sentence: str, *, rollouts: int = 400, seed: int = 0
    ) -> Sequence[Estimate]:
        """Estimate the same after a move, averaged over the cards it may draw."""


def fitting_effort(moves: int) -> ReviewEffort:
    """Choose rollouts so that matches of any length take about the same time.

    >>> fitting_effort(600)
    ReviewEffort(chances=2500, sift=625, judge=2500)
    """
    return effort_of(max(MIN_ROLLOUTS, min(MAX_ROLLOUTS, ROLLOUTS_PER_MATCH // (SHARES_PER_MOVE * max(1, moves)))))


def effort_of(rollouts: int) -> ReviewEffort:
    """Derive an effort from the rollouts per step."""
    return ReviewEffort(chances=rollouts, sift=max(1, rollouts // 4), judge=rollouts)


def seed_for(seed: int, *place: object) -> int:
    """Derive the seed of one estimate from its place in the match, so that the order of estimates does not matter.

    >>> seed_for(0, 1, 2, "rank") == seed_for(0, 1, 2, "rank") != seed_for(0, 1, 3, "rank")
    True
    """
    text = "/".join(str(part) for part in (seed, *place))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") >> 2
