"""What the speed should be, compared with what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.batch import PLAYERS
from bench.measure import Figure, Key, Measurements
from bench.memory import ROUNDS
from bench.table import TABLES
from huefall.editions import SHIPPED

#: Rounds of random play ÷ bare C with as many players, official rules; other editions ÷ the classic game in bare C.
WANTED_OF_C = {2: 0.70, 3: 0.70, 4: 0.66, 10: 0.58}
WANTED_OF_C_PARTY = 0.48
WANTED_OF_C_EDITIONS = {"buzz": 0.64, "jurassic": 0.635, "bts": 0.555, "avengers": 0.42}

#: Moves per CPU-second of ``Game``, by edition.
WANTED_MOVES = {"classic": 130_000, "avengers": 60_000}

REACHED, MISSED, UNKNOWN, NO_GOAL = "reached", "**not reached**", "not measured", ""


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of the first table: the median decides."""

    what: str
    wanted: str
    median: str
    range: str
    mark: str


def goals(found: Measurements) -> list[Goal]:
    """Compare every goal with its measurement. What has no goal yet is listed without one."""
    return [
        *_bare_c(found),
        *_editions(found),
        *_rlcard(found),
        *_party(found),
        *_tables(found),
        *_memory(found),
        *_starting(found),
    ]


def _bare_c(found: Measurements) -> list[Goal]:
    lines = []
    for players in PLAYERS:
        ratio = found.ratio(("batch", "classic", "official", players), ("limit", players))
        lines.append(_at_least(f"classic, official, {players} players ÷ bare C", ratio, WANTED_OF_C[players], "{:.1%}"))
    ratio = found.ratio(("batch", "classic", "party", 4), ("limit", 4))
    return [*lines, _at_least("classic, party, 4 players ÷ bare C, official", ratio, WANTED_OF_C_PARTY, "{:.1%}")]


def _editions(found: Measurements) -> list[Goal]:
    lines = []
    for edition in SHIPPED:
        for players in (4, 10):
            if edition != "classic":
                ratio = found.ratio(("batch", edition, "official", players), ("limit", players))
                wanted = WANTED_OF_C_EDITIONS[edition] if players == 4 else None
                lines.append(
                    _at_least(f"{edition}, official, {players} players ÷ bare C, classic", ratio, wanted, "{:.1%}")
                )
    return lines


def _rlcard(found: Measurements) -> list[Goal]:
    ratio = found.ratio(("batch", "classic", "official", 2), ("rlcard",))
    return [_at_least("classic, official, 2 players ÷ RLCard", ratio, 400, "{:,.0f} ×")]


def _party(found: Measurements) -> list[Goal]:
    lines = []
    for edition in SHIPPED:
        ratios = [
            found.ratio(("batch", edition, "party", players), ("batch", edition, "official", players))
            for players in PLAYERS
        ]
        lowest = min((ratio for ratio in ratios if ratio), key=lambda ratio: ratio.median, default=None)
        lines.append(_at_least(f"{edition}, party ÷ official, lowest of 2, 3, 4, 10 players", lowest, 0.50, "{:.0%}"))
    return lines


def _tables(found: Measurements) -> list[Goal]:
    lines = []
    for edition, preset, players in TABLES:
        what = f"`Game` in Python, {edition}, {preset}, {players} players, moves per CPU-second"
        lines.append(_at_least(what, found.rate("game", edition, preset, players), WANTED_MOVES[edition], "{:,.0f}"))
    return lines


def _memory(found: Measurements) -> list[Goal]:
    few, many = ROUNDS[0], ROUNDS[-1]
    growth = found.growth(("memory", few), ("memory", many))
    megabytes = growth and Figure(*(size / 1e6 for size in (growth.median, growth.lowest, growth.highest)))
    return [_below(f"memory after {many:,} simulated rounds − after {few:,}, MB", megabytes, 5)]


def _starting(found: Measurements) -> list[Goal]:
    wanted: list[tuple[str, Key, float]] = [
        ("first compilation of what a table needs, CPU seconds", ("compile", "cpu"), 14),
        ("first compilation of everything, CPU seconds", ("compile all", "cpu"), 22),
        ("`huefall serve` with an empty cache to the first card, wall seconds", ("first card", "all cores"), 12),
        ("the same on one core", ("first card", "one core"), 20),
        ("`import huefall`, CPU seconds", ("import",), 0.03),
        ("`huefall --help`, wall seconds", ("help",), 0.3),
        ("start of a game, wall seconds", ("begin",), 0.6),
    ]
    return [_below(what, found.seconds(*key), most) for what, key, most in wanted]


def _at_least(what: str, figure: Figure | None, wanted: float | None, form: str) -> Goal:
    goal = "" if wanted is None else f"≥ {form.format(wanted)}"
    return _goal(what, goal, figure, form, None if wanted is None else lambda value: value >= wanted)


def _below(what: str, figure: Figure | None, wanted: float) -> Goal:
    return _goal(what, f"< {wanted}", figure, "{:.2f}", lambda value: value < wanted)


def _goal(what: str, wanted: str, figure: Figure | None, form: str, is_reached: Callable[[float], bool] | None) -> Goal:
    if figure is None:
        return Goal(what, wanted, "–", "–", UNKNOWN)
    mark = NO_GOAL if is_reached is None else REACHED if is_reached(figure.median) else MISSED
    between = f"{form.format(figure.lowest)} to {form.format(figure.highest)}"
    return Goal(what, wanted, form.format(figure.median), between, mark)
