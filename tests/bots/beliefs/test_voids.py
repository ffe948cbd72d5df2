"""Which colours players probably lack."""

from __future__ import annotations

from typing import Any

from huefall.bots.beliefs.voids import colors_lacked


def lacked(*told: dict[str, Any]) -> dict[int, str]:
    return dict(colors_lacked({"told": told}))


TURN_UP = {"event": "turn_up", "card": "r5"}


def test_who_draws_on_a_colour_lacks_it() -> None:
    assert lacked(TURN_UP, {"event": "draw", "seat": 1, "rule": "PLAY-03"}) == {1: "r"}


def test_a_colour_that_was_named_counts_like_one_that_was_played() -> None:
    named = [{"event": "play", "seat": 0, "card": "W"}, {"event": "color", "color": "b"}]
    assert lacked(TURN_UP, *named, {"event": "draw", "seat": 1, "rule": "PLAY-03"}) == {1: "b"}


def test_a_penalty_may_bring_any_colour() -> None:
    drawn = [{"event": "draw", "seat": 1, "rule": rule} for rule in ("PLAY-03", "D2-01")]
    assert lacked(TURN_UP, *drawn) == {}


def test_what_was_lacked_before_a_draw_may_be_what_was_drawn() -> None:
    drawn = {"event": "draw", "seat": 1, "rule": "PLAY-03"}
    assert lacked(TURN_UP, drawn, {"event": "play", "seat": 0, "card": "b5"}, drawn) == {1: "b"}


def test_hands_that_change_places_are_unknown_again() -> None:
    assert lacked(TURN_UP, {"event": "draw", "seat": 1, "rule": "PLAY-03"}, {"event": "swap", "seat": 0}) == {}


def test_who_plays_a_colour_does_not_lack_it() -> None:
    drawn = {"event": "draw", "seat": 1, "rule": "PLAY-03"}
    assert lacked(TURN_UP, drawn, {"event": "play", "seat": 1, "card": "r8"}) == {}
    assert lacked(TURN_UP, drawn, {"event": "play", "seat": 0, "card": "r8"}) == {1: "r"}


def test_who_drew_until_a_card_fitted_and_keeps_it_may_have_the_colour_DRAW_01() -> None:  # noqa: N802
    drawn = {"event": "draw", "seat": 1, "rule": "DRAW-01"}
    assert lacked(TURN_UP, drawn) == {1: "r"}
    assert lacked(TURN_UP, drawn, {"event": "keep", "seat": 1}) == {}
    assert lacked(TURN_UP, {**drawn, "rule": "PLAY-03"}, {"event": "keep", "seat": 1}) == {1: "r"}
