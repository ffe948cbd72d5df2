"""Steps prepared for estimation: what the mover had seen, and calls that come right after a play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from huefall.game import Match
from huefall.notation.variant import Variant
from huefall.record import steps
from huefall.review import ReviewEffort, rollout_estimator
from huefall.review.judge import Judge
from huefall.review.prepare import prepare_steps
from huefall.view import told_to


def test_a_call_right_after_the_play_is_as_good_as_with_it_UNO_01() -> None:  # noqa: N802
    position = {"hands": [["r1", "r2"], ["g1", "g2", "b3"]], "discard": ["r5"], "pile": ["b1", "b2", "b4"], "turn": 0}
    found = []
    for sayings in (["play r1"], ["play r1", "uno"]):
        match = Match.from_position(Variant.of("classic"), position, bytes(32))
        for said in sayings:
            match.play(0, said)
        found.append(list(prepare_steps(steps(match)))[1])
    forgetful, late = found
    assert (forgetful.called, forgetful.after.position()["open"]) == (False, [0])
    assert (late.called, late.after.position()["called"]) == (True, [0])
    judge = Judge(rollout_estimator, ReviewEffort(400, 100, 400), 0)
    assert "uncalled" in {mistake.fault for mistake in judge.judge(forgetful).mistakes}
    assert "uncalled" not in {mistake.fault for mistake in judge.judge(late).mistakes}


def test_a_mover_knows_every_event_its_seat_has_seen(play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 3, {"target": 1000}, seed=2), Random(2), rounds=3)
    told: list[list[dict[str, Any]]] = []
    again = Match("classic", 3, {"target": 1000}, seed=2)
    for played in match.rounds:
        for move in played.moves:
            told.append(told_to(again.game, move.seat))
            again.play(move.seat, move.sentence)
        if again.round < len(match.rounds):
            again.next_round()
    views = [step.view for step in prepare_steps(steps(match)) if step.played is not None]
    judged = [(view, heard) for view, heard in zip(views, told, strict=True) if view is not None]
    assert all(view["told"] == heard for view, heard in judged)
    assert all("cards" in view["told"][0] for view, _ in judged)
    shown = [(view["seat"], event) for view, _ in judged for event in view["told"] if "hand" in event]
    assert shown and all(event["seat"] == seat for seat, event in shown), "a hand is shown to the challenger alone"


def test_positions_are_copies_that_the_next_step_does_not_change(party: Match) -> None:
    prepared = list(prepare_steps(steps(party)))
    positions = [step.game.position() for step in steps(party)]
    assert [step.before is None for step in prepared] == [step.step == 0 for step in prepared]
    for before, step, position in zip(positions, prepared[1:], positions[1:], strict=False):
        if step.before is not None:
            assert step.before.position() == before
        if not step.called:
            assert step.after.position() == position
