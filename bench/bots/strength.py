"""How strong the bots are: ``make bench-bots`` plays them against each other and writes bench/BOTS.md.

A run takes hours. Every cell is kept in bench/bots/cells.json as soon as it is played, and a run goes on where the last one ended;
``--again`` plays everything anew, ``--games`` and ``--expert-games`` say how often.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from huefall.arena import Plan, enter, run_arena  # noqa: E402  # after the path is set
from huefall.editions import load_edition  # noqa: E402

CELLS = ROOT / "bench" / "bots" / "cells.json"
REPORT = ROOT / "bench" / "BOTS.md"
EXPERT = "bench.bots.entrants:Expert"
SEED = 2026


@dataclass(frozen=True)
class Cell:
    """Who is measured against whom, and what was hoped for."""

    hero: str
    foe: str
    players: int = 2
    edition: str = "classic"
    preset: str = "official"
    wanted: float | None = None  # per cent
    matches: bool = False

    @property
    def key(self) -> str:
        """Name the cell in the file of results."""
        return " ".join(str(part) for part in asdict(self).values() if part is not None)


CELLS_WANTED = [
    Cell("expert", "random", 2, wanted=70),
    Cell("expert", "random", 4, wanted=42),
    Cell("expert", "greedy", 2, wanted=58),
    Cell("hard", "random", 2, wanted=66),
    Cell("hard", "random", 4, wanted=37),
    *(Cell("expert", "hard", 2, edition) for edition in ("classic", "buzz", "jurassic", "bts", "avengers")),
    Cell("expert", "hard", 2, "classic", "party"),
    Cell("expert", "hard", 4),
    Cell("hard", "normal", 2),
    Cell("hard", "normal", 4),
    Cell("normal", "easy", 2),
    Cell("normal", "easy", 4),
    Cell("normal", "random", 2),
    Cell("normal", "random", 4),
    Cell("greedy", "random", 2),
    Cell("greedy", "random", 4),
]


def play(cell: Cell, games: int, workers: int | None) -> dict[str, Any]:
    """Play a cell; return what came of it."""
    sources = [EXPERT if name == "expert" else name for name in (cell.hero, cell.foe)]
    options: dict[str, Any] = {} if cell.preset == "official" else {"preset": cell.preset}
    edition = load_edition(cell.edition)
    plan = Plan(enter(sources), edition, cell.players, games, options, SEED, matches=cell.matches)
    report = run_arena(plan, workers=workers)
    hero = report.standings[0]
    return {"games": report.games, "share": hero.share.share, "low": hero.share.low, "high": hero.share.high}


def write_report(found: dict[str, dict[str, Any]]) -> str:
    """Write the table of everything that was played."""
    lines = [
        "# How strong the bots are",
        "",
        "Written by `make bench-bots`: single rounds, one of the first against others of the second, every deal played in every rotation of the seats.",
        "`expert` thinks with a budget of positions here, about those it imagines in its 50 ms on a quiet core, because other work on the machine must not make it",
        "weaker. Intervals are 95 %. Equal players would win one game in as many as there are seats.",
        "",
        "| who | against | edition | games | wins | interval | wanted |",
        "|---|---|---|---|---|---|---|",
    ]
    for cell in CELLS_WANTED:
        result = found.get(cell.key)
        if result is None:
            continue
        name = cell.edition if cell.preset == "official" else f"{cell.edition}, {cell.preset}"
        wanted = "" if cell.wanted is None else f"≥ {cell.wanted:g} %"
        against = f"{cell.players - 1} × {cell.foe}" if cell.players > 2 else cell.foe
        lines.append(
            f"| {cell.hero} | {against} | {name} | {result['games']:,} | {result['share']:.1%} "
            f"| {result['low']:.1%} to {result['high']:.1%} | {wanted} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Play what has not been played yet, and write the report after every cell."""
    parser = argparse.ArgumentParser(description="Measure how strong the bots are.")
    parser.add_argument("--games", type=int, default=10_000, help="games of a cell without expert (default: 10000)")
    parser.add_argument("--expert-games", type=int, default=2_000, help="games of a cell with expert (default: 2000)")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument("--again", action="store_true", help="play everything anew")
    parser.add_argument("--only", default="", help="only cells whose key contains this")
    parsed = parser.parse_args()
    found: dict[str, dict[str, Any]] = (
        {} if parsed.again or not CELLS.exists() else json.loads(CELLS.read_text("utf-8"))
    )
    for cell in CELLS_WANTED:
        games = parsed.expert_games if "expert" in (cell.hero, cell.foe) else parsed.games
        if parsed.only not in cell.key or found.get(cell.key, {}).get("games", 0) >= games:
            continue
        print(f"bench: {cell.key}", file=sys.stderr, flush=True)
        found[cell.key] = play(cell, games, parsed.workers)
        CELLS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        REPORT.write_text(write_report(found), "utf-8")
    print(write_report(found))


if __name__ == "__main__":
    main()
