"""Whether chances come true as often as they say: what a review shows of a position, and who won from there."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from huefall.bots import make_bot, next_move
from huefall.bots.missed_catches import MissedCatches
from huefall.game import Game
from huefall.review.rollout_estimator import chances

#: Who plays on, and at how many seats: people play neither like the best bots nor like the plainest.
TABLES = (("easy", 4), ("normal", 2), ("normal", 4), ("normal", 8), ("hard", 3))

#: Shares of positions that are looked at, and trial games for the chances of each.
LOOKS, TRIALS = 0.12, 250

#: Chances are put together between these.
EDGES = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.01)


def measure_calibration(positions: int) -> list[dict[str, Any]]:
    """Return, per table, how often seats won that were shown a chance, by chance."""
    return [_measure(level, players, positions) for level, players in TABLES]


def _measure(level: str, players: int, positions: int) -> dict[str, Any]:
    shown: list[float] = []
    came: list[float] = []
    rng = Random(44)
    number = 0
    while len(shown) < positions * players:
        game = Game.new("classic", players, {"target": 0}, seed=44, number=number)
        bots = [make_bot(level)] * players
        looked: list[float] = []
        missed = MissedCatches()
        while not game.over:
            if rng.random() < LOOKS:
                looked += [each.mean for each in chances(game, rollouts=TRIALS, seed=rng.getrandbits(30))]
            game.play(*next_move(game, bots, rng, missed))
        shown += looked
        came += [float(game.winner == seat) for seat in range(players)] * (len(looked) // players)
        number += 1
    said, won = np.array(shown), np.array(came)
    bins = []
    for low, high in pairwise(EDGES):
        inside = (said >= low) & (said < high)
        if inside.any():
            bins.append(
                {"count": int(inside.sum()), "shown": float(said[inside].mean()), "won": float(won[inside].mean())}
            )
    weights = np.array([each["count"] for each in bins], np.float64)
    off = np.array([abs(each["shown"] - each["won"]) for each in bins])
    return {"level": level, "players": players, "bins": bins, "off": float((off * weights).sum() / weights.sum())}
