"""Who estimates chances: the search of the bots, or anybody else who can do the same, such as a test."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from huefall.bots.bot import View
from huefall.bots.search.estimates import Estimate, Ranked
from huefall.editions import Edition
from huefall.game import Game
from huefall.review.model import Effort

#: Games tried for a whole match, what two free cores do in about a quarter of a minute; it is dealt out over the moves.
BUDGET = 6_000_000

#: Games tried per move, in units of ``Effort.chances``: the chances themselves, those before a draw, and the judgement.
SHARES = 4

#: With fewer the intervals say nothing, with more nothing changes that anybody would notice.
LEAST, MOST = 200, 4000


class Estimator(Protocol):
    """What a review asks for. Every answer must follow from the arguments alone, and may be asked for in any thread."""

    def rank(
        self,
        view: View,
        edition: Edition | None = None,
        *,
        rollouts: int = 400,
        seed: int = 0,
        sentences: Sequence[str] | None = None,
    ) -> Sequence[Ranked]:
        """Rank what a seat can say by what it can know, best first; if it is not asked, that is its claims and ``NO_CLAIM``.

        ``sentences``: only these, as they are.
        """

    def chances(self, game: Game, *, rollouts: int = 400, seed: int = 0) -> Sequence[Estimate]:
        """Estimate each seat's chance to win the round, all hands open, the order of the pile unknown."""

    def chances_after(
        self, game: Game, seat: int, sentence: str, *, rollouts: int = 400, seed: int = 0
    ) -> Sequence[Estimate]:
        """Estimate the same after a move, averaged over the cards it may bring."""


def fitting_effort(moves: int) -> Effort:
    """Choose how much is tried so that a match of so many moves takes about the same time as any other.

    >>> fitting_effort(600)
    Effort(chances=2500, sift=625, judge=2500)
    """
    return effort_of(max(LEAST, min(MOST, BUDGET // (SHARES * max(1, moves)))))


def effort_of(rollouts: int) -> Effort:
    """Make an effort of one number: the games tried per step."""
    return Effort(chances=rollouts, sift=max(1, rollouts // 4), judge=rollouts)


def seed_for(seed: int, *place: object) -> int:
    """Derive the seed of one estimate: no two places share one, and the order in which they are asked is no matter.

    >>> seed_for(0, 1, 2, "rank") == seed_for(0, 1, 2, "rank") != seed_for(0, 1, 3, "rank")
    True
    """
    text = "/".join(str(part) for part in (seed, *place))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") >> 2
