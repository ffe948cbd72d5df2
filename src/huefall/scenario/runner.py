"""Running scenarios: set up, do the steps, report differences from what is expected."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huefall.game import Game, MoveRefused
from huefall.scenario.check import differences
from huefall.scenario.start import ScenarioError, full_deck, read_object, set_up
from huefall.vocabulary.errors import HuefallError


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario ended."""

    id: str
    what: str
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything was as the scenario says."""
        return not self.failures


def read_file(path: Path) -> list[dict[str, Any]]:
    """Read the scenarios of a file."""
    try:
        scenarios = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"scenario file {path}: cannot be read ({error.strerror or error})") from error
    except ValueError as error:
        raise ScenarioError(f"scenario file {path}: not JSON: {error}") from error
    except RecursionError as error:
        raise ScenarioError(f"scenario file {path}: nested too deeply") from error
    if not isinstance(scenarios, list) or not all(isinstance(scenario, dict) for scenario in scenarios):
        raise ScenarioError(f"scenario file {path}: expected a list of scenarios")
    return scenarios


def run_file(path: Path) -> list[Result]:
    return [run_scenario(scenario) for scenario in read_file(path)]


def run_scenario(scenario: Mapping[str, Any]) -> Result:
    try:
        failures = _failures(scenario)
        return Result(str(scenario.get("id", "?")), str(scenario.get("what", "")), tuple(failures))
    except RecursionError:  # a file that could just be read can still be too deep to be compared or told
        return Result("?", "", ("nested too deeply",))


def _failures(scenario: Mapping[str, Any]) -> list[str]:
    expected_error = scenario.get("error")
    try:
        game = set_up(scenario)
    except HuefallError as error:
        if expected_error is None:
            return [f"start: {error}"]
        return (
            [] if str(expected_error) in str(error) else [f"start: expected an error with {expected_error!r}: {error}"]
        )
    if expected_error is not None:
        return [f"start: expected an error with {expected_error!r}, but it was accepted"]
    steps = scenario.get("steps", [])
    if not isinstance(steps, list):
        return [f"steps must be a list, got {steps!r}"]
    for number, step in enumerate(steps, 1):
        try:
            failures = _do(game, step)
        except ScenarioError as error:
            failures = [str(error)]
        if failures:
            return [f"step {number}: {failure}" for failure in failures]
    return []


def _do(game: Game, step: object) -> list[str]:
    if isinstance(step, str):
        return _accept(game, step, foul=False)
    if not isinstance(step, dict) or len(step) != 1:
        raise ScenarioError(f"a step is a move or an object with one key, got {step!r}")
    ((kind, content),) = step.items()
    if kind == "check":
        return differences(game, content)
    if kind == "foul":
        return _accept(game, content, foul=True)
    if kind == "refused":
        return _refuse(game, content)
    if kind == "next_round":
        return _next_round(game, content)
    raise ScenarioError(f"unknown step {kind!r}: expected check, foul, refused or next_round")


def _accept(game: Game, text: str, foul: bool) -> list[str]:
    seat, sentence = _split(text)
    try:
        outcome = game.play(seat, sentence)
    except MoveRefused as error:
        return [f"{text!r} was refused: {error}"]
    if outcome.foul != foul:
        return [f"{text!r} was {'a foul' if outcome.foul else 'no foul'}: {outcome.verdict.reason}"]
    return []


def _refuse(game: Game, text: str) -> list[str]:
    before = game.state.tobytes()
    if text == "next_round":
        try:
            game.next_round()
        except HuefallError:
            return []
        return ["next_round was accepted"]
    seat, sentence = _split(text)
    try:
        game.play(seat, sentence)
    except MoveRefused:
        return [] if game.state.tobytes() == before else [f"{text!r} was refused but changed the position"]
    return [f"{text!r} was accepted"]


def _next_round(game: Game, content: object) -> list[str]:
    deck = read_object(content, "next_round", ("deck",)).get("deck", [])
    try:
        game.next_round(full_deck(game.variant, deck))
    except HuefallError as error:
        return [f"next_round was refused: {error}"]
    return []


def _split(text: object) -> tuple[int, str]:
    seat, _, sentence = str(text).partition(" ")
    if not re.fullmatch(r"-?[0-9]{1,3}", seat):
        raise ScenarioError(f"a move begins with a seat, got {text!r}")
    return int(seat), sentence
