"""Our batch of random games: the kernel's own loop, without the simulator around it."""

from __future__ import annotations

import time

import numpy as np

from bench.measure import Bests
from huefall.editions import SHIPPED
from huefall.kernel import entry
from huefall.kernel.layout import LOG, MOVE, STATE, blank
from huefall.notation.setting import Setting

PLAYERS = (2, 3, 4, 10)
PRESETS = ("official", "party")
SEED = 1

#: CPU time of one measurement: enough for tens of thousands of games.
SECONDS = 0.2
CHUNK = 2048


def warm_up() -> None:
    """Compile everything, or load it."""
    setting = Setting.of("classic")
    entry.warm_up(setting.packed_rules, setting.packed_edition)


def measure(bests: Bests) -> None:
    """Measure every edition, preset and number of players once."""
    for edition in SHIPPED:
        for preset in PRESETS:
            setting = Setting.of(edition, {"preset": preset})
            for players in PLAYERS:
                games, moves = _rates(setting, players)
                bests.add_rate(("batch", edition, preset, players), games)
                bests.add_rate(("batch moves", edition, preset, players), moves)


def _rates(setting: Setting, players: int) -> tuple[float, float]:
    """Return games and moves per CPU-second."""
    state, move, log, plays = blank(STATE), blank(MOVE), blank(LOG), blank(MOVE, 4096)
    winners, lengths = np.zeros(CHUNK, np.int8), np.zeros(CHUNK, np.int16)
    rules, edition = setting.packed_rules, setting.packed_edition
    games = moves = 0
    spent = 0.0
    while spent < SECONDS:
        begin = time.process_time()
        entry.play_random_games(state, rules, edition, move, log, plays, players, SEED, games, CHUNK, winners, lengths)
        spent += time.process_time() - begin
        games += CHUNK
        moves += int(lengths.sum())
    return games / spent, moves / spent
