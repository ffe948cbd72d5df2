"""How long `expert` thinks, by processor time, which other work on the machine does not change: at every kind of table with its default budget; and
whether that tells anything about cards it does not see.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numpy as np

from huefall.bots import make_bot, next_move
from huefall.bots.bot import View
from huefall.bots.levels.searching import SearchBot
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.roster import EXPERT_LIMIT
from huefall.bots.search.limit import Limit
from huefall.bots.table_view import bot_view
from huefall.editions import SHIPPED
from huefall.game import Game
from huefall.testing import shuffle_hidden
from huefall.testing.tables import LIVELY_OPTIONS

SEATS = (2, 4, 10)

#: How many decisions are timed again for the same view with other cards hidden.
PAIRS = 400

#: Fixed, so that the time differs only by what is thought about.
POSITIONS = 200


class Timed(SearchBot):
    """`expert` by processor time, which writes down how long its decisions took and how many positions they saw."""

    def __init__(self) -> None:
        super().__init__("expert", limit=EXPERT_LIMIT, clock=time.thread_time)
        self.took: list[float] = []

    def choose(self, view: View, rng: Random) -> str:
        """Take the time of a choice; where there is only one answer there is nothing to think about."""
        start = time.thread_time()
        chosen = super().choose(view, rng)
        if len(view["legal"]) > 1:
            self.took.append(time.thread_time() - start)
        return chosen


def measure_pace(decisions: int) -> list[dict[str, Any]]:
    """Return, per edition and number of seats, how long decisions took; official and lively options in turn."""
    found = []
    for edition in SHIPPED:
        for players in SEATS:
            bot = Timed()
            number = 0
            while len(bot.took) < decisions:
                _play(edition, players, number, bot)
                number += 1
            middle, late = np.quantile(bot.took, [0.5, 0.99])
            found.append(
                {
                    "edition": edition,
                    "players": players,
                    "decisions": len(bot.took),
                    "median": float(middle),
                    "p99": float(late),
                    "longest": max(bot.took),
                }
            )
    return found


def _play(edition: str, players: int, number: int, bot: SearchBot) -> None:
    options = LIVELY_OPTIONS[edition] if number % 2 else {}
    game = Game.new(edition, players, {**options, "target": 0}, seed=41, number=number)
    bots, rng = [bot, *[make_bot("normal")] * (players - 1)], Random(number)
    missed = MissedCatches()
    while not game.over:
        game.play(*next_move(game, bots, rng, missed))


def measure_silence() -> dict[str, Any]:
    """Compare how long the same view takes with the hidden cards as they are and shuffled: two series that differ by noise alone."""
    bot = SearchBot("expert", limit=Limit(positions=POSITIONS), listens=False)
    ratios: list[float] = []
    number = 0
    while len(ratios) < PAIRS:
        game = Game.new("classic", 3, seed=42, number=number)
        rng, missed = Random(number), MissedCatches()
        while not game.over and len(ratios) < PAIRS:
            seat = game.asked
            if seat is not None and len(game.legal(seat)) > 1:
                ratios.append(_compare(bot, game, seat, len(ratios)))
            game.play(*next_move(game, [make_bot("normal")] * 3, rng, missed))
        number += 1
    logs = np.log(ratios)
    error = 1.96 * float(logs.std()) / len(logs) ** 0.5
    mean = float(logs.mean())
    return {"pairs": len(ratios), "ratio": np.exp(mean), "low": np.exp(mean - error), "high": np.exp(mean + error)}


def _compare(bot: SearchBot, game: Game, seat: int, number: int) -> float:
    shuffled = Game.from_position(shuffle_hidden(game.position(), seat, Random(number)))
    tables = [game, shuffled]
    took = [0.0, 0.0]
    # In turn, and either first in every other pair: the second one finds its code and data in the cache.
    for time_again in range(4):
        which = (time_again + number) % 2
        view = bot_view(tables[which], seat, bot)
        start = time.thread_time()
        bot.choose(view, Random(number))
        took[which] += time.thread_time() - start
    return took[1] / took[0]
