"""Two nodes on two cores, which PostgreSQL and the load client share with them: the throughput, and who takes the CPU time.

Once all clients reach the owner of their table; once they reach either node by chance, as behind a load balancer.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.cluster.database import running_database
from bench.cluster.node import finish, running_node, use_all_cores
from bench.cluster.window import Window, play
from bench.server.load_clients import LoadClients
from bench.server.process import Cores
from bench.server.seating import seat_table_clients
from bench.server.table_client import TableClient


@dataclass(frozen=True)
class TwoNodes:
    """What one node does there, and two with all clients at the right one, and with half of them at the other."""

    tables: int
    one: list[Window]
    direct: list[Window]
    balanced: list[Window]


async def measure_two_nodes(
    directory: Path, cores: Cores, tables: int, windows: int, seconds: float, say: Callable[[str], None]
) -> TwoNodes:
    """Load one node and then both, in turn."""
    use_all_cores()
    with ExitStack() as stack:
        database = stack.enter_context(running_database(directory / "postgres"))
        url = database.server.create_database("two")
        first = stack.enter_context(running_node(directory, "first", cores, url))
        second = stack.enter_context(running_node(directory, "second", Cores(cores.client, cores.server), url))
        use_all_cores()
        nodes = [first, second]
        say(f"two nodes: {tables} tables are being filled, three times")
        one_load, direct_load, balanced_load = LoadClients(), LoadClients(), LoadClients()
        one = await seat_table_clients(first, one_load, tables)
        direct: list[list[TableClient]] = []
        balanced: list[list[TableClient]] = []
        for node in nodes:
            direct += await seat_table_clients(node, direct_load, tables // 2)
            balanced += await seat_table_clients(node, balanced_load, tables // 2, nodes)
        found = TwoNodes(tables, [], [], [])
        for number in range(1, windows + 1):
            found.one.append(await play(nodes, database, one_load, seconds))
            found.direct.append(await play(nodes, database, direct_load, seconds))
            found.balanced.append(await play(nodes, database, balanced_load, seconds))
            say(
                f"two nodes, window {number} of {windows}: {found.one[-1].per_second:,.0f} moves per second of one, "
                f"{found.direct[-1].per_second:,.0f} of two, {found.balanced[-1].per_second:,.0f} with half relayed"
            )
        finish(nodes, one_load, one)
        finish(nodes, direct_load, direct)
        finish(nodes, balanced_load, balanced)
        return found
