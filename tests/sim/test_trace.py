"""A trace can be checked step by step by another program: here each line by itself, from its position alone."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from typing import Any

import pytest

from huefall.game import Game
from huefall.notation.variant import Variant
from huefall.sim import trace_rounds
from huefall.sim.trace import legal_sentences

SETTINGS: list[tuple[str, dict[str, Any], int]] = [
    ("classic", {"preset": "party", "seven_zero": True}, 3),
    ("jurassic", {"preset": "party", "footprints": "half"}, 4),
    ("bts", {"dance_judge": "vote"}, 3),
    ("avengers", {"cut": True}, 2),
]


def trace(edition: str, options: dict[str, Any], players: int, rounds: int, seed: int) -> list[dict[str, Any]]:
    file = io.StringIO()
    trace_rounds(Variant.of(edition, options), players, rounds, seed, file)
    return [json.loads(line) for line in file.getvalue().splitlines()]


@pytest.mark.parametrize(("edition", "options", "players"), SETTINGS)
def test_each_line_has_the_legal_moves_of_its_position(edition: str, options: dict[str, Any], players: int) -> None:
    for line in trace(edition, options, players, rounds=1, seed=6):
        game = Game.from_position(line["position"])
        legal = {str(seat): sentences for seat, sentences in legal_sentences(game).items()}
        assert line["legal"] == legal, f"seed 6, step {line['step']}"
        if line["move"] is None:
            assert game.over
            assert legal == {}
        else:
            seat, _, sentence = line["move"].partition(" ")
            assert sentence in legal[seat]


def test_lines_are_numbered_by_round_and_step_and_a_round_ends_with_no_move() -> None:
    lines = trace("classic", {"cut": True}, 2, rounds=3, seed=1)
    assert list(lines[0]) == ["game", "step", "position", "legal", "move"]
    for number in range(3):
        steps = [line for line in lines if line["game"] == number]
        assert [line["step"] for line in steps] == list(range(len(steps)))
        assert [line["move"] is None for line in steps] == [False] * (len(steps) - 1) + [True]
        assert steps[-1]["position"]["moves"] == len(steps) - 1


def test_a_step_follows_from_the_one_before() -> None:
    """Without a reshuffle on the way, the next position is what the move makes of this one."""
    lines = trace("classic", {"cut": True}, 3, rounds=1, seed=2)
    followed = 0
    for line, after in pairwise(lines):
        if len(line["position"]["pile"]) < 12:
            break
        game = Game.from_position(line["position"])
        seat, _, sentence = line["move"].partition(" ")
        game.play(int(seat), sentence)
        assert game.position() == after["position"], f"seed 2, step {line['step']}"
        followed += 1
    assert followed > 20


def test_claims_of_seats_that_are_not_asked_occur() -> None:
    lines = trace("classic", {"preset": "party"}, 4, rounds=2, seed=3)
    out_of_turn = [line for line in lines if line["move"] and int(line["move"][0]) != line["position"]["turn"]]
    assert out_of_turn


def test_the_same_seed_gives_the_same_trace_and_more_rounds_only_add_to_it() -> None:
    one = trace("buzz", {}, 2, rounds=1, seed=9)
    two = trace("buzz", {}, 2, rounds=2, seed=9)
    assert two[: len(one)] == one
    assert trace("buzz", {}, 2, rounds=1, seed=10) != one


def test_the_rounds_are_counted() -> None:
    file = io.StringIO()
    told: list[tuple[int, int]] = []
    tally = trace_rounds(Variant.of("classic"), 2, 2, 5, file, progress=lambda *numbers: told.append(numbers))
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert told == [(1, 2), (2, 2)]
    assert tally.rounds == 2
    assert tally.moves == len(lines) - 2
