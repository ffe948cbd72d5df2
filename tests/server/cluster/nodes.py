"""Several real servers over one PostgreSQL database: the nodes of one service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.server_process import ServerProcess


class Service:
    """Nodes in processes of their own. Each has a data directory, and the database in common."""

    def __init__(self, folder: Path, database_url: str, **settings: Any) -> None:
        self._folder = folder
        self._database_url = database_url
        self._settings = settings
        self._started = 0
        self.nodes: list[ServerProcess] = []

    def start_node(self, **settings: Any) -> ServerProcess:
        """Start one more node, and wait until it can take tables."""
        node = self.begin_node(**settings)
        node.wait_for("tables_open")
        return node

    def begin_node(self, **settings: Any) -> ServerProcess:
        """Start one more node."""
        self._started += 1
        data = self._folder / f"node-{self._started}"
        node = ServerProcess(data, **{"store": self._database_url, **self._settings, **settings})
        self.nodes.append(node)
        return node

    def stop(self) -> None:
        for node in self.nodes:
            if node.process.poll() is None:
                node.stop()


@contextmanager
def running_nodes(count: int, folder: Path, database_url: str, **settings: Any) -> Iterator[Service]:
    """Run nodes. An error in the log of one fails the test."""
    service = Service(folder, database_url, **settings)
    try:
        for _ in range(count):
            service.begin_node()
        for node in service.nodes:
            node.wait_for("tables_open")
        yield service
    finally:
        service.stop()
    for node in service.nodes:
        node.check_log()
