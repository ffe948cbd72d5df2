"""Scenario files: rules proven by short games (notation: "Scenario files")."""

from huefall.scenario.runner import Result, read_file, run_file, run_scenario

__all__ = ["Result", "read_file", "run_file", "run_scenario"]
