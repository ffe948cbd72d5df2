"""Rounds of random play in the kernel's own loop, without the threads and tallies of ``huefall.sim``."""

from __future__ import annotations

import time

import numpy as np

from bench.measure import Bests
from huefall.editions import SHIPPED
from huefall.kernel import entry
from huefall.kernel.layout import MOVE, PLAY_ROWS, STATE, blank
from huefall.notation.variant import Variant

PLAYERS = (2, 3, 4, 10)
PRESETS = ("official", "party")
SEED = 1

#: What is compared with bare C.
COMPARED_WITH_C = tuple(("classic", "official", players) for players in (2, 3, 4))

#: CPU time of one measurement: enough for tens of thousands of rounds.
CPU_SECONDS = 0.2
CHUNK = 2048


def warm_up() -> None:
    """Compile the simulator, or load it from the cache."""
    variant = Variant.of("classic")
    entry.compile_batch(variant.packed_rules, variant.packed_edition)


def measure(bests: Bests) -> None:
    """Measure every edition, preset and number of players once, except those that ``measure_compared_with_c`` measures."""
    for edition in SHIPPED:
        for preset in PRESETS:
            for players in PLAYERS:
                if (edition, preset, players) not in COMPARED_WITH_C:
                    _measure(bests, edition, preset, players)


def measure_compared_with_c(bests: Bests) -> None:
    """Measure what is compared with bare C: right after each of its runs."""
    for edition, preset, players in COMPARED_WITH_C:
        _measure(bests, edition, preset, players)


def _measure(bests: Bests, edition: str, preset: str, players: int) -> None:
    rounds, turns = _rates(Variant.of(edition, {"preset": preset}), players)
    bests.add_rate(("batch", edition, preset, players), rounds)
    bests.add_rate(("batch turns", edition, preset, players), turns)


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
