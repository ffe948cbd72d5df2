"""Hints: what a seat that is asked can say, ranked by the search, from what that seat can know and from nothing else.

One thread does it, so that bots never wait for people who want to be told; and it tries moves out no longer than it is told to,
whatever the hands are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from huefall.bots.explain.reasons import Reason, Reasons
from huefall.bots.search.estimates import Ranked
from huefall.bots.search.limit import Limit
from huefall.bots.search.rank import rank
from huefall.editions import Edition
from huefall.game.ready import load_search
from huefall.protocol.messages import HintMove
from huefall.protocol.reviews import ChanceShown, ReasonShown
from huefall.server.ops.engine import can_search_now
from huefall.server.ops.workers import Workers

#: How many may wait for their turn: with more, a hint would come when it is of no use any more.
MAX_WAITING = 16

#: With more positions nothing changes that anybody would notice.
MAX_POSITIONS = 4000

#: Decimals of a chance, as in reviews.
DECIMALS = 6

#: Tells whether somebody still waits for the answer.
Wanted = Callable[[], bool]


class HintWorker:
    """Thinks about the moves of people who ask, one after the other."""

    def __init__(self, milliseconds: int = 150, can_search: Callable[[], bool] = can_search_now) -> None:
        self._limit = Limit(positions=MAX_POSITIONS, seconds=milliseconds / 1000)
        self._can_search = can_search
        self._workers = Workers(1)
        self._waiting = 0

    @property
    def is_ready(self) -> bool:
        """Tell whether the search is compiled."""
        return self._can_search()

    @property
    def is_busy(self) -> bool:
        """Tell whether too many wait already."""
        return self._waiting >= MAX_WAITING

    async def advise(self, view: dict[str, Any], edition: Edition, seed: int, wanted: Wanted) -> list[HintMove]:
        """Rank the answers of the seat that sees ``view``; nothing if nobody wants to know any more."""
        self._waiting += 1
        try:
            return await self._workers.ask(self._think, view, edition, seed, wanted)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        """Take no more questions."""
        self._workers.stop()

    def _think(self, view: dict[str, Any], edition: Edition, seed: int, wanted: Wanted) -> list[HintMove]:
        if not wanted():
            return []
        load_search()  # the first time that takes a moment, which is not to be taken from the thinking
        return rank_moves(view, edition, seed, self._limit, is_cancelled=lambda: not wanted())


def rank_moves(
    view: dict[str, Any],
    edition: Edition,
    seed: int,
    limit: Limit,
    *,
    is_cancelled: Callable[[], bool] | None = None,
) -> list[HintMove]:
    """Rank what the asked seat can say, best first, each with its chance and a reason."""
    ranked = rank(view, edition, limit=limit, seed=seed, is_cancelled=is_cancelled)
    reasons = Reasons(view, edition).explain(ranked)
    return [_show(*each) for each in zip(ranked, reasons, strict=True)]


def _show(ranked: Ranked, reason: Reason) -> HintMove:
    chance = ranked.chance
    shown = ChanceShown(*(round(value, DECIMALS) for value in (chance.mean, chance.low, chance.high)))
    return HintMove(ranked.sentence, shown, ReasonShown(reason.code, reason.params))
