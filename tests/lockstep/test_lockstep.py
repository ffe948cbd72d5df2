"""The kernel and the second engine in lock step: same legal moves for every seat, same positions, same events."""

from __future__ import annotations

import random

import pytest
from tests.reference.lockstep import EXAMPLE, compare_match, random_case
from tests.scale import GAMES, SEED

from huefall.editions import SHIPPED

CHUNKS = 8

#: Moves per match: short ones, so that thousands of deals, options and first cards are met, and some that reach far.
LENGTHS = (20, 30, 40, 100)


def games_of(chunk: int) -> int:
    return GAMES // CHUNKS + (chunk < GAMES % CHUNKS)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_play_the_same_game(chunk: int) -> None:
    rng = random.Random(f"{SEED} {chunk}")
    moves = 0
    for _ in range(games_of(chunk)):
        # A disagreement prints its case; HUEFALL_SEED repeats the run.
        moves += compare_match(random_case(rng), rng.choice(LENGTHS))
    assert moves >= games_of(chunk), f"HUEFALL_SEED={SEED}, chunk {chunk}: nothing was played"


def test_the_cases_reach_every_edition_and_option() -> None:
    rng = random.Random(SEED)
    cases = [random_case(rng) for _ in range(400)]
    assert {case.edition for case in cases} == {*SHIPPED, str(EXAMPLE)}
    assert {case.players for case in cases} >= {2, 3, 4, 10}
    changed = {name for case in cases for name in case.options}
    assert len(changed) == 21, sorted(changed)  # the twenty options and the preset
