"""Nodes in one event loop, linked over loopback, without a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from tests.waiting import MAX_WAIT_SECONDS

from huefall.server.nodes.calls import NodeCalls
from huefall.server.nodes.server import NodeServer
from huefall.server.ownership import Peer, SoleNode

SECRET = b"the secret of this service"


class FakeOwnership(SoleNode):
    """One of several nodes; ``peers`` are set by hand."""

    is_shared = True
    holds_lease = True

    def __init__(self, number: int, secret: bytes) -> None:
        super().__init__()
        self.peers: list[Peer] = []
        self.secret = secret
        self.own = Peer(number, f"node-{number}", "127.0.0.1", 0, "0")

    @property
    def node(self) -> Peer:
        return self.own


class LocalNode:
    """A node that listens."""

    def __init__(self, number: int, secret: bytes = SECRET) -> None:
        self.ownership = FakeOwnership(number, secret)
        self.server = NodeServer("127.0.0.1", 0, self.ownership)
        self.calls = NodeCalls(self.server, self.ownership)

    @property
    def peer(self) -> Peer:
        return self.ownership.node

    async def start(self) -> None:
        await self.server.start()
        self.ownership.own = msgspec.structs.replace(self.peer, port=self.server.port)

    def lose_links(self) -> None:
        for link in list(self.server._links.values()):
            link.lose("the test is over")

    async def stop(self) -> None:
        await self.server.stop()
        await self.calls.stop()


@asynccontextmanager
async def local_nodes(count: int) -> AsyncIterator[list[LocalNode]]:
    """Run nodes that know each other; the lowest id comes first."""
    nodes = [LocalNode(number) for number in range(1, count + 1)]
    for node in nodes:
        await node.start()
    for node in nodes:
        node.ownership.peers = [other.peer for other in nodes if other is not node]
    try:
        yield nodes
    finally:
        for node in nodes:
            node.lose_links()  # clients that a test leaves at a table need not be waited for
        await asyncio.gather(*(node.stop() for node in nodes))


async def until(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds, and return its value; the event loop runs meanwhile."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while not condition():  # noqa: ASYNC110  # not every condition has an event: it is asked at each turn of the loop
            await asyncio.sleep(0)
    return condition()
