"""A node is emptied at the admin's wish, asked at any node, and before it stops."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.nodes.several_servers import several_nodes
from tests.server.nodes.test_questions import seat

from huefall.server.refusal import Refusal


def test_any_node_can_be_asked_to_drain_another_one() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        codes = [(await seat(first)).state.code for _ in range(3)]
        await second.draining.drain(first.ownership.node.id)
        assert first.draining.is_draining
        await first.draining.begin()  # the same task
        assert first.tables.in_memory == 0
        shown = {node.id: node for node in second.draining.nodes()}
        assert shown[1].draining and not shown[1].this and shown[2].this and not shown[2].draining
        for code in codes:
            assert await second.tables.find(code) is not None
        await first.close()
        await second.close()

    asyncio.run(run())


def test_the_last_node_that_takes_tables_is_not_drained() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        await first.draining.drain(2)
        await second.draining.begin()
        with pytest.raises(Refusal, match="no other node could take its tables"):
            await second.draining.drain(1)
        with pytest.raises(Refusal, match="there is no node 7: expected one of 1, 2"):
            await first.draining.drain(7)
        await first.close()
        await second.close()

    asyncio.run(run())


def test_a_node_that_stops_hands_over_first_unless_it_is_the_last() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        table = await seat(first)
        stopped = asyncio.Event()
        first.draining.begin_stop(stopped.set)
        assert not stopped.is_set()
        await stopped.wait()
        assert first.tables.in_memory == 0
        assert await second.tables.find(table.state.code) is not None
        first.ownership.die()
        at_once = asyncio.Event()
        second.draining.begin_stop(at_once.set)
        assert at_once.is_set() and second.tables.in_memory == 1
        await first.close()
        await second.close()

    asyncio.run(run())
