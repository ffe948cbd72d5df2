"""A match step by step: the same steps from a match and from its record, each with the table it leads to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from huefall.game import Match
from huefall.notation.variant import Variant
from huefall.record import RecordError, open_record, steps, write_record

#: The round and number of a step, its move, and the position after it.
Seen = tuple[int, int, str | None, dict[str, Any]]


def play(match: Match, moves: int, seed: int = 1) -> list[Seen]:
    """Play at random; list the round, number, move and position of each step as it happens."""
    rng = Random(seed)
    seen: list[Seen] = [(1, 0, None, match.position())]
    for _ in range(moves):
        if match.over:
            break
        if match.round_over:
            match.next_round()
            seen.append((match.round, 0, None, match.position()))
            continue
        outcome = match.play(match.asked or 0, rng.choice(match.legal()))
        seen.append((match.round, len(match.rounds[-1].moves), str(outcome.move), match.position()))
    return seen


def test_steps_of_a_match_and_of_its_record_are_those_that_were_played() -> None:
    match = Match("classic", 3, {"preset": "party", "target": 2000}, seed=13)
    seen = play(match, 400)
    assert match.round > 1 and not match.round_over
    replayer = open_record(write_record(match))
    for found in (steps(match), replayer.steps()):
        again = [
            (step.round, step.number, step.played and step.played.sentence, step.game.position()) for step in found
        ]
        assert again == seen
    assert (replayer.move_count, replayer.round_count) == (len(seen) - match.round, match.round)


def test_a_step_has_the_events_of_its_deal_or_move() -> None:
    match = Match("jurassic", 2, seed=3)
    dealt = match.game.deal_events
    outcome = match.play(match.asked or 0, match.legal()[0])
    deal, move = ((step.played, list(step.events)) for step in steps(match))
    assert deal == (None, dealt) and dealt[0].kind == "deal"
    assert move == (match.rounds[0].moves[0], list(outcome.events))


def test_a_match_from_a_position_begins_there_without_events() -> None:
    position = {
        "edition": "classic",
        "hands": [["r1", "r2"], ["g1", "g2"]],
        "discard": ["r5"],
        "pile": ["b1"],
        "turn": 0,
    }
    match = Match.from_position(Variant.of("classic"), position, bytes(32))
    match.play(0, "play r1 uno")
    first, second = ((step.round, step.number, len(step.events), step.game.hand(0)) for step in steps(match))
    assert first == (1, 0, 0, ["r1", "r2"])
    assert second[:2] == (1, 1) and second[2] > 0 and second[3] == ["r2"]


def test_a_match_without_its_moves_has_no_steps() -> None:
    with pytest.raises(RecordError, match="has not kept its moves"):
        next(steps(Match("classic", 2, seed=1, keeps_moves=False)))


def test_an_invalid_record_yields_the_steps_before_the_error() -> None:
    match = Match("classic", 2, seed=1)
    play(match, 6)
    lines = write_record(match).splitlines(keepends=True)
    assert '"move"' in lines[6]
    lines[6] = '{"move": "0 play r99"}\n'
    found: list[int] = []
    with pytest.raises(RecordError, match=r"line 7, move 4 of round 1"):
        found.extend(step.number for step in open_record(lines).steps())  # keeps what came before the error
    assert found == [0, 1, 2, 3]
