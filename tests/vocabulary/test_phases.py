"""Ranges of phases: written out, because their order is their meaning."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from huefall.kernel import ranges
from huefall.vocabulary import phases, refusals

RANGES = [
    (phases.is_ordinary, {"turn", "drawn"}),
    (phases.is_question, {"draw2", "wild4", "skip", "reverse", "dance", "vote", "color"}),
    (phases.is_penalty, {"draw2", "wild4"}),
    (phases.takes_cards, {"turn", "drawn", "draw2", "wild4", "skip", "reverse"}),
    (phases.can_be_accepted, {"draw2", "wild4", "skip", "reverse", "dance"}),
]


@pytest.mark.parametrize(("is_in", "expected"), RANGES)
def test_a_range_has_its_phases(is_in: Callable[[int], bool], expected: set[str]) -> None:
    assert {name for phase, name in enumerate(phases.NAMES) if is_in(phase)} == expected


def test_questions_are_named_like_their_phases() -> None:
    assert tuple(name for phase, name in enumerate(phases.NAMES) if phases.is_question(phase)) == phases.QUESTIONS


@pytest.mark.parametrize("name", ["is_ordinary", "is_penalty", "takes_cards", "can_be_accepted"])
def test_the_kernel_compiles_the_same_ranges(name: str) -> None:
    for phase in range(len(phases.NAMES)):
        assert getattr(ranges, name)(phase) == getattr(phases, name)(phase)


def test_a_misplay_is_a_wrong_card() -> None:
    wrong = {name for reason, name in enumerate(refusals.NAMES) if refusals.is_misplay(reason)}
    assert wrong == {
        "no_match", "not_led_by_color", "holds_color", "not_the_drawn_card", "does_not_answer", "not_the_same_card",
    }  # fmt: skip
