"""A node of the service as a process, on one core."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.server.load import check
from bench.server.load_clients import Client, LoadClients
from bench.server.process import BenchError, Cores, Server, running
from bench.server.run import FLAGS


@contextmanager
def running_node(directory: Path, name: str, cores: Cores, store: str = "") -> Iterator[Server]:
    """Run a node over PostgreSQL, or a server over SQLite if no store is named."""
    where = [f"--store={store}"] if store else []
    command = ["-m", "huefall", "serve", f"--data={directory / name}", *where, *FLAGS]
    with running(command, cores, directory / f"{name}.log") as node:
        yield node


def finish(nodes: Sequence[Server], load: LoadClients, players: Sequence[Sequence[Client]]) -> None:
    """Check that the run was clean, and disconnect."""
    check(load, players)
    for node in nodes:
        if node.errors():
            raise BenchError(f"a node logged errors: {node.errors()[:3]}")
    for table in players:
        for seat in table:
            seat.disconnect()


def use_all_cores() -> None:
    """Let this process, and those it starts, run on every core again."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
