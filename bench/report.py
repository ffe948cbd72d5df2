"""The table: what was wanted, what was measured, and everything behind it."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.batch import PLAYERS, PRESETS
from bench.limit import PLAYERS as LIMIT_PLAYERS
from bench.measure import Bests
from bench.table import TABLES
from huefall import __version__
from huefall.editions import SHIPPED

REACHED, MISSED, UNKNOWN = "reached", "**not reached**", "not measured"


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of the first table."""

    what: str
    wanted: str
    found: str
    mark: str


def goals(bests: Bests) -> list[Goal]:
    """Hold every goal against its measurement."""
    found = []
    for players in LIMIT_PLAYERS:
        share = bests.ratio(("batch", "classic", "official", players), ("limit", players))
        found.append(_at_least(f"classic, official, {players} players ÷ bare C", share, 0.40, "{:.0%}"))
    times = bests.ratio(("batch", "classic", "official", 2), ("rlcard",))
    found.append(_at_least("classic, official, 2 players ÷ RLCard", times, 400, "{:,.0f} ×"))
    party = {
        (edition, players): bests.ratio(("batch", edition, "party", players), ("batch", edition, "official", players))
        for edition in SHIPPED
        for players in PLAYERS
    }
    for edition in SHIPPED:
        shares = [share for (name, _), share in party.items() if name == edition and share is not None]
        what = f"{edition}, party ÷ official, lowest of 2, 3, 4, 10 players"
        found.append(_at_least(what, min(shares, default=None), 0.50, "{:.0%}"))
    for edition, preset, players in TABLES:
        what = f"`Game` in Python, {edition}, {preset}, {players} players, moves per CPU-second"
        found.append(_at_least(what, bests.rate("game", edition, preset, players), 30_000, "{:,.0f}"))
    found.append(_below("first compilation, wall seconds", bests.seconds("compile", "wall"), 60, "{:.1f}"))
    found.append(_below("`huefall --help`, wall seconds", bests.seconds("help"), 0.3, "{:.2f}"))
    found.append(_below("start of a game, wall seconds", bests.seconds("begin"), 2, "{:.2f}"))
    return found


def _at_least(what: str, value: float | None, wanted: float, form: str) -> Goal:
    if value is None:
        return Goal(what, f"≥ {form.format(wanted)}", "–", UNKNOWN)
    return Goal(what, f"≥ {form.format(wanted)}", form.format(value), REACHED if value >= wanted else MISSED)


def _below(what: str, value: float | None, wanted: float, form: str) -> Goal:
    if value is None:
        return Goal(what, f"< {wanted}", "–", UNKNOWN)
    return Goal(what, f"< {wanted}", form.format(value), REACHED if value < wanted else MISSED)


def summary(bests: Bests) -> str:
    """Write the first table for a terminal."""
    return "\n".join(
        f"{goal.found:>10}  (wanted {goal.wanted:>9})  {goal.mark:<15}  {goal.what}" for goal in goals(bests)
    )


def write(bests: Bests, rounds: int) -> str:
    """Write the whole page."""
    missing = [f"- {reason}" for reason in bests.missing.values()]
    lines = [
        "# Results",
        "",
        "Written by `make bench`. One run on one machine: compare the ratios, not the numbers, with those of another.",
        "",
        f"- {datetime.now(UTC):%Y-%m-%d}, {_versions()}",
        f"- {_processor()}, {os.cpu_count()} cores, {platform.system()}; one core is used",
        f"- parts measured in turn, {rounds} rounds; the best round of each counts: other programs can only take time away",
        f"- how calm the machine was: at worst the median of a part lay {bests.scatter():.0%} below its best",
        *missing,
        "",
        "| what | wanted | measured | |",
        "|---|---:|---:|---|",
        *(f"| {goal.what} | {goal.wanted} | {goal.found} | {goal.mark} |" for goal in goals(bests)),
        "",
        *_batch_lines(bests),
        *_yardstick_lines(bests),
        *_start_lines(bests),
    ]
    return "\n".join(lines)


def _batch_lines(bests: Bests) -> list[str]:
    lines = [
        "## Rounds of random play per CPU-second",
        "",
        f"| edition | preset | {' | '.join(f'{players} players' for players in PLAYERS)} | moves, 4 players |",
        f"|---|---|{'---:|' * (len(PLAYERS) + 1)}",
    ]
    for edition in SHIPPED:
        for preset in PRESETS:
            cells = [_number(bests.rate("batch", edition, preset, players)) for players in PLAYERS]
            moves = _number(bests.rate("batch moves", edition, preset, 4))
            lines.append(f"| {edition} | {preset} | {' | '.join(cells)} | {moves} |")
    return [*lines, ""]


def _yardstick_lines(bests: Bests) -> list[str]:
    lines = [
        "## What they are held against",
        "",
        "Bare C is [limit.c](limit.c): the classic game with official matching and nothing else, no calls, challenges, options,",
        "scores or draw for the dealer. RLCard is `rlcard==1.2.0`, `env.run` with its random agents, two players.",
        "",
        "| | rounds per CPU-second | turns |",
        "|---|---:|---:|",
    ]
    for players in LIMIT_PLAYERS:
        turns = _number(bests.rate("limit turns", players))
        lines.append(f"| bare C, {players} players | {_number(bests.rate('limit', players))} | {turns} |")
    rlcard = bests.rate("rlcard")
    lines.append(f"| RLCard, 2 players | {'–' if rlcard is None else f'{rlcard:,.1f}'} | |")
    return [*lines, ""]


def _start_lines(bests: Bests) -> list[str]:
    wall, cpu = bests.seconds("compile", "wall"), bests.seconds("compile", "cpu")
    return [
        "## Starting up",
        "",
        "| | seconds |",
        "|---|---:|",
        f"| first compilation into an empty cache, wall | {_seconds(wall)} |",
        f"| the same, CPU | {_seconds(cpu)} |",
        f"| `huefall --help`, wall, best | {_seconds(bests.seconds('help'))} |",
        f"| `Game.new(seed=1)` in a new process, warm cache, wall, best | {_seconds(bests.seconds('begin'))} |",
        "",
    ]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _versions() -> str:
    others = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"Huefall {__version__}, Python {platform.python_version()}, {others}"


def _processor() -> str:
    """Name the processor, where the system tells."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
