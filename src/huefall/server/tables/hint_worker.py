"""``HintWorker``: ranks the moves of an asked seat by search, from what that seat can know and nothing else.

It has a thread of its own, so that bots never wait for hints, and it searches for a fixed time, so that the time reveals nothing about hands.
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
from huefall.protocol.reviews import Chance, ReasonShown
from huefall.server.ops.engine import can_search_now
from huefall.server.ops.workers import Workers

#: The longest queue: with more requests a hint would come when it is of no use any more.
MAX_WAITING = 16

#: More positions make no difference a player would notice.
MAX_POSITIONS = 4000

#: Decimals of a chance, as in reviews.
DECIMALS = 6

#: Returns whether a client still waits for the hint.
IsWanted = Callable[[], bool]


class HintWorker:
    """Computes hints for all tables, one after the other."""

    def __init__(self, milliseconds: int = 150, can_search: Callable[[], bool] = can_search_now) -> None:
        self._limit = Limit(positions=MAX_POSITIONS, seconds=milliseconds / 1000)
        self._can_search = can_search
        self._workers = Workers(1)
        self._waiting = 0

    @property
    def is_ready(self) -> bool:
        """Whether the search is compiled."""
        return self._can_search()

    @property
    def is_busy(self) -> bool:
        return self._waiting >= MAX_WAITING

    async def rank(self, view: dict[str, Any], edition: Edition, seed: int, is_wanted: IsWanted) -> list[HintMove]:
        """Rank the answers of the seat that sees ``view``; an empty list if the hint is no longer wanted."""
        self._waiting += 1
        try:
            return await self._workers.ask(self._rank, view, edition, seed, is_wanted)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        self._workers.stop()

    def _rank(self, view: dict[str, Any], edition: Edition, seed: int, is_wanted: IsWanted) -> list[HintMove]:
        if not is_wanted():
            return []
        load_search()  # slow the first time, which must not be taken from the search's own time
        return rank_moves(view, edition, seed, self._limit, is_cancelled=lambda: not is_wanted())


def rank_moves(
    view: dict[str, Any],
    edition: Edition,
    seed: int,
    limit: Limit,
    *,
    is_cancelled: Callable[[], bool] | None = None,
) -> list[HintMove]:
    """Rank the moves of the asked seat, best first, each with its chance and a reason."""
    ranked = rank(view, edition, limit=limit, seed=seed, is_cancelled=is_cancelled)
    reasons = Reasons(view, edition).explain(ranked)
    return [_show(*each) for each in zip(ranked, reasons, strict=True)]


def _show(ranked: Ranked, reason: Reason) -> HintMove:
    chance = ranked.chance
    shown = Chance(*(round(value, DECIMALS) for value in (chance.mean, chance.low, chance.high)))
    return HintMove(ranked.sentence, shown, ReasonShown(reason.code, reason.params))
