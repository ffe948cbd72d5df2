"""The page: what was wanted of the server, what was measured, and everything behind it."""

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

WANTED_PER_SECOND = 3000
WANTED_OF_LIMIT = 0.30
WANTED_P99 = 0.100
WANTED_RESIDENT = 1e9
MEGABYTE = 1e6

STACK = ("uvicorn", "websockets", "starlette", "uvloop", "msgspec", "apsw")


@dataclass(frozen=True)
class Commits:
    """What the server says about its store."""

    batches: int
    entries: int
    seconds: float

    @property
    def size(self) -> float:
        """Entries of a commit on average."""
        return self.entries / self.batches

    @property
    def milliseconds(self) -> float:
        """How long a commit takes on average."""
        return self.seconds / self.batches * 1000


@dataclass(frozen=True)
class Found:
    """Everything that was measured; what was left out is missing."""

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
        """Return the time within which this part of all answers came."""
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * part))]


@dataclass(frozen=True)
class Line:
    """One line of the first table."""

    what: str
    wanted: str
    found: str
    middle: str
    reached: bool | None = None

    @property
    def mark(self) -> str:
        """Say whether it was reached."""
        return "" if self.reached is None else "reached" if self.reached else "**not reached**"


def lines(found: Found) -> list[Line]:
    """Hold every goal against its measurement. The best window decides: neighbours can only take time away."""
    ours, bare = found.ours, found.bare
    return [
        _rate_line("moves a second, stored and told, one core", [one.per_second for one in ours], WANTED_PER_SECOND),
        _rate_line("the same per CPU-second of the server", [one.per_cpu_second for one in ours], WANTED_PER_SECOND),
        _share_line("bare echo, per CPU-second", ours, bare, "per_cpu_second"),
        _share_line("bare echo, by the clock", ours, bare, "per_second"),
        Line(
            f"p99 of a move's answer at {found.steady.per_second:,.0f} moves a second",
            f"< {WANTED_P99 * 1000:.0f} ms",
            f"{found.wait(0.99) * 1000:.1f} ms",
            f"{found.wait(0.5) * 1000:.1f} ms",
            found.wait(0.99) < WANTED_P99,
        ),
        *_idle_goals(found.idle),
        *_soak_goals(found.soak),
    ]


def _rate_line(what: str, rates: Sequence[float], wanted: float) -> Line:
    return Line(what, f"≥ {wanted:,.0f}", f"{max(rates):,.0f}", f"{median(rates):,.0f}", max(rates) >= wanted)


def _share_line(what: str, ours: Sequence[Window], bare: Sequence[Window], name: str) -> Line:
    above, below = [getattr(one, name) for one in ours], [getattr(one, name) for one in bare]
    best, middle = max(above) / max(below), median(above) / median(below)
    return Line(
        f"share of the {what}", f"≥ {WANTED_OF_LIMIT:.0%}", f"{best:.0%}", f"{middle:.0%}", best >= WANTED_OF_LIMIT
    )


def _idle_goals(idle: Idle | None) -> list[Line]:
    if idle is None:
        return []
    memory = f"{idle.resident / MEGABYTE:,.0f} MB"
    return [
        Line(
            f"memory with {idle.seats:,} idle seats",
            f"< {WANTED_RESIDENT / MEGABYTE:,.0f} MB",
            memory,
            "",
            idle.resident < WANTED_RESIDENT,
        ),
        Line(
            f"CPU of {idle.seats:,} idle seats over {idle.seconds:.0f} s; bare sockets beside it",
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


def summary(found: Found) -> str:
    """Write the first table for a terminal."""
    return "\n".join(
        f"{line.found:>16} {line.middle:>16}  (wanted {line.wanted:>10})  {line.mark:<15}  {line.what}"
        for line in lines(found)
    )


def write(found: Found) -> str:
    """Write the whole page."""
    stack = ", ".join(f"{name} {version(name)}" for name in STACK)
    seconds = sum(one.seconds for one in found.ours)
    return "\n".join(
        [
            "# The server under load",
            "",
            "Written by `make bench-server`. One run on one machine: compare the ratios, not the numbers, with those of another.",
            "",
            f"- {datetime.now(UTC):%Y-%m-%d}, Huefall {__version__}, Python {platform.python_version()}, {stack}",
            f"- {processor()}, {os.cpu_count()} cores, {platform.system()}; the database is on {found.file_system}",
            "- the server is pinned to one core with all its threads, the load client to another; CPU time is the system's account",
            f"- {found.tables} tables of 4 seats, classic, official rules, a guest on every seat; who is asked sends a random legal move",
            "  as soon as the update is there, and the next round or match is dealt at once; claims are left out",
            "- every update came to all four seats, once and in order, and nothing was refused: otherwise there is no page",
            f"- in turn with the bare echo, {len(found.ours)} windows of each, {seconds:.0f} s in all; the best window decides, as other programs",
            "  can only take time away; the median stands beside it",
            "",
            "| what | wanted | best | median | |",
            "|---|---:|---:|---:|---|",
            *(f"| {line.what} | {line.wanted} | {line.found} | {line.middle} | {line.mark} |" for line in lines(found)),
            "",
            *_load_lines(found),
            *_idle_lines(found.idle),
            *_soak_lines(found.soak),
        ]
    )


def _load_lines(found: Found) -> list[str]:
    rows = [
        ("moves a second", "{:,.0f}", "per_second"),
        ("moves per CPU-second of the server", "{:,.0f}", "per_cpu_second"),
        ("updates delivered a second", "{:,.0f}", "updates_per_second"),
        ("bytes of an update", "{:,.0f}", "update_size"),
        ("bytes of a move", "{:,.0f}", "move_size"),
        ("share of its core the server had", "{:.0%}", "server_share"),
        ("share of its core the load client had", "{:.0%}", "client_share"),
    ]
    commits = found.commits
    return [
        "## Full load",
        "",
        "The bare echo is [echo.py](server/echo.py): the same stack with the same settings; a message of a move's size is decoded, a text of",
        "an update's size is sent to the four sockets of the room, an acknowledgement to the sender. Medians of all windows:",
        "",
        "| | Huefall | bare echo |",
        "|---|---:|---:|",
        *(
            f"| {what} | {form.format(_middle(found.ours, name))} | {form.format(_middle(found.bare, name))} |"
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
        "| moves a second | median | p90 | p99 | p99.9 | longest | server's core |",
        "|---:|---:|---:|---:|---:|---:|---:|",
        f"| {found.steady.per_second:,.0f} | "
        + " | ".join(f"{found.wait(part) * 1000:.1f} ms" for part in (0.5, 0.9, 0.99, 0.999, 1.0))
        + f" | {found.steady.server_share:.0%} |",
        "",
    ]


def _middle(windows: Sequence[Window], name: str) -> float:
    return float(median(getattr(one, name) for one in windows))


def _idle_lines(idle: Idle | None) -> list[str]:
    if idle is None:
        return []
    return [
        "## Idle seats",
        "",
        f"{idle.seats:,} seats, a match dealt at every table, nobody moves. What is left of CPU time is uvicorn's ping of every socket every",
        "20 seconds: the bare echo has it as well.",
        "",
        "| | Huefall | bare echo |",
        "|---|---:|---:|",
        f"| memory with nobody there | {idle.before / MEGABYTE:,.0f} MB | {idle.bare_before / MEGABYTE:,.0f} MB |",
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
        f"without the first third: {soak.megabytes_per_minute:+.2f} MB a minute, {soak.megabytes_per_million_moves:+.1f} MB per million moves.",
        f"The database grew by {soak.disk_per_move:,.0f} bytes a move, deals and its log included.",
        "",
    ]
