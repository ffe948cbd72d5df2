"""Every rule of the book has a scenario file, and every scenario passes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from huefall.scenario import read_file, run_scenario
from huefall.vocabulary import rule_ids

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.rglob("*.json"))

#: Files that are named after something else than a rule: where several rules meet, and decks whose rows are in some colours only.
OF_NO_RULE = ("interactions", "row-colors")


def name_of(path: Path) -> str:
    return str(path.relative_to(FOLDER).with_suffix(""))


def all_scenarios() -> list[tuple[str, dict[str, Any]]]:
    return [(name_of(path), scenario) for path in FILES for scenario in read_file(path)]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_scenarios_of_the_file_pass(path: Path) -> None:
    scenarios = read_file(path)
    assert scenarios, f"{path} has no scenario"
    failed = {str(scenario.get("id")): run_scenario(scenario).failures for scenario in scenarios}
    told = [f"{name}: {failure}" for name, failures in failed.items() for failure in failures]
    assert not told, "\n".join([f"{path}:", *told])


@pytest.mark.parametrize("rule", rule_ids.NAMES)
def test_the_rule_has_a_file_with_a_scenario_that_cites_it(rule: str) -> None:
    path = FOLDER / f"{rule}.json"
    assert path.is_file(), f"no scenario file for {rule}"
    assert any(rule in scenario.get("cites", []) for scenario in read_file(path)), f"{path} has no scenario on {rule}"


def test_files_are_named_after_rules_of_the_book() -> None:
    named = {path.stem for path in FOLDER.glob("*.json")}
    assert named - set(rule_ids.NAMES) - set(OF_NO_RULE) == set()


def test_the_examples_that_came_with_the_book_are_there() -> None:
    assert len([path for path in FILES if path.parent.name == "given"]) == 23


def test_scenarios_have_ids_of_their_own() -> None:
    counts = Counter(scenario["id"] for _, scenario in all_scenarios())
    assert [name for name, count in counts.items() if count > 1] == []


def test_scenarios_say_what_they_show_and_cite_known_rules() -> None:
    for where, scenario in all_scenarios():
        assert scenario["what"], f"{where}: {scenario['id']}"
        unknown = set(scenario["cites"]) - set(rule_ids.NAMES)
        assert not unknown, f"{where}: {scenario['id']} cites {unknown}"
        assert ("steps" in scenario) != ("error" in scenario), f"{where}: {scenario['id']}"
