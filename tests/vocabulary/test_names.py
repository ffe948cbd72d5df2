"""The named ints and their written forms agree."""

from __future__ import annotations

from types import ModuleType

import pytest

from huefall.vocabulary import colors, events, phases, refusals, rule_ids, verbs


def constants(module: ModuleType) -> dict[str, int]:
    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int) and not isinstance(value, bool)
    }


@pytest.mark.parametrize("module", [events, phases, verbs, rule_ids], ids=lambda module: module.__name__)
def test_every_int_has_its_name(module: ModuleType) -> None:
    numbered = {name: value for name, value in constants(module).items() if value >= 0}
    assert sorted(numbered.values()) == list(range(len(module.NAMES)))
    for name, value in numbered.items():
        assert module.NAMES[value].lower().replace("-", "_") == name.lower()


def test_every_reason_has_its_name_and_rule() -> None:
    reasons = {name: value for name, value in constants(refusals).items() if name != "FIRST_FOUL"}
    assert sorted(reasons.values()) == list(range(len(refusals.NAMES)))
    assert all(refusals.NAMES[value] == name.lower() for name, value in reasons.items())
    assert len(refusals.RULES) == len(refusals.NAMES)
    assert refusals.RULES[refusals.NONE] == rule_ids.NO_RULE
    assert all(0 <= rule < len(rule_ids.NAMES) for rule in refusals.RULES[1:])


def test_fouls_are_the_last_reasons_and_a_false_call_is_no_misplay() -> None:
    misplays = [name for reason, name in enumerate(refusals.NAMES) if refusals.is_misplay(reason)]
    assert misplays == [
        "no_match",
        "not_led_by_color",
        "holds_color",
        "not_the_drawn_card",
        "does_not_answer",
        "not_the_same_card",
    ]
    assert refusals.NAMES[-1] == "false_call"


def test_colours_are_listed_r_y_g_b_p() -> None:
    assert [name[0] for name in colors.NAMES] == list(colors.LETTERS) == ["r", "y", "g", "b", "p"]
    for color, letter in enumerate(colors.LETTERS):
        assert colors.letter(color) == letter
        assert colors.from_letter(letter) == color
    for text in ("", "rg", "x", "R", "red", "rygbp"):
        assert colors.from_letter(text) == colors.NO_COLOR


def test_the_questions_are_those_of_a_position() -> None:
    assert phases.QUESTIONS == ("draw2", "wild4", "skip", "reverse", "dance", "vote", "color")


def test_names_are_unique_and_rule_ids_are_those_of_the_book() -> None:
    for names in (events.NAMES, phases.NAMES, verbs.NAMES, rule_ids.NAMES, refusals.NAMES):
        assert len(set(names)) == len(names)
    assert len(rule_ids.NAMES) == 75
