"""A server that is alone owns everything, and has nobody to tell."""

from __future__ import annotations

import asyncio

from huefall import __version__
from huefall.server.ownership import Ownership, SoleNode


def test_the_sole_node_owns_every_table_and_does_all_work() -> None:
    async def run() -> None:
        node: Ownership = SoleNode()
        await node.start(0, lambda: 3, lambda: 5)
        assert (node.node.tables, node.node.connections, node.node.version) == (3, 5, __version__)
        assert not node.is_shared and not node.peers and not node.secret
        await node.claim_table("aaaaaaaa")
        await node.drain()
        await node.claim_table("bbbbbbbb")
        assert await node.claim_work("sweep") and await node.claim_work("sweep")
        await node.release_work("sweep")
        await node.release_table("aaaaaaaa")
        await node.tell("anything", "at all")
        await node.stop()

    asyncio.run(run())
