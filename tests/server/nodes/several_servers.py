"""Servers without a network that are nodes of one service: they share a store, and call each other directly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.server.local_server import LocalServer
from tests.server.ownership.local_nodes import LocalNode, LocalService

from huefall.server.nodes.draining import Draining
from huefall.server.nodes.frames import LinkLost
from huefall.server.nodes.questions import Questions
from huefall.server.ownership import Peer
from huefall.server.store import MemoryStore
from huefall.server.transport.live_connections import LiveConnections

Handler = Callable[[bytes], Awaitable[bytes]]


class DirectCalls:
    """``NodeCalls`` of a node whose peers are in the same process."""

    def __init__(self, node: LocalNode, all_calls: dict[int, DirectCalls]) -> None:
        self._node = node
        self._all_calls = all_calls
        self._handlers: dict[str, Handler] = {}
        self.is_silent = False
        all_calls[node.node.id] = self

    def register(self, name: str, handler: Handler) -> None:
        self._handlers[name] = handler

    async def call(self, peer: Peer, name: str, data: bytes = b"", **_: float) -> bytes:
        callee = self._all_calls[peer.id]
        if callee.is_silent:
            raise LinkLost("it does not answer")
        return await callee._handlers[name](data)

    async def call_all(self, name: str, data: bytes = b"", **_: float) -> list[bytes]:
        answering = [peer for peer in self._node.peers if not self._all_calls[peer.id].is_silent]
        return [await self.call(peer, name, data) for peer in answering]


class NodeOfService:
    """One node: its tables, its connections, and what it asks the others."""

    def __init__(self, store: MemoryStore, ownership: LocalNode, all_calls: dict[int, DirectCalls]) -> None:
        self.ownership = ownership
        self.server = LocalServer(store, ownership=ownership)
        self.tables = self.server.registry
        self.connections = LiveConnections()
        self.calls = DirectCalls(ownership, all_calls)
        self.questions = Questions(self.calls, self.tables, self.connections)
        self.draining = Draining(ownership, self.calls, self.tables)

    async def close(self) -> None:
        await self.tables.stop()
        self.server.bot_pool.stop()


def several_nodes(count: int) -> list[NodeOfService]:
    store, service, all_calls = MemoryStore(), LocalService(), dict[int, DirectCalls]()
    return [NodeOfService(store, service.join(), all_calls) for _ in range(count)]
