"""``Game``, one table in Python: list the legal moves and play one of them."""

from __future__ import annotations

import time
from random import Random

from bench.measure import Start
from huefall import Game

#: edition, preset, players
TABLES = (("classic", "official", 2), ("classic", "official", 4), ("classic", "party", 4), ("avengers", "official", 4))
CPU_SECONDS = 0.3


def measure(start: Start) -> None:
    for edition, preset, players in TABLES:
        start.add_rate(("game", edition, preset, players), _rate(edition, preset, players))


def _rate(edition: str, preset: str, players: int) -> float:
    """Return moves per CPU-second, without the time of dealing."""
    chance = Random(1)
    moves = number = 0
    spent = 0.0
    while spent < CPU_SECONDS:
        game = Game.new(edition, players, {"preset": preset}, seed=1, number=number)
        number += 1
        begin = time.process_time()
        while (seat := game.asked) is not None:
            game.play(seat, chance.choice(game.legal()))
            moves += 1
        spent += time.process_time() - begin
    return moves / spent
