"""The reference engine agrees with the rule book by itself: it passes the scenarios, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.reference.scenarios import run_scenario

FOLDER = Path(__file__).parents[1] / "scenarios"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.json")), ids=lambda path: path.stem)
def test_the_scenarios_of_the_file_pass(path: Path) -> None:
    scenarios = json.loads(path.read_text(encoding="utf-8"))
    failures = [f"{scenario['id']}: {failure}" for scenario in scenarios for failure in run_scenario(scenario)]
    assert not failures, "\n".join([f"{path}:", *failures])
