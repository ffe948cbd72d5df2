"""``huefall scenario``: rules proved by short games. Tested in tests/cli/test_commands.py."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "scenario", help="run scenario files", description="Run scenario files; exits with 1 when any fails."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from huefall.game.ready import prepare_rules
    from huefall.scenario import read_file, run_scenario

    # Read all files first: an unreadable file is an error before anything is compiled or run.
    files = [read_file(path) for path in parsed.files]
    prepare_rules()
    passed = failed = 0
    for scenarios in files:
        for scenario in scenarios:
            result = run_scenario(scenario)
            print(f"{'ok  ' if result.passed else 'FAIL'} {result.id}: {result.what}")
            for failure in result.failures:
                print(f"       {failure}")
            passed += result.passed
            failed += not result.passed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
