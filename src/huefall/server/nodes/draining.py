"""``Draining``: a node hands over its tables to the others, one by one, and takes no more.

Asked by the admin, at any node, or when the node stops. Tested in tests/server/nodes/test_draining.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from huefall.protocol.http import AdminNode
from huefall.server.nodes.calls import NodeCalls
from huefall.server.ownership import Ownership, Peer
from huefall.server.refusal import Refusal
from huefall.server.store import StoreError
from huefall.server.tables.registry import TableRegistry

log = structlog.get_logger("huefall.nodes")

DRAIN_CALL = "drain"


class Draining:
    """The nodes of the service, and the end of this one."""

    def __init__(self, ownership: Ownership, calls: NodeCalls, tables: TableRegistry) -> None:
        self._ownership = ownership
        self._calls = calls
        self._tables = tables
        self._task: asyncio.Task[None] | None = None
        self.is_stopping = False  # the process ends when the tables are handed over
        calls.register(DRAIN_CALL, self._answer)

    @property
    def is_draining(self) -> bool:
        """Whether this node takes no more tables."""
        return self._task is not None

    def nodes(self) -> list[AdminNode]:
        """List all nodes, this one first."""
        own = self._ownership.node
        return [_show(own, is_this=True), *(_show(peer, is_this=False) for peer in self._ownership.peers)]

    async def drain(self, node: int) -> None:
        """Let a node hand over its tables; raises ``Refusal`` if there is no such node, or no other one."""
        own = self._ownership.node
        peers = {peer.id: peer for peer in self._ownership.peers}
        if node != own.id and node not in peers:
            known = ", ".join(map(str, sorted({own.id, *peers})))
            raise Refusal("no_such_node", f"there is no node {node}: expected one of {known}")
        others = [peer for peer in (own, *peers.values()) if peer.id != node and not peer.is_draining]
        if not others:
            raise Refusal("last_node", f"node {node} cannot be drained: no other node could take its tables")
        if node == own.id:
            self.begin()
        else:
            await self._calls.call(peers[node], DRAIN_CALL)

    def begin(self) -> asyncio.Task[None]:
        """Hand over all tables in the background; a second call returns the same task."""
        if self._task is None:
            self._task = asyncio.create_task(self._hand_over(), name="draining")
        return self._task

    def begin_stop(self, stop: Callable[[], None]) -> None:
        """Hand over all tables if another node can take them, and then call ``stop``."""
        self.is_stopping = True
        if any(not peer.is_draining for peer in self._ownership.peers):
            self.begin().add_done_callback(lambda _: stop())
        else:
            stop()

    async def _hand_over(self) -> None:
        try:
            await self._hand_over_all()
        except StoreError as error:  # the tables are taken over when this node has ended
            log.warning("not all tables could be handed over", event_id="drain_failed", reason=str(error))

    async def _hand_over_all(self) -> None:
        await self._ownership.drain()
        log.info("this node hands over its tables", event_id="draining", tables=self._tables.in_memory)
        await self._tables.hand_over_all()
        log.info("this node has no tables any more", event_id="drained")

    async def _answer(self, _: bytes) -> bytes:
        self.begin()
        return b""


def _show(peer: Peer, *, is_this: bool) -> AdminNode:
    return AdminNode(
        peer.id, peer.name, peer.version, peer.is_draining, peer.tables, peer.connections, peer.seen_seconds, is_this
    )
