"""How long the review of a match of ten rounds takes."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from huefall.bots import make_bot, next_move
from huefall.bots.missed_catches import MissedCatches
from huefall.game import Match
from huefall.review import review_match

PLAYERS, ROUNDS, THREADS = 4, 10, 2


def measure_review() -> dict[str, Any]:
    """Review ten rounds of four `normal` bots in two threads; return its processor time, and that of the clock."""
    match, rng = Match("classic", PLAYERS, {"target": 5000}, seed=43), Random(43)
    bots = [make_bot("normal")] * PLAYERS
    for number in range(1, ROUNDS + 1):
        if number > 1:
            match.next_round()
        missed = MissedCatches()
        while not match.game.over:
            match.play(*next_move(match.game, bots, rng, missed))
    clock, processor = time.perf_counter(), time.process_time()
    reviewed = review_match(match, threads=THREADS)
    return {
        "rounds": len(reviewed.rounds),
        "moves": sum(len(played.steps) - 1 for played in reviewed.rounds),
        "trials": reviewed.effort.chances,
        "clock": time.perf_counter() - clock,
        "processor": time.process_time() - processor,
    }
