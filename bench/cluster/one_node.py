"""The same load on a node over PostgreSQL and on a server over SQLite, in turn: what PostgreSQL costs a node."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.cluster.database import Database, running_database
from bench.cluster.node import finish, running_node
from bench.cluster.window import Window, best, in_turn, middle, play
from bench.server.load_clients import LoadClients
from bench.server.process import Cores, Server
from bench.server.report import Commits
from bench.server.run import read_commits
from bench.server.seating import seat_table_clients

#: Moves per second at which response times are compared: far from full load.
STEADY_MOVES_PER_SECOND = 500.0

#: Where the windows of a kind are kept, and what is loaded.
Kind = tuple[list[Window], Server, Database | None, LoadClients]


@dataclass(frozen=True)
class OneNode:
    """What a node does over each store."""

    tables: int
    version: str  # of PostgreSQL
    postgres: list[Window]
    sqlite: list[Window]
    postgres_steady: list[Window]
    sqlite_steady: list[Window]
    commits: Commits | None
    sqlite_commits: Commits | None
    log_bytes: float  # of the write-ahead log, per move
    stored_bytes: float  # per move

    @property
    def share(self) -> float:
        """Moves per CPU-second of the node over PostgreSQL, as a share of those over SQLite: best windows."""
        return best(self.postgres, "per_cpu_second") / best(self.sqlite, "per_cpu_second")

    @property
    def middle_share(self) -> float:
        return middle(self.postgres, "per_cpu_second") / middle(self.sqlite, "per_cpu_second")


async def measure_one_node(
    directory: Path, cores: Cores, tables: int, windows: int, seconds: float, say: Callable[[str], None]
) -> OneNode:
    """Load both in turn; the database shares the core of the load client."""
    os.sched_setaffinity(0, {cores.client})
    with running_database(directory / "postgres") as database:
        url = database.server.create_database("load")
        with (
            running_node(directory, "node", cores, url) as node,
            running_node(directory, "server", cores) as server,
        ):
            say(f"one node: {tables} tables are being filled, twice")
            load, bare_load = LoadClients(), LoadClients()
            players = await seat_table_clients(node, load, tables)
            bare_players = await seat_table_clients(server, bare_load, tables)
            await play([node], database, load, seconds)
            await play([server], None, bare_load, seconds)
            log_bytes, stored, moves = database.log_bytes(), database.stored_bytes("load"), load.moves
            found: list[Window] = []
            bare: list[Window] = []
            pair: tuple[Kind, Kind]
            for number in range(1, windows + 1):
                pair = (found, node, database, load), (bare, server, None, bare_load)
                for windows_of_kind, one, its_database, its_load in in_turn(number, *pair):
                    windows_of_kind.append(await play([one], its_database, its_load, seconds))
                say(
                    f"one node, window {number} of {windows}: {found[-1].per_cpu_second:,.0f} moves per CPU-second "
                    f"over PostgreSQL, {bare[-1].per_cpu_second:,.0f} over SQLite"
                )
            played = load.moves - moves
            log_bytes, stored = database.log_bytes() - log_bytes, database.stored_bytes("load") - stored
            commits, bare_commits = read_commits(node), read_commits(server)
            steady: list[Window] = []
            bare_steady: list[Window] = []
            for number in range(1, windows + 1):
                pair = (steady, node, database, load), (bare_steady, server, None, bare_load)
                for windows_of_kind, one, its_database, its_load in in_turn(number, *pair):
                    windows_of_kind.append(await play([one], its_database, its_load, seconds, STEADY_MOVES_PER_SECOND))
                say(
                    f"one node, {STEADY_MOVES_PER_SECOND:,.0f} moves per second, window {number} of {windows}: median "
                    f"{steady[-1].wait(0.5) * 1000:.1f} ms over PostgreSQL, {bare_steady[-1].wait(0.5) * 1000:.1f} ms over SQLite"
                )
            finish([node], load, players)
            finish([server], bare_load, bare_players)
            return OneNode(
                tables=tables,
                version=database.version,
                postgres=found,
                sqlite=bare,
                postgres_steady=steady,
                sqlite_steady=bare_steady,
                commits=commits,
                sqlite_commits=bare_commits,
                log_bytes=log_bytes / played,
                stored_bytes=stored / played,
            )
