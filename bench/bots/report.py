"""Writes the results into bench/BOTS.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bench.bots.cells import ALL, CURVE, LEVELS, OPTIONS, PLAIN, POSITIONS, POSITIONS_AGAINST_HARD, WANTED, Cell
from huefall.bots.roster import EXPERT_LIMIT, HARD_LIMIT

Found = dict[str, dict[str, Any]]

#: Marks results from before a change of the bots.
BEFORE = " †"

_HEAD = f"""# How strong the bots are

Written by `make bench-bots`: single rounds, one of the first against others of the second, every deal played in every rotation of the seats.
Intervals are 95 %. Equal players would win one game in as many as there are seats.

`expert` imagines {POSITIONS:,} positions a decision here (`huefall arena expert:{POSITIONS} …`), against `hard` {POSITIONS_AGAINST_HARD}: fewer than in the {EXPERT_LIMIT.milliseconds} ms it takes by default on a quiet core,
so that the games can be played again by anybody, and other work on the machine does not weaken it. `hard` imagines {HARD_LIMIT.positions} everywhere.
"""


_BEFORE = """† Played before the last change of these bots; to be repeated.
"""


def write_report(found: Found, pace: dict[str, Any]) -> str:
    """Return the page with all results so far."""
    marked = any(found.get(cell.key, {}).get("before") for cell in ALL)
    parts = [
        _HEAD,
        _BEFORE if marked else "",
        _table("Goals", WANTED, found),
        _table("Level by level", LEVELS, found),
        _table("Level by level, one option changed", OPTIONS, found),
    ]
    parts += [_table("Against the yardsticks", PLAIN, found), _curve(found)]
    parts += [f"All that follows:{BEFORE}\n"] if pace.get("before") else []
    parts += [_pace(pace["decisions"], pace["budget"])] if "decisions" in pace else []
    for name, write in (("silence", _silence), ("review", _review), ("calibration", _calibration)):
        parts += [write(pace[name])] if name in pace else []
    return "\n".join(part for part in parts if part)


def _table(title: str, cells: Iterable[Cell], found: Found) -> str:
    rows = [_row(cell, found[cell.key]) for cell in cells if cell.key in found]
    if not rows:
        return ""
    head = ["| bot | against | edition | games | wins | interval | goal |", "|---|---|---|---|---|---|---|"]
    return "\n".join([f"## {title}", "", *head, *rows, ""])


def _games(result: dict[str, Any]) -> str:
    return f"{result['games']:,}{BEFORE if result.get('before') else ''}"


def _row(cell: Cell, result: dict[str, Any]) -> str:
    unusual = [part for part in (cell.preset, cell.changed) if part not in ("official", None)]
    name = ", ".join([cell.edition, *(f"`{part}`" if part == cell.changed else str(part) for part in unusual)])
    against = f"{cell.players - 1} × {cell.foe}" if cell.players > 2 else cell.foe
    wanted = ""
    if cell.wanted is not None:
        is_level = cell not in WANTED
        sign = ">" if is_level else "≥"
        reached = result["low"] > cell.wanted / 100 if is_level else result["share"] >= cell.wanted / 100
        wanted = f"{sign} {cell.wanted:.3g} %: {'yes' if reached else '**no**'}"
    shares = f"{result['share']:.1%} | {result['low']:.1%} to {result['high']:.1%}"
    return f"| {cell.hero} | {against} | {name} | {_games(result)} | {shares} | {wanted} |"


def _curve(found: Found) -> str:
    rows = []
    for cell in CURVE:
        result = found.get(cell.key)
        if result is not None:
            shares = f"{result['share']:.1%} | {result['low']:.1%} to {result['high']:.1%}"
            rows.append(f"| {cell.positions or POSITIONS:,} | {cell.players} | {_games(result)} | {shares} |")
    if not rows:
        return ""
    head = ["| positions per decision | players | games | wins | interval |", "|---|---|---|---|---|"]
    return "\n".join(["## What more thinking is worth: `expert` against random", "", *head, *rows, ""])


def _pace(rows: list[dict[str, Any]], budget: float) -> str:
    worst = max(row["p99"] for row in rows) / budget
    lines = [
        "## How long a decision takes",
        "",
        f"`expert` with its limit of {budget * 1000:.0f} ms, both in processor time, with official and lively rules in turn. The slowest p99 is {worst:.2f} times the limit",
        "(goal: at most 1.5). The search drops moves that are clearly behind and stops when one is left, so many decisions take less time.",
        "",
        "| edition | players | decisions | median | p99 | longest |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        times = " | ".join(f"{row[name] * 1000:.1f} ms" for name in ("median", "p99", "longest"))
        lines.append(f"| {row['edition']} | {row['players']} | {row['decisions']:,} | {times} |")
    return "\n".join([*lines, ""])


def _silence(found: dict[str, Any]) -> str:
    return f"""## What the time reveals about hidden cards

Nothing: over {found["pairs"]:,} decisions, the same view with all hidden cards shuffled took {found["ratio"]:.3f} times as long
({found["low"]:.3f} to {found["high"]:.3f}). It could not be otherwise: the search receives only a view.
"""


def _review(found: dict[str, Any]) -> str:
    return f"""## How long a review takes

A match of {found["rounds"]} rounds ({found["moves"]} moves, {found["trials"]:,} rollouts for the chances after each) took {found["processor"]:.0f} s of processor time in two
threads: {found["processor"] / 2:.0f} s on two idle cores, {found["clock"]:.0f} s by the clock on the machine as busy as it was (goal: under 60).
"""


def _calibration(tables: list[dict[str, Any]]) -> str:
    lines = [
        "## Whether chances come true",
        "",
        "The chances a review shows for a position (all hands open, the pile unknown), and how often the seats with such a chance won from there.",
        "Rollouts are played with some variety (`bots/search/policy.py`), as people play; when everybody played alike, certain results came true in only four of five cases.",
        "",
        "| bots | players | shown → won (seats) | error |",
        "|---|---|---|---|",
    ]
    for table in tables:
        bins = ", ".join(f"{each['shown']:.0%} → {each['won']:.0%} ({each['count']:,})" for each in table["bins"])
        lines.append(f"| {table['level']} | {table['players']} | {bins} | {100 * table['off']:.1f} points |")
    return "\n".join([*lines, ""])
