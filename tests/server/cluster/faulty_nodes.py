"""``FaultyNodes``: real nodes, each with a network of its own to PostgreSQL, and everything that can happen to them."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.server.cluster.database_proxy import DatabaseProxy
from tests.server.server_process import ServerProcess
from tools.cluster.local_postgres import LocalPostgres

from huefall.server.ownership.shared import DEAD_AFTER_SECONDS

#: What nodes may log as an error while they, or PostgreSQL, are away.
HONEST_ERRORS = {"store_away"}

#: How long a fault lasts, at least and at most. A paused node must be taken for dead; the others may just be quick enough.
PAUSE_SECONDS = (DEAD_AFTER_SECONDS + 0.3, DEAD_AFTER_SECONDS + 1.3)
CUT_SECONDS = (0.1, DEAD_AFTER_SECONDS + 2.0)
STALL_SECONDS = (0.5, DEAD_AFTER_SECONDS + 4.0)
DOWN_SECONDS = (0.0, 1.5)

FAULTS = ("kill", "pause", "cut", "stall", "restart")


class FaultyNode:
    """One node, and its way to PostgreSQL."""

    def __init__(self, server: ServerProcess, proxy: DatabaseProxy) -> None:
        self.server = server
        self.proxy = proxy

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def socket_url(self) -> str:
        return self.server.socket_url

    def pause(self) -> None:
        self.server.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.server.process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """End the process without any warning, and then its way to PostgreSQL."""
        await asyncio.to_thread(self.server.kill)
        await self.proxy.stop()

    async def stop(self) -> int:
        """Ask the node to stop; return its exit code."""
        code = await asyncio.to_thread(self.server.stop)
        await self.proxy.stop()
        return code


class FaultyNodes:
    """The nodes of one service. ``living`` can be reached, though they may be paused or cut off; ``all`` have been started."""

    def __init__(self, folder: Path, postgres: LocalPostgres, database_url: str, **settings: Any) -> None:
        self._folder = folder
        self._postgres = postgres
        self._database_url = database_url
        self._settings = settings
        self.living: list[FaultyNode] = []
        self.all: list[FaultyNode] = []

    async def start(self, count: int = 1, **settings: Any) -> list[FaultyNode]:
        """Start nodes, and wait until they can take tables."""
        nodes = await asyncio.gather(*(self._start_one({**self._settings, **settings}) for _ in range(count)))
        self.living += nodes
        return nodes

    async def _start_one(self, settings: dict[str, Any]) -> FaultyNode:
        proxy = DatabaseProxy(self._postgres.port)
        await proxy.start()
        address = urlsplit(self._database_url)
        store = address._replace(netloc=f"{address.username}@127.0.0.1:{proxy.port}").geturl()
        folder = self._folder / f"node-{proxy.port}"
        server = await asyncio.to_thread(ServerProcess, folder, **{"store": store, **settings})
        node = FaultyNode(server, proxy)
        self.all.append(node)
        await asyncio.to_thread(server.wait_for, "tables_open")
        return node

    async def bring_about(self, fault: str, rng: Random) -> None:
        """Let one thing happen to a node, or to PostgreSQL, and let it pass."""
        node = rng.choice(self.living)
        match fault:
            case "kill":
                self.living.remove(node)
                await node.kill()
                await self.start()
            case "pause":
                node.pause()
                await asyncio.sleep(rng.uniform(*PAUSE_SECONDS))
                node.resume()
            case "cut":
                node.proxy.cut()
                await asyncio.sleep(rng.uniform(*CUT_SECONDS))
                node.proxy.heal()
            case "stall":
                node.proxy.stall()
                await asyncio.sleep(rng.uniform(*STALL_SECONDS))
                node.proxy.heal()
            case "restart":
                await asyncio.to_thread(self._postgres.stop, at_once=rng.random() < 0.5)
                await asyncio.sleep(rng.uniform(*DOWN_SECONDS))
                await asyncio.to_thread(self._postgres.start)
            case _:
                raise ValueError(f"expected one of {FAULTS}, got {fault!r}")

    async def stop(self) -> None:
        """End all nodes in order; each must end well."""
        for node in list(self.living):
            self.living.remove(node)
            assert await node.stop() == 0

    async def kill_all(self) -> None:
        """End whatever still runs, after a test that failed."""
        for node in self.all:
            if node.server.process.poll() is None:
                await node.kill()
        self.living.clear()

    def check_logs(self) -> None:
        """Fail if a node has logged a traceback, or an error other than that the database is away."""
        for node in self.all:
            assert (bad := list(bad_lines(node.server.log))) == [], f"{node.url} logged {bad[:3]}"


def bad_lines(log: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Return the tracebacks, and the errors other than that the database is away."""
    for line in log:
        is_error = line.get("level") in {"error", "critical"} and line.get("event_id") not in HONEST_ERRORS
        if is_error or "exception" in line or ("event_id" not in line and "level" not in line):
            yield line
