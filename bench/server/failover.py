"""Measures how long tables stand still when their node is killed: ``make bench-failover``.

Nodes over a PostgreSQL of their own, tables of people who play as fast as they can, and their clients, which reach the nodes
through a balancer and come back as the page does. Again and again the owner of some tables is killed with SIGKILL, and a new
node takes its place. Measured is the time from the kill to the next acknowledged move at each table of the killed node.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from tests.server.cluster.balancer import running_balancer  # noqa: E402
from tests.server.cluster.nodes import Service, running_nodes  # noqa: E402
from tests.server.cluster.returning_player import ReturningPlayer  # noqa: E402
from tests.server.player import Player, new_guest, new_table  # noqa: E402
from tests.server.server_process import ServerProcess  # noqa: E402
from tools.cluster.local_postgres import LocalPostgres  # noqa: E402

from bench.server.process import BenchError  # noqa: E402  # after the path is set

#: From the kill to the next acknowledged move.
GOAL_P50_SECONDS, GOAL_P99_SECONDS = 1.0, 3.0

DATABASE = "failover"
NODES = 3
PEOPLE = 2

#: The codes of the tables of the node whose port is filled in.
OWNED = (
    "SELECT substr(stream.name, 7) FROM huefall.streams AS stream JOIN huefall.nodes AS node ON node.id = stream.owner "
    "WHERE stream.name LIKE 'table:%' AND node.name LIKE '%:{}'"
)

#: A table that stands still for so long will not go on.
MAX_STILL_SECONDS = 60.0
POLL_SECONDS = 0.02


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long tables stand still when their node is killed.")
    parser.add_argument("--kills", type=int, default=100, help="how many nodes are killed (default: 100)")
    parser.add_argument("--tables", type=int, default=6, help="how many tables are played (default: 6)")
    parser.add_argument("--seed", type=int, default=7, help="of the moves and of the choice of nodes (default: 7)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        postgres = LocalPostgres(Path(directory) / "postgres")
        try:
            url = postgres.create_database(DATABASE)
            with running_nodes(NODES, Path(directory), url) as service:
                still = asyncio.run(measure(service, postgres, options.kills, options.tables, Random(options.seed)))
        except BenchError as error:
            sys.exit(f"bench: {error}")
        finally:
            postgres.stop(at_once=True)
    print(describe(still))


async def measure(service: Service, postgres: LocalPostgres, kills: int, tables: int, rng: Random) -> list[float]:
    """Return how long each table stood still, in seconds, after each kill of its owner."""
    still: list[float] = []
    turn = iter(range(1 << 60))

    def choose(_: str) -> list[int]:
        """Name all nodes that live, another one first each time."""
        ports = [node.port for node in service.nodes if node.process.poll() is None]
        first = next(turn) % len(ports)
        return ports[first:] + ports[:first]

    with running_balancer(choose) as balancer:
        players = [player for _ in range(tables) for player in await seat(service, balancer.url, rng)]
        tasks = [asyncio.create_task(player.play()) for player in players]
        for number in range(kills):
            await wait_for_moves(players, time.monotonic(), tasks, after_return=False)
            node, codes = await asyncio.to_thread(find_owner, service, postgres, rng)
            killed_at = time.monotonic()
            node.kill()
            service.nodes.remove(node)
            starting = asyncio.create_task(asyncio.to_thread(service.start_node))
            hit = [player for player in players if player.code in codes]
            gaps = await wait_for_moves(hit, killed_at, tasks, after_return=True)
            still += gaps.values()
            await starting
            print(f"kill {number + 1}: {len(gaps)} tables, {write_times(gaps.values())}", flush=True)
        for player in players:
            player.finished = True
        await asyncio.wait(tasks, timeout=MAX_STILL_SECONDS)
        faults = [fault for player in players for fault in player.faults]
        print(f"connections ended: {Counter(end for player in players for end in player.ends).most_common(8)}")
        print(f"faults that a player would have noticed: {faults[:3] or 'none'}")
    return still


async def seat(service: Service, balancer_url: str, rng: Random) -> list[ReturningPlayer]:
    """Make a table at one of the nodes, and seat people who play without end."""
    url = rng.choice(service.nodes).url
    tokens = [await asyncio.to_thread(new_guest, url, f"Guest {number}") for number in range(PEOPLE)]
    code = await asyncio.to_thread(lambda: new_table(url, tokens[0], seats=PEOPLE))
    socket_url = url.replace("http", "ws", 1)
    async with Player(socket_url, code, tokens[0]) as host, Player(socket_url, code, tokens[1]) as other:
        for answer in (await other.say("sit"), await host.say("start")):
            if answer["type"] != "done":
                raise BenchError(f"a table could not be set up: {answer}")
    return [
        ReturningPlayer(lambda: balancer_url, code, token, Random(rng.random()), deals=place == 0)
        for place, token in enumerate(tokens)
    ]


def find_owner(service: Service, postgres: LocalPostgres, rng: Random) -> tuple[ServerProcess, set[str]]:
    """Choose a node that owns tables; return it and the codes of its tables."""
    nodes = rng.sample(service.nodes, len(service.nodes))
    for node in nodes:
        codes = owned_codes(postgres, node)
        if codes:
            return node, codes
    raise BenchError("no node owns a table")


def owned_codes(postgres: LocalPostgres, node: ServerProcess) -> set[str]:
    """Return the codes of the tables that the database says are a node's."""
    rows = postgres.query(OWNED.format(node.port), DATABASE)
    return set(rows.split())


async def wait_for_moves(
    players: list[ReturningPlayer], since: float, tasks: list[asyncio.Task[None]], *, after_return: bool
) -> dict[str, float]:
    """Wait until each table has acknowledged a command after a moment; return how long after it, by table.

    ``after_return``: to a client that has come back since then, because what was on its way at a kill still arrives.
    """
    codes = {player.code for player in players}
    while True:
        for task in tasks:
            if task.done():
                task.result()
        first = {
            code: min(
                (
                    at
                    for player in players
                    if player.code == code
                    for opened, at in player.acknowledgements[-500:]
                    if (opened if after_return else at) > since
                ),
                default=None,
            )
            for code in codes
        }
        gaps = {code: at - since for code, at in first.items() if at is not None}
        if len(gaps) == len(codes):
            return gaps
        if time.monotonic() - since > MAX_STILL_SECONDS:
            raise BenchError(f"tables {sorted(codes - set(gaps))} stand still")
        await asyncio.sleep(POLL_SECONDS)


def write_times(times: Iterable[float]) -> str:
    return ", ".join(f"{seconds:.2f} s" for seconds in sorted(times))


def describe(still: list[float]) -> str:
    """Write the distribution, and whether the goals are met."""
    ordered = sorted(still)
    p50, p90, p99 = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.9, 0.99))
    verdict = "met" if p50 < GOAL_P50_SECONDS and p99 < GOAL_P99_SECONDS else "MISSED"
    return (
        f"{len(ordered)} tables stood still: p50 {p50:.2f} s, p90 {p90:.2f} s, p99 {p99:.2f} s, max {ordered[-1]:.2f} s; "
        f"goals (p50 {GOAL_P50_SECONDS:g} s, p99 {GOAL_P99_SECONDS:g} s) {verdict}"
    )


if __name__ == "__main__":
    main()
