"""Moves of clients that reach the owner of their table, and of clients that reach another node, in turn: what a relay costs.

Both kinds of tables have the same owner. Both nodes count for either kind.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.cluster.database import Database, running_database
from bench.cluster.node import finish, running_node
from bench.cluster.window import Window, in_turn, least, middle, play
from bench.server.load_clients import LoadClients
from bench.server.process import BenchError, Cores
from bench.server.seating import seat_table_clients

#: Moves per second at which response times are compared: far from full load.
STEADY_MOVES_PER_SECOND = 500.0

DATABASE = "relay"
_OWNED = "SELECT count(*) FROM huefall.streams WHERE name LIKE 'table:%' GROUP BY owner"


@dataclass(frozen=True)
class Relay:
    """What moves cost, direct and relayed."""

    tables: int
    direct: list[Window]
    relayed: list[Window]
    direct_steady: list[Window]
    relayed_steady: list[Window]

    @property
    def cost(self) -> float:
        """CPU time of both nodes for a relayed move, as a multiple of a direct one: best windows."""
        return least(self.relayed, "nodes_us") / least(self.direct, "nodes_us")

    @property
    def middle_cost(self) -> float:
        return middle(self.relayed, "nodes_us") / middle(self.direct, "nodes_us")

    @property
    def edge_share(self) -> float:
        """The part of the CPU time of relayed moves that the node took which the clients reached."""
        return sum(window.nodes_cpu[1] for window in self.relayed) / sum(sum(each.nodes_cpu) for each in self.relayed)

    @property
    def steady_cost(self) -> float:
        """The same far from full load, where less is sent at once."""
        return middle(self.relayed_steady, "nodes_us") / middle(self.direct_steady, "nodes_us")

    def added_seconds(self, part: float = 0.5) -> list[float]:
        """Return by how much a relay raises a quantile of the response times, for each pair of windows."""
        pairs = zip(self.relayed_steady, self.direct_steady, strict=True)
        return [relayed.wait(part) - direct.wait(part) for relayed, direct in pairs]

    @property
    def added_median(self) -> float:
        """The median of the pairs; on a busy machine it says more about waiting for a core than about the relay."""
        return median(self.added_seconds())

    @property
    def added_best(self) -> float:
        """The difference of the best windows of each kind, which waited least for anything else."""
        return _best_wait(self.relayed_steady) - _best_wait(self.direct_steady)


def _best_wait(windows: list[Window]) -> float:
    return min(window.wait(0.5) for window in windows)


def check_owner(database: Database, tables: int) -> None:
    """Check that one node owns all tables: otherwise the relayed ones are not relayed."""
    owned = database.server.query(_OWNED, DATABASE).split()
    if owned != [f"{tables}"]:
        raise BenchError(f"expected one owner of {tables} tables, got owners of {' and '.join(owned)} tables")


async def measure_relay(
    directory: Path, cores: Cores, tables: int, windows: int, seconds: float, say: Callable[[str], None]
) -> Relay:
    """Load both kinds of tables in turn. Both nodes share a core; the database shares that of the load client."""
    os.sched_setaffinity(0, {cores.client})
    with running_database(directory / "postgres") as database:
        url = database.server.create_database(DATABASE)
        with running_node(directory, "owner", cores, url) as owner, running_node(directory, "edge", cores, url) as edge:
            say(f"relay: {tables} tables are being filled, twice")
            nodes = [owner, edge]
            direct_load, relayed_load = LoadClients(), LoadClients()
            direct_players = await seat_table_clients(owner, direct_load, tables)
            relayed_players = await seat_table_clients(owner, relayed_load, tables, [edge])
            check_owner(database, 2 * tables)
            found = Relay(tables, [], [], [], [])
            await play(nodes, database, direct_load, seconds)
            await play(nodes, database, relayed_load, seconds)
            for number in range(1, windows + 1):
                for windows_of_kind, load in in_turn(
                    number, (found.direct, direct_load), (found.relayed, relayed_load)
                ):
                    windows_of_kind.append(await play(nodes, database, load, seconds))
                say(
                    f"relay, window {number} of {windows}: {found.direct[-1].nodes_us:.0f} µs of the nodes for a direct "
                    f"move, {found.relayed[-1].nodes_us:.0f} µs for a relayed one"
                )
            for number in range(1, windows + 1):
                pace = STEADY_MOVES_PER_SECOND
                pair = (found.direct_steady, direct_load), (found.relayed_steady, relayed_load)
                for windows_of_kind, load in in_turn(number, *pair):
                    windows_of_kind.append(await play(nodes, database, load, seconds, pace))
                say(
                    f"relay, {pace:.0f} moves per second, window {number} of {windows}: a relay adds "
                    f"{found.added_seconds()[-1] * 1000:.1f} ms at the median"
                )
            check_owner(database, 2 * tables)
            finish(nodes, direct_load, direct_players)
            finish(nodes, relayed_load, relayed_players)
            return found
