"""Several nodes over one database in one event loop, without stores and servers around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from tests.waiting import MAX_WAIT_SECONDS

from huefall.server.ownership.shared import SharedOwnership
from huefall.server.store.postgres import PostgresStore

POLL_SECONDS = 0.01

#: Longer than any test: a node that shows only once that it lives, or does not come back.
NEVER_SECONDS = 10_000.0


class Fence:
    """What ownership sets at a store."""

    def __init__(self) -> None:
        self.epochs: dict[str, int] = {}
        self.node_id = 0
        self.away: list[str] = []  # why the database is away

    def note_away(self, reason: str) -> None:
        self.away.append(reason)


class Node(SharedOwnership):
    """A node that keeps what it was told."""

    def __init__(self, url: str, number: int, **options: Any) -> None:
        self.store = Fence()
        super().__init__(url, self.store, name=f"node-{number}", host="127.0.0.1", **options)
        self.number = number
        self.lost: list[str] = []
        self.changes = 0
        self.on_table_lost(self.lost.append)
        self.on_peers_changed(self._count_change)

    def _count_change(self) -> None:
        self.changes += 1

    def epoch(self, code: str) -> int | None:
        return self.store.epochs.get(f"table:{code}")

    def sees(self, *others: Node) -> bool:
        return {peer.id for peer in self.peers} == {other.node.id for other in others}


class Nodes:
    """Starts nodes, and looks into their database."""

    def __init__(self, url: str, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        self.url = url
        self.database = connection
        self.started: list[Node] = []

    async def start(self, url: str = "", **options: Any) -> Node:
        node = Node(url or self.url, len(self.started) + 1, **options)
        await node.start(9000 + node.number, lambda: len(node.store.epochs), lambda: 0)
        self.started.append(node)
        return node

    async def create(self, codes: Iterable[str]) -> None:
        await self.database.executemany(
            "INSERT INTO huefall.streams (name, last, hash, began, changed) VALUES ('table:' || $1::text, 1, '', 0, 0)",
            [(code,) for code in codes],
        )

    async def owner(self, code: str) -> tuple[int | None, int]:
        row = await self.database.fetchrow("SELECT owner, epoch FROM huefall.streams WHERE name = 'table:' || $1", code)
        assert row is not None
        return row["owner"], row["epoch"]

    async def end_session(self, node: Node) -> None:
        """End the connection of a node, as PostgreSQL does when the process is killed."""
        pids = await self.database.fetch(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid::bigint = $1 "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            node.node.id,
        )
        assert len(pids) == 1
        assert await self.database.fetchval("SELECT pg_terminate_backend($1, 10000)", pids[0]["pid"])


async def create_schema(url: str) -> None:
    """Let a store create its tables in an empty database."""
    await (await PostgresStore.open(url)).close()


@asynccontextmanager
async def nodes_on(url: str) -> AsyncIterator[Nodes]:
    connection = await asyncpg.connect(url)
    nodes = Nodes(url, connection)
    try:
        yield nodes
    finally:
        for node in nodes.started:
            await node.stop()
        await connection.close()


def with_nodes(url: str, work: Callable[[Nodes], Awaitable[None]]) -> None:
    """Run a piece of work in an event loop of its own, and stop its nodes."""

    async def run() -> None:
        async with nodes_on(url) as nodes:
            await work(nodes)

    asyncio.run(run())


async def until(condition: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait for something that must come."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while True:
            held = condition()
            if held if isinstance(held, bool) else await held:
                return
            await asyncio.sleep(POLL_SECONDS)
