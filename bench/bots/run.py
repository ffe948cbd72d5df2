"""How good the bots are and how long they think: ``make bench-bots`` measures it and writes bench/BOTS.md.

A run takes an hour or more. Every cell is kept in bench/bots/cells.json as soon as it is played, and a run goes on where the last one ended;
``--again`` measures everything again, ``--games`` and ``--expert-games`` say how often.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from bench.bots.calibration import measure_calibration  # noqa: E402
from bench.bots.cells import ALL, play  # noqa: E402  # after the path is set
from bench.bots.pace import measure_pace, measure_silence  # noqa: E402
from bench.bots.report import write_report  # noqa: E402
from bench.bots.reviewing import measure_review  # noqa: E402
from huefall.bots.roster import EXPERT_LIMIT  # noqa: E402

CELLS = ROOT / "bench" / "bots" / "cells.json"
PACE = ROOT / "bench" / "bots" / "pace.json"
REPORT = ROOT / "bench" / "BOTS.md"


def main() -> None:
    """Measure what has not been measured yet, and write the report after every part."""
    parser = argparse.ArgumentParser(
        description="Measure how strong the bots are and how long they think.", allow_abbrev=False
    )
    parser.add_argument("--games", type=int, default=10_000, help="games of a cell without expert (default: 10000)")
    parser.add_argument(
        "--expert-games",
        type=int,
        default=2_000,
        help="games of a cell with expert (default: 2000; several times as many where luck decides more)",
    )
    parser.add_argument("--decisions", type=int, default=400, help="decisions that are timed per table (default: 400)")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument("--again", action="store_true", help="measure everything again")
    parser.add_argument(
        "--changed",
        nargs="+",
        metavar="LEVEL",
        default=[],
        help="these bots play differently now: mark what they played",
    )
    parser.add_argument(
        "--only",
        default="",
        help="only cells whose key contains this; `pace`: only the times; or one of these: decisions, silence, review, calibration",
    )
    parsed = parser.parse_args()
    found = {} if parsed.again else _load(CELLS)
    pace = {} if parsed.again else _load(PACE)
    for cell in ALL:
        if cell.key in found and {cell.hero, cell.foe} & set(parsed.changed):
            found[cell.key]["before"] = True
    if parsed.changed:
        _keep(CELLS, found)
        pace["before"] = bool(pace)
        _keep(PACE, pace)
    for cell in ALL:
        games = cell.times * (parsed.expert_games if cell.searches_long else parsed.games)
        known = found.get(cell.key, {})
        if parsed.only not in cell.key or (known.get("games", 0) >= games and not known.get("before")):
            continue
        print(f"bench: {cell.key}", file=sys.stderr, flush=True)
        found[cell.key] = play(cell, games, parsed.workers)
        _keep(CELLS, found)
        REPORT.write_text(write_report(found, pace), "utf-8")
    if pace.get("before") and parsed.only in ("", "pace"):
        pace = {}
    _measure_times(pace, parsed.only, parsed.decisions)
    _keep(PACE, pace)
    REPORT.write_text(write_report(found, pace), "utf-8")
    print(REPORT.read_text("utf-8"))


def _measure_times(pace: dict[str, Any], only: str, decisions: int) -> None:
    """Measure what has not been measured yet, or the one part that is asked for."""
    parts: dict[str, Callable[[], Any]] = {
        "budget": lambda: EXPERT_LIMIT.seconds,
        "decisions": lambda: measure_pace(decisions),
        "silence": measure_silence,
        "review": measure_review,
        "calibration": lambda: measure_calibration(decisions * 4),
    }
    for name, measure in parts.items():
        if only == name or (name not in pace and only in ("", "pace")):
            print(f"bench: {name}", file=sys.stderr, flush=True)
            pace[name] = measure()


def _load(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def _keep(path: Path, found: dict[str, Any]) -> None:
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
