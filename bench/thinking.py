"""How many positions `expert` evaluates in its 50 ms, in CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from bench.measure import Start
from huefall.bots import make_bot, next_move
from huefall.bots.levels.searching import SearchBot
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.roster import EXPERT_LIMIT
from huefall.bots.search.limit import Clock, Limit
from huefall.bots.table_view import bot_view
from huefall.game import Game

#: edition, preset, players
TABLES = (("classic", "official", 2), ("classic", "official", 4), ("classic", "official", 10), ("classic", "party", 4))

#: Decisions per table: every third one of some rounds, so that early and late ones count.
DECISIONS = 20


class CountedLimit(Limit):
    """`expert`'s time, with a count of the positions it was enough for."""

    counted = 0

    def batches(
        self, clock: Clock = time.perf_counter, *, is_cancelled: Callable[[], bool] | None = None
    ) -> Iterator[int]:
        for positions in super().batches(clock, is_cancelled=is_cancelled):
            CountedLimit.counted += positions
            yield positions


def measure(start: Start) -> None:
    for edition, preset, players in TABLES:
        rate = _rate(edition, preset, players)
        start.add_rate(("positions", edition, preset, players), rate * (EXPERT_LIMIT.seconds or 0))


def _rate(edition: str, preset: str, players: int) -> float:
    """Return positions per CPU-second. Secret seeds give the same games, and so the same decisions, in every version."""
    bot = SearchBot("expert", limit=CountedLimit(seconds=EXPERT_LIMIT.seconds), clock=time.thread_time)
    normal, rng, missed = make_bot("normal"), Random(1), MissedCatches()
    spent, decisions, number = 0.0, 0, 0
    CountedLimit.counted = 0
    while decisions < DECISIONS:
        game = Game.new(edition, players, {"preset": preset, "target": 0}, seed=bytes([number] * 32))
        number += 1
        while not game.over and decisions < DECISIONS:
            seat = game.asked
            if seat is not None and len(game.legal(seat)) > 1 and game.moves % 3 == 0:
                view = bot_view(game, seat, bot)
                begin = time.thread_time()
                bot.choose(view, Random(number))
                spent += time.thread_time() - begin
                decisions += 1
            game.play(*next_move(game, [normal] * players, rng, missed))
    return CountedLimit.counted / spent
