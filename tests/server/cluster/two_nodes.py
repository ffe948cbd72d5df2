"""The tests of one server, run against two nodes over PostgreSQL (``pytest --nodes=2``): client and owner are never together.

A balancer sends every POST to one node, which owns the tables made by it, and everything else to the other one: each socket
is relayed, and each request about a table forwarded.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server import server_process
from tests.server.cluster.balancer import Balancer
from tests.server.server_process import ServerProcess
from tools.cluster.local_postgres import LocalPostgres

from huefall.server.ops.admin import TOKEN_FILE, read_admin_token

#: Where the owner keeps its files, within the directory of the node that clients reach.
OWNER_FOLDER = "owner"


#: What each node logs once; any other event is logged by one of them.
_OF_EACH = {"listening", "tables_open"}


class RelayingServer(ServerProcess):
    """The node that clients reach. Another one owns their tables, and ``url`` is a balancer's in front of both."""

    def __init__(
        self, data: Path, port: int = 0, constants: Sequence[str] = (), *, store: str, **settings: Any
    ) -> None:
        assert port == 0, f"the balancer chooses its port; asked for {port}: mark the test with one_node"
        share_admin_token(data, data / OWNER_FOLDER)
        news = threading.Condition()
        self.owner = ServerProcess(data / OWNER_FOLDER, 0, constants, news=news, store=store, **settings)
        try:
            super().__init__(data, 0, constants, news=news, store=store, **settings)
        except BaseException:
            self.owner.kill()
            raise
        owner_port, reached_port = self.owner.port, self.port
        self._balancer = Balancer(lambda line: (owner_port,) if line.startswith("POST ") else (reached_port,))
        self.url, self.port = self._balancer.url, self._balancer.port

    def logged(self, event: str) -> dict[str, Any] | None:
        """Return a line of either node about an event; one about readiness when both have logged it."""
        line, of_owner = super().logged(event), self.owner.logged(event)
        if event in _OF_EACH:
            return line and of_owner and line
        return line or of_owner

    @property
    def error_lines(self) -> list[dict[str, Any]]:
        return [*self.owner.error_lines, *super().error_lines]

    def kill(self) -> None:
        self.owner.kill()
        super().kill()
        self._balancer.stop()

    def stop(self) -> int:
        codes = super().stop(), self.owner.stop()
        self._balancer.stop()
        return max(codes)


def share_admin_token(data: Path, other: Path) -> None:
    """Give two nodes one admin token: a client cannot know which of them answers."""
    read_admin_token(data)
    if not (other / TOKEN_FILE).exists():
        other.mkdir(parents=True)
        shutil.copy(data / TOKEN_FILE, other / TOKEN_FILE)


@contextmanager
def every_server_as_two_nodes(postgres: LocalPostgres) -> Iterator[None]:
    """Start two nodes wherever a test starts a server; a data directory has a database, which outlives the nodes."""
    databases: dict[Path, str] = {}

    def start(data: Path, port: int = 0, constants: Sequence[str] = (), **settings: Any) -> ServerProcess:
        if data not in databases:
            databases[data] = postgres.create_database(f"two_nodes_{len(databases)}")
        return RelayingServer(data, port, constants, store=databases[data], **settings)

    before = server_process.start_server
    server_process.start_server = start
    try:
        yield
    finally:
        server_process.start_server = before


def why_left_out(item: pytest.Item) -> str:
    """Return why a test is not run against two nodes; an empty text if it is."""
    mark = item.get_closest_marker("one_node")
    if mark is not None:
        assert mark.args, f"{item.nodeid}: say why in the mark one_node"
        return "about one node"
    return "" if item.get_closest_marker("process") else "without a server of its own"
