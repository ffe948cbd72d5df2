"""Periods of load on several nodes, and what each took of the CPU: the nodes, PostgreSQL and the load client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from bench.cluster.database import Database
from bench.server.load_clients import LoadClients
from bench.server.process import Server

MICROSECONDS = 1e6

WARM_UP_SECONDS = 1.0

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Window:
    """Counters over a period of load."""

    seconds: float
    moves: int
    nodes_cpu: Sequence[float]  # seconds, one for each node
    database_cpu: float
    client_cpu: float
    waits: Sequence[float]  # seconds from a move to its reply, sorted; empty at full load

    @property
    def per_second(self) -> float:
        """Moves acknowledged per second of wall-clock time."""
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Moves acknowledged per CPU-second of all nodes."""
        return self.moves / sum(self.nodes_cpu)

    @property
    def nodes_us(self) -> float:
        """CPU time of all nodes per move, in microseconds."""
        return sum(self.nodes_cpu) / self.moves * MICROSECONDS

    @property
    def database_us(self) -> float:
        """CPU time of PostgreSQL per move, in microseconds."""
        return self.database_cpu / self.moves * MICROSECONDS

    @property
    def database_share(self) -> float:
        """PostgreSQL's share of the CPU time of the service: nodes and database."""
        return self.database_cpu / (self.database_cpu + sum(self.nodes_cpu))

    @property
    def nodes_cores(self) -> float:
        """How many cores the nodes had."""
        return sum(self.nodes_cpu) / self.seconds

    @property
    def client_cores(self) -> float:
        """How much of a core the load client had; near 1 it is the bottleneck."""
        return self.client_cpu / self.seconds

    def wait(self, part: float) -> float:
        """Return a quantile of the response times, in seconds."""
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * part))]


def waits_of(windows: Sequence[Window], part: float) -> float:
    """Return the median over windows of a quantile of the response times, in seconds."""
    return median(window.wait(part) for window in windows)


async def play(
    nodes: Sequence[Server],
    database: Database | None,
    load: LoadClients,
    seconds: float,
    per_second: float | None = None,
) -> Window:
    """Play for a while, as fast as replies come or at a steady rate, and measure."""
    with load.playing(per_second):
        await asyncio.sleep(WARM_UP_SECONDS)
        begin, own = time.perf_counter(), time.process_time()
        cpu = [node.cpu_seconds() for node in nodes]
        database_cpu = database.cpu_seconds() if database else 0.0
        moves = load.moves
        waits: list[float] = []
        load.waits = None if per_second is None else waits
        await asyncio.sleep(seconds)
        load.waits = None
        window = Window(
            seconds=time.perf_counter() - begin,
            moves=load.moves - moves,
            nodes_cpu=[node.cpu_seconds() - before for node, before in zip(nodes, cpu, strict=True)],
            database_cpu=(database.cpu_seconds() if database else 0.0) - database_cpu,
            client_cpu=time.process_time() - own,
            waits=sorted(waits),
        )
    await load.settle()
    return window


def in_turn(number: int, first: Kind, second: Kind) -> tuple[Kind, Kind]:
    """Return two kinds in the order for a pair of windows: another one begins each time, so that being first decides nothing."""
    return (first, second) if number % 2 else (second, first)


def middle(windows: Sequence[Window], name: str) -> float:
    """Return the median of a property."""
    return float(median(getattr(window, name) for window in windows))


def best(windows: Sequence[Window], name: str) -> float:
    """Return the highest value of a property: other programs can only take time away."""
    return float(max(getattr(window, name) for window in windows))


def least(windows: Sequence[Window], name: str) -> float:
    """Return the lowest value of a property that is a cost."""
    return float(min(getattr(window, name) for window in windows))
