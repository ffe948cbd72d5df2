"""The kernel and the reference engine in lock step: same legal moves for every seat, same positions, same events."""

from __future__ import annotations

import random

import pytest
from tests.random_play import other_values
from tests.reference.cases import EDITIONS, MEANINGLESS_WITH, PLAYERS, RARE, Case, pair_case, pair_rows, random_case
from tests.reference.lockstep import compare_match
from tests.reference.reached import SITUATIONS, Reached
from tests.scale import GAMES, SEED

from huefall.editions import OPTIONS

CHUNKS = 8

#: Moves per match: short ones, so that thousands of deals, options and first cards are met, and some that reach far.
LENGTHS = (20, 30, 40, 100)

#: Half of the games are at random tables, half at those where every two values meet, each of these at least once.
BY_CHANCE = GAMES // 2

#: Options under which rare situations occur, with a deck made for them.
THEMES = (
    {"stacking": "wild4", "shields": True, "cut": True, "seven_zero": True, "boost_adds_skip": True},
    {"stacking": "draw2", "shields": True, "boost_adds_skip": True, "first_card": "plain"},
    {"catch_until": "turn", "draw": "until_playable"},
    {"dance_judge": "vote"},
)

#: How often each situation is compared, and how many matches this may take: several times what it does take.
TIMES = 3
MAX_MATCHES = 600


def games_of(chunk: int) -> int:
    return BY_CHANCE // CHUNKS + (chunk < BY_CHANCE % CHUNKS)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_play_the_same_game(chunk: int) -> None:
    rng = random.Random(f"{SEED} {chunk}")
    moves = 0
    for _ in range(games_of(chunk)):
        # A disagreement prints its case; HUEFALL_SEED repeats the run.
        moves += compare_match(random_case(rng), rng.choice(LENGTHS))
    assert moves >= games_of(chunk), f"HUEFALL_SEED={SEED}, chunk {chunk}: no move was played"


@pytest.mark.parametrize(
    ("option", "value", "other"),
    [(option, value, other) for (option, value), others in MEANINGLESS_WITH.items() for other in others],
)
def test_both_engines_agree_where_one_option_makes_another_meaningless(option: str, value: str, other: str) -> None:
    """The pairs that the tables of all pairs omit, because the other option has no effect there."""
    rng = random.Random(f"{SEED} {option} {other}")
    for meaningless in other_values(other):
        for players in PLAYERS:
            options = {option: value, other: meaningless, "hand_size": 3}
            assert compare_match(Case("classic", options, players, rng.getrandbits(48)), 30), f"HUEFALL_SEED={SEED}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_wherever_two_values_of_options_meet(chunk: int) -> None:
    rng = random.Random(f"{SEED} pairs {chunk}")
    rows = pair_rows(SEED)
    for time in range(max(1, (GAMES - BY_CHANCE) // len(rows))):
        for row in rows[chunk::CHUNKS]:
            # Once as the row says; then with short hands, in which calls, catches and last cards come soon.
            case = pair_case(row, rng, short=time > 0)
            assert compare_match(case, rng.choice(LENGTHS)), f"HUEFALL_SEED={SEED}: no move was played: {case}"


def test_rare_situations_are_compared() -> None:
    rng = random.Random(f"{SEED} rare")
    reached = Reached()
    for number in range(MAX_MATCHES):
        options = {**THEMES[number % len(THEMES)], "hand_size": 2, "target": 10_000}
        compare_match(Case(RARE, options, rng.choice([2, 3, 4]), rng.getrandbits(48)), max(LENGTHS), reached)
        if all(reached.counts[situation] >= TIMES for situation in SITUATIONS):
            return
    pytest.fail(f"HUEFALL_SEED={SEED}: not every situation was reached {TIMES} times: {reached.counts}")


def test_the_cases_reach_every_edition_and_option() -> None:
    rng = random.Random(SEED)
    cases = [random_case(rng) for _ in range(400)]
    assert {case.edition for case in cases} == set(EDITIONS), f"HUEFALL_SEED={SEED}"
    assert {case.players for case in cases} >= {2, 3, 4, 10}, f"HUEFALL_SEED={SEED}"
    assert {name for case in cases for name in case.options} == {*OPTIONS, "preset"}, f"HUEFALL_SEED={SEED}"


def test_the_tables_of_pairs_reach_every_edition_and_number_of_players() -> None:
    rows = pair_rows(SEED)
    assert {row["edition"] for row in rows} == set(EDITIONS)
    assert {row["players"] for row in rows} == set(PLAYERS)
