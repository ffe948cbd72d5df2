"""What idle nodes ask PostgreSQL, without tables and with many whose players think: it logs every statement meanwhile."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.cluster.database import LOG_STATEMENTS, Database, running_database
from bench.cluster.node import finish, running_node
from bench.server.load_clients import LoadClients
from bench.server.process import Cores, Server
from bench.server.seating import seat_table_clients
from bench.server.table_client import TableClient

#: After the start, and after tables were filled, until nothing of that is still being done.
REST_SECONDS = 8.0


@dataclass(frozen=True)
class Period:
    """Some seconds in which nobody did anything."""

    seconds: float
    nodes: int
    tables: int
    statements: Counter[str]
    nodes_cpu: float
    database_cpu: float

    @property
    def per_node(self) -> float:
        """Statements per second and node."""
        return self.statements.total() / self.seconds / self.nodes


@dataclass(frozen=True)
class IdleNodes:
    without: Period
    with_tables: Period


async def measure_idle(
    directory: Path, cores: Cores, tables: int, seconds: float, say: Callable[[str], None]
) -> IdleNodes:
    """Watch two nodes without tables, and then with open ones; half of the clients reach the wrong node."""
    os.sched_setaffinity(0, {cores.client})
    with running_database(directory / "postgres", LOG_STATEMENTS) as database:
        url = database.server.create_database("idle")
        with (
            running_node(directory, "first", cores, url) as first,
            running_node(directory, "second", cores, url) as second,
        ):
            nodes, load = [first, second], LoadClients()
            say(f"idle nodes, {seconds:.0f} s without tables")
            without = await _watch(database, nodes, 0, seconds)
            players: list[list[TableClient]] = []
            for node in nodes:
                players += await seat_table_clients(node, load, tables // 2, nodes)
            say(f"idle nodes, {seconds:.0f} s with {len(players)} tables")
            with_tables = await _watch(database, nodes, len(players), seconds)
            finish(nodes, load, players)
            return IdleNodes(without, with_tables)


async def _watch(database: Database, nodes: Sequence[Server], tables: int, seconds: float) -> Period:
    await asyncio.sleep(REST_SECONDS)
    start, cpu, database_cpu = database.log_size(), _cpu(nodes), database.cpu_seconds()
    await asyncio.sleep(seconds)
    return Period(
        seconds=seconds,
        nodes=len(nodes),
        tables=tables,
        statements=database.statements(start),
        nodes_cpu=_cpu(nodes) - cpu,
        database_cpu=database.cpu_seconds() - database_cpu,
    )


def _cpu(nodes: Sequence[Server]) -> float:
    return sum(node.cpu_seconds() for node in nodes)
