"""Rounds of random play in the kernel's own loop, without the threads and tallies of ``huefall.sim``."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from bench.measure import Start
from huefall.editions import SHIPPED
from huefall.kernel import entry
from huefall.kernel.layout import MOVE, PLAY_ROWS, STATE, blank
from huefall.notation.variant import Variant

#: Compared with bare C, which plays with the same numbers of players.
PLAYERS = (2, 3, 4, 10)
PRESETS = ("official", "party")
SEED = 1

#: How the cost of a round grows: with the players, and with the cards dealt to each of four.
MORE_PLAYERS = tuple(range(2, 11))
HAND_SIZES = (1, 3, 7, 12, 20)

#: CPU time of one measurement: enough for tens of thousands of rounds.
CPU_SECONDS = 0.05
CHUNK = 2048


def warm_up() -> None:
    """Compile the simulator, or load it from the cache."""
    variant = Variant.of("classic")
    entry.compile_batch(variant.packed_rules, variant.packed_edition)


def measure(start: Start, players: int) -> None:
    """Measure every edition and preset with a number of players."""
    for edition in SHIPPED:
        for preset in PRESETS:
            _measure(start, ("batch", edition, preset, players), edition, {"preset": preset}, players)


def measure_growth(start: Start) -> None:
    """Measure the numbers of players that ``measure`` leaves out, and hands of other sizes."""
    for players in MORE_PLAYERS:
        if players not in PLAYERS:
            _measure(start, ("batch", "classic", "official", players), "classic", {}, players)
    for hand_size in HAND_SIZES:
        _measure(start, ("hand size", hand_size), "classic", {"hand_size": hand_size}, 4)


def _measure(start: Start, key: tuple[str | int, ...], edition: str, options: dict[str, Any], players: int) -> None:
    rounds, turns = _rates(Variant.of(edition, options), players)
    start.add_rate(key, rounds)
    start.add_rate(("turns", *key), turns)


def _rates(variant: Variant, players: int) -> tuple[float, float]:
    """Return rounds and turns per CPU-second."""
    state, move, plays = blank(STATE), blank(MOVE), blank(MOVE, PLAY_ROWS)
    winners, lengths = np.zeros(CHUNK, np.int8), np.zeros(CHUNK, np.int16)
    rules, edition = variant.packed_rules, variant.packed_edition
    rounds = turns = 0
    spent = 0.0
    while spent < CPU_SECONDS:
        begin = time.process_time()
        turns += entry.play_random_rounds(
            state, rules, edition, move, plays, players, SEED, rounds, CHUNK, winners, lengths
        )
        spent += time.process_time() - begin
        rounds += CHUNK
    return rounds / spent, turns / spent
