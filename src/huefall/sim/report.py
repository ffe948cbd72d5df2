"""The result of a run: a table for people, an object for programs. Tested in tests/sim/test_simulate.py."""

from __future__ import annotations

from typing import Any

from huefall.notation.variant import Variant
from huefall.sim.tally import Tally, wilson
from huefall.texts.options import written_value


def as_object(variant: Variant, tally: Tally, seed: int, cpu_seconds: float) -> dict[str, Any]:
    return {
        "edition": variant.edition_name,
        "options": variant.rules.changes(),
        "players": len(tally.wins),
        "games": tally.rounds,
        "seed": seed,
        "wins": [
            {"seat": seat, "wins": wins, "share": wins / tally.rounds, "interval": list(wilson(wins, tally.rounds))}
            for seat, wins in enumerate(tally.wins)
        ],
        "void": tally.void,
        "moves": {"mean": tally.mean_moves, "min": tally.min_moves, "max": tally.max_moves, "total": tally.moves},
        "turns": {"mean": tally.mean_turns, "total": tally.turns},
        "cpu_seconds": cpu_seconds,
        "games_per_cpu_second": tally.rounds / cpu_seconds if cpu_seconds else None,
    }


def as_table(variant: Variant, tally: Tally, seed: int, cpu_seconds: float) -> str:
    options = ", ".join(f"{name}={written_value(value)}" for name, value in variant.rules.changes().items())
    lines = [
        f"{variant.edition_name}, {len(tally.wins)} players, {options or 'official rules'}",
        f"{tally.rounds:,} rounds of random play, seed {seed}",
        "",
        *_seat_rows(tally),
        "",
        f"moves per round  mean {tally.mean_moves:.1f}, min {tally.min_moves}, max {tally.max_moves}",
        f"turns per round  mean {tally.mean_turns:.1f}",
    ]
    if cpu_seconds:
        speed = tally.rounds / cpu_seconds
        lines.append(f"throughput       {speed:,.0f} rounds per CPU-second ({tally.moves / cpu_seconds:,.0f} moves)")
    return "\n".join(lines)


def _seat_rows(tally: Tally) -> list[str]:
    width = max(len("wins"), *(len(f"{count:,}") for count in (*tally.wins, tally.void)))
    rows = [f"seat  {'wins':>{width}}    share   95 % interval"]
    for seat, count in [*enumerate(tally.wins), ("void", tally.void)]:
        low, high = wilson(count, tally.rounds)
        share = count / tally.rounds if tally.rounds else 0.0
        rows.append(f"{seat!s:>4}  {count:>{width},}  {share:>6.2%}   {low:6.2%} … {high:6.2%}")
    return rows
