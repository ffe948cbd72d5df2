"""The page of results: goals, measurements, and the numbers behind them."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TypeAlias

from bench.batch import PLAYERS, PRESETS
from bench.limit import PLAYERS as LIMIT_PLAYERS
from bench.machine import processor
from bench.measure import Bests, Key
from bench.table import TABLES
from huefall import __version__
from huefall.editions import SHIPPED

#: A rate and the one it is divided by.
Pair: TypeAlias = tuple[Key, Key]

REACHED, BARELY, MISSED, UNKNOWN = (
    "reached",
    "reached by the best, not by the median",
    "**not reached**",
    "not measured",
)


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of the first table: the best measurement decides, the median is given for comparison."""

    what: str
    wanted: str
    best: str
    median: str
    mark: str


def goals(bests: Bests) -> list[Goal]:
    """Compare every goal with its measurement."""
    return [*_against_others(bests), *_party_goals(bests), *_table_goals(bests), *_start_goals(bests)]


def _against_others(bests: Bests) -> list[Goal]:
    found = []
    for players in LIMIT_PLAYERS:
        pair: Pair = ("batch", "classic", "official", players), ("limit", players)
        what = f"classic, official, {players} players ÷ bare C"
        found.append(_at_least(what, bests.ratio(*pair), bests.median_ratio(*pair), 0.40, "{:.1%}"))
    pair = ("batch", "classic", "official", 2), ("rlcard",)
    what = "classic, official, 2 players ÷ RLCard"
    return [*found, _at_least(what, bests.ratio(*pair), bests.median_ratio(*pair), 400, "{:,.0f} ×")]


def _party_goals(bests: Bests) -> list[Goal]:
    found = []
    for edition in SHIPPED:
        pairs: list[Pair] = [
            (("batch", edition, "party", players), ("batch", edition, "official", players)) for players in PLAYERS
        ]
        best = [ratio for pair in pairs if (ratio := bests.ratio(*pair)) is not None]
        medians = [ratio for pair in pairs if (ratio := bests.median_ratio(*pair)) is not None]
        what = f"{edition}, party ÷ official, lowest of 2, 3, 4, 10 players"
        found.append(_at_least(what, min(best, default=None), min(medians, default=None), 0.50, "{:.0%}"))
    return found


def _table_goals(bests: Bests) -> list[Goal]:
    found = []
    for edition, preset, players in TABLES:
        key = ("game", edition, preset, players)
        what = f"`Game` in Python, {edition}, {preset}, {players} players, moves per CPU-second"
        found.append(_at_least(what, bests.rate(*key), bests.median_rate(*key), 30_000, "{:,.0f}"))
    return found


def _start_goals(bests: Bests) -> list[Goal]:
    wanted: list[tuple[str, Key, float]] = [
        ("first compilation, wall seconds", ("compile", "wall"), 60),
        ("`huefall --help`, wall seconds", ("help",), 0.3),
        ("start of a game, wall seconds", ("begin",), 2),
    ]
    return [_below(what, bests.seconds(*key), bests.median_seconds(*key), most) for what, key, most in wanted]


def _at_least(what: str, best: float | None, median: float | None, wanted: float, form: str) -> Goal:
    if best is None or median is None:
        return Goal(what, f"≥ {form.format(wanted)}", "–", "–", UNKNOWN)
    mark = MISSED if best < wanted else REACHED if median >= wanted else BARELY
    return Goal(what, f"≥ {form.format(wanted)}", form.format(best), form.format(median), mark)


def _below(what: str, best: float | None, median: float | None, wanted: float) -> Goal:
    if best is None or median is None:
        return Goal(what, f"< {wanted}", "–", "–", UNKNOWN)
    mark = MISSED if best >= wanted else REACHED if median < wanted else BARELY
    return Goal(what, f"< {wanted}", f"{best:.2f}", f"{median:.2f}", mark)


def summary(bests: Bests) -> str:
    """Write the first table for a terminal."""
    return "\n".join(
        f"{goal.best:>10} {goal.median:>10}  (wanted {goal.wanted:>9})  {goal.mark:<15}  {goal.what}"
        for goal in goals(bests)
    )


def write(bests: Bests, rounds: int) -> str:
    missing = [f"- {reason}" for reason in bests.missing.values()]
    lines = [
        "# Results",
        "",
        "Written by `make bench`. One run on one machine: compare the ratios, not the numbers, with those of another.",
        "",
        f"- {datetime.now(UTC):%Y-%m-%d}, {_versions()}",
        f"- {processor()}, {os.cpu_count()} cores, {platform.system()}; one core is used",
        f"- parts measured in turn, {rounds} rounds, bare C and what is held against it three times in each; the best measurement",
        "  decides, as other programs can only take time away; a median that lies far off says that the machine was not calm",
        f"- at worst the median of a part lay {bests.noise():.0%} below its best",
        *missing,
        "",
        "| what | wanted | best | median | |",
        "|---|---:|---:|---:|---|",
        *(f"| {goal.what} | {goal.wanted} | {goal.best} | {goal.median} | {goal.mark} |" for goal in goals(bests)),
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
        f"| edition | preset | {' | '.join(f'{players} players' for players in PLAYERS)} | turns, 4 players |",
        f"|---|---|{'---:|' * (len(PLAYERS) + 1)}",
    ]
    for edition in SHIPPED:
        for preset in PRESETS:
            cells = [_number(bests.rate("batch", edition, preset, players)) for players in PLAYERS]
            turns = _number(bests.rate("batch turns", edition, preset, 4))
            lines.append(f"| {edition} | {preset} | {' | '.join(cells)} | {turns} |")
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
