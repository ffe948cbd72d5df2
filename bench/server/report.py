"""Writes bench/SERVER.md: the goals for the server, what was measured, and the details."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import median

from bench.machine import processor
from bench.server.idle import Idle
from bench.server.load import Window
from bench.server.soak import Soak
from huefall import __version__

GOAL_MOVES_PER_SECOND = 3000
GOAL_SHARE_OF_ECHO = 0.30
GOAL_P99_SECONDS = 0.100
GOAL_MEMORY_BYTES = 1e9
MEGABYTE = 1e6

STACK = ("uvicorn", "websockets", "starlette", "uvloop", "msgspec", "apsw")


@dataclass(frozen=True)
class Commits:
    """The server's metrics of its store."""

    batches: int
    entries: int
    seconds: float

    @property
    def size(self) -> float:
        """Entries per commit, on average."""
        return self.entries / self.batches

    @property
    def milliseconds(self) -> float:
        """Duration of a commit, on average."""
        return self.seconds / self.batches * 1000


@dataclass(frozen=True)
class Results:
    """Everything that was measured; parts that were skipped are None."""

    tables: int
    file_system: str
    ours: Sequence[Window]
    bare: Sequence[Window]
    commits: Commits | None
    steady: Window
    waits: Sequence[float]  # seconds, sorted
    soak: Soak | None = None
    idle: Idle | None = None

    def wait(self, part: float) -> float:
        """Return a quantile of the response times, in seconds."""
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * part))]


@dataclass(frozen=True)
class Line:
    """One line of the table of goals."""

    what: str
    goal: str
    best: str
    median: str
    reached: bool | None = None

    @property
    def mark(self) -> str:
        return "" if self.reached is None else "reached" if self.reached else "**not reached**"


def lines(results: Results) -> list[Line]:
    """Compare every goal with its measurement. The best window counts: other programs can only take time away."""
    ours, bare = results.ours, results.bare
    return [
        _rate_line(
            "moves per second, stored and sent, one core",
            [window.per_second for window in ours],
            GOAL_MOVES_PER_SECOND,
        ),
        _rate_line(
            "the same per CPU-second of the server", [window.per_cpu_second for window in ours], GOAL_MOVES_PER_SECOND
        ),
        _share_line("bare echo, per CPU-second", ours, bare, "per_cpu_second"),
        _share_line("bare echo, by the clock", ours, bare, "per_second"),
        Line(
            f"p99 of the reply to a move at {results.steady.per_second:,.0f} moves per second",
            f"< {GOAL_P99_SECONDS * 1000:.0f} ms",
            f"{results.wait(0.99) * 1000:.1f} ms",
            f"{results.wait(0.5) * 1000:.1f} ms",
            results.wait(0.99) < GOAL_P99_SECONDS,
        ),
        *_idle_goals(results.idle),
        *_soak_goals(results.soak),
    ]


def _rate_line(what: str, rates: Sequence[float], wanted: float) -> Line:
    return Line(what, f"≥ {wanted:,.0f}", f"{max(rates):,.0f}", f"{median(rates):,.0f}", max(rates) >= wanted)


def _share_line(what: str, ours: Sequence[Window], bare: Sequence[Window], name: str) -> Line:
    above, below = [getattr(window, name) for window in ours], [getattr(window, name) for window in bare]
    best, middle = max(above) / max(below), median(above) / median(below)
    return Line(
        f"share of the {what}",
        f"≥ {GOAL_SHARE_OF_ECHO:.0%}",
        f"{best:.0%}",
        f"{middle:.0%}",
        best >= GOAL_SHARE_OF_ECHO,
    )


def _idle_goals(idle: Idle | None) -> list[Line]:
    if idle is None:
        return []
    memory = f"{idle.resident / MEGABYTE:,.0f} MB"
    return [
        Line(
            f"memory with {idle.seats:,} idle seats",
            f"< {GOAL_MEMORY_BYTES / MEGABYTE:,.0f} MB",
            memory,
            "",
            idle.resident < GOAL_MEMORY_BYTES,
        ),
        Line(
            f"CPU of {idle.seats:,} idle seats over {idle.seconds:.0f} s; bare sockets in the next column",
            "the same",
            f"{idle.cpu:.2f} s",
            f"{idle.bare_cpu:.2f} s",
        ),
    ]


def _soak_goals(soak: Soak | None) -> list[Line]:
    if soak is None:
        return []
    return [
        Line(
            f"memory over {soak.seconds / 60:.0f} min of full load",
            "flat",
            f"{soak.megabytes_per_minute:+.2f} MB/min",
            f"{soak.megabytes_per_million_moves:+.1f} MB per million moves",
        )
    ]


def summary(results: Results) -> str:
    """Return the table of goals for a terminal."""
    return "\n".join(
        f"{line.best:>16} {line.median:>16}  (goal {line.goal:>10})  {line.mark:<15}  {line.what}"
        for line in lines(results)
    )


def write(results: Results) -> str:
    """Return the whole page."""
    stack = ", ".join(f"{name} {version(name)}" for name in STACK)
    seconds = sum(window.seconds for window in results.ours)
    return "\n".join(
        [
            "# The server under load",
            "",
            "Generated by `make bench-server`. One run on one machine: compare ratios with other machines, not absolute numbers.",
            "",
            f"- {datetime.now(UTC):%Y-%m-%d}, Huefall {__version__}, Python {platform.python_version()}, {stack}",
            f"- {processor()}, {os.cpu_count()} cores, {platform.system()}; the database is on {results.file_system}",
            "- the server is pinned to one core with all its threads, the load client to another; CPU time as the system counts it",
            f"- {results.tables} tables of 4 seats, classic, official rules, a guest on every seat; on its turn a client sends a random legal move",
            "  as soon as it has the update, and the next round or match is dealt at once; nobody makes claims",
            "- every update reached all four seats once and in order, and no command was refused: otherwise there is no page",
            f"- in turn with the bare echo, {len(results.ours)} windows of each, {seconds:.0f} s in all; the best window counts, as other programs",
            "  can only take time away; the median is next to it",
            "",
            "| what | goal | best | median | |",
            "|---|---:|---:|---:|---|",
            *(f"| {line.what} | {line.goal} | {line.best} | {line.median} | {line.mark} |" for line in lines(results)),
            "",
            *_load_lines(results),
            *_idle_lines(results.idle),
            *_soak_lines(results.soak),
        ]
    )


def _load_lines(results: Results) -> list[str]:
    rows = [
        ("moves per second", "{:,.0f}", "per_second"),
        ("moves per CPU-second of the server", "{:,.0f}", "per_cpu_second"),
        ("updates delivered per second", "{:,.0f}", "updates_per_second"),
        ("bytes of an update", "{:,.0f}", "update_size"),
        ("bytes of a move", "{:,.0f}", "move_size"),
        ("share of its core the server had", "{:.0%}", "server_share"),
        ("share of its core the load client had", "{:.0%}", "client_share"),
    ]
    commits = results.commits
    return [
        "## Full load",
        "",
        "The bare echo is [echo.py](server/echo.py): the same stack with the same settings; a message of a move's size is decoded, a text of",
        "an update's size is sent to the four sockets of the room, an acknowledgement to the sender. Medians of all windows:",
        "",
        "| | Huefall | bare echo |",
        "|---|---:|---:|",
        *(
            f"| {what} | {form.format(_middle(results.ours, name))} | {form.format(_middle(results.bare, name))} |"
            for what, form, name in rows
        ),
        "",
        *(
            [
                f"Commits: {commits.batches:,}, on average {commits.size:.1f} entries and {commits.milliseconds:.1f} ms each.",
                "",
            ]
            if commits
            else []
        ),
        "## At half the load",
        "",
        "| moves per second | median | p90 | p99 | p99.9 | longest | server's core |",
        "|---:|---:|---:|---:|---:|---:|---:|",
        f"| {results.steady.per_second:,.0f} | "
        + " | ".join(f"{results.wait(part) * 1000:.1f} ms" for part in (0.5, 0.9, 0.99, 0.999, 1.0))
        + f" | {results.steady.server_share:.0%} |",
        "",
    ]


def _middle(windows: Sequence[Window], name: str) -> float:
    return float(median(getattr(window, name) for window in windows))


def _idle_lines(idle: Idle | None) -> list[str]:
    if idle is None:
        return []
    return [
        "## Idle seats",
        "",
        f"{idle.seats:,} seats, a match dealt at every table, nobody moves. The remaining CPU time is for uvicorn's pings, to every socket every",
        "20 seconds; the bare echo sends them, too.",
        "",
        "| | Huefall | bare echo |",
        "|---|---:|---:|",
        f"| memory without clients | {idle.before / MEGABYTE:,.0f} MB | {idle.bare_before / MEGABYTE:,.0f} MB |",
        f"| memory with {idle.seats:,} sockets | {idle.resident / MEGABYTE:,.0f} MB | {idle.bare_resident / MEGABYTE:,.0f} MB |",
        f"| per socket | {idle.per_seat / 1000:,.1f} kB | {idle.bare_per_socket / 1000:,.1f} kB |",
        f"| CPU over {idle.seconds:.0f} s | {idle.cpu:.2f} s | {idle.bare_cpu:.2f} s |",
        "",
    ]


def _soak_lines(soak: Soak | None) -> list[str]:
    if soak is None:
        return []
    thirds = ", ".join(f"{size:,.0f} MB" for size in soak.thirds())
    return [
        "## Soak",
        "",
        f"{soak.moves:,} moves in {soak.seconds:,.0f} s of full load. Memory, mean of each third: {thirds}. Its slope",
        f"without the first third: {soak.megabytes_per_minute:+.2f} MB per minute, {soak.megabytes_per_million_moves:+.1f} MB per million moves.",
        f"The database grew by {soak.disk_per_move:,.0f} bytes per move, deals and its log included.",
        "",
    ]
