"""How long tables stand still when their node is killed: the measurement of bench/server/failover.py, as numbers."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.server.cluster.nodes import running_nodes
from tools.cluster.local_postgres import LocalPostgres

from bench.cluster.node import use_all_cores
from bench.server import failover

SEED = 7
TABLES = 6


@dataclass(frozen=True)
class Failover:
    """The times from a kill to the next acknowledged move, one for each table of a killed node."""

    kills: int
    tables: int
    still: list[float]  # seconds, sorted

    def part(self, part: float) -> float:
        """Return a quantile, in seconds."""
        return self.still[min(len(self.still) - 1, int(len(self.still) * part))]


def measure_failover(kills: int) -> Failover:
    """Kill nodes, one after the other, while people play."""
    use_all_cores()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        postgres = LocalPostgres(Path(directory) / "postgres")
        try:
            url = postgres.create_database(failover.DATABASE)
            with running_nodes(failover.NODES, Path(directory), url) as service:
                still = asyncio.run(failover.measure(service, postgres, kills, TABLES, Random(SEED)))
        finally:
            postgres.stop(at_once=True)
    return Failover(kills, TABLES, sorted(still))
