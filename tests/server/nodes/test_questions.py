"""What a client or the admin is shown does not depend on the node they ask."""

from __future__ import annotations

import asyncio

from tests.server.local_server import ANNA, BEN, Client
from tests.server.nodes.several_servers import NodeOfService, several_nodes

from huefall.server.tables.table import Table
from huefall.server.transport.connection import Connection


async def seat(node: NodeOfService, **setup: bool) -> Table:
    """Create a table that this node owns, with Anna connected to it."""
    table = await node.server.table(ANNA, BEN, **setup)
    await node.ownership.claim_table(table.state.code)
    client = Client(table, ANNA)
    await client.until(lambda: client.received)
    return table


def test_the_lobby_lists_the_public_tables_of_all_nodes() -> None:
    async def run() -> None:
        nodes = several_nodes(3)
        codes = {(await seat(node, public=True)).state.code for node in nodes[:2]}
        await seat(nodes[2])  # not public
        for node in nodes:
            assert {shown.code for shown in await node.questions.lobby()} == codes
        for node in nodes:
            await node.close()

    asyncio.run(run())


def test_a_node_that_does_not_answer_is_missing_in_lists_and_breaks_nothing() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        here = await seat(first, public=True)
        await seat(second, public=True)
        second.calls.is_silent = True
        assert [shown.code for shown in await first.questions.lobby()] == [here.state.code]
        assert [shown.code for shown in await first.questions.admin_tables()] == [here.state.code]
        await first.close()
        await second.close()

    asyncio.run(run())


def test_the_admin_sees_the_tables_of_all_nodes() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        codes = {(await seat(node)).state.code for node in (first, second)}
        assert {shown.code for shown in await second.questions.admin_tables()} == codes
        await first.close()
        await second.close()

    asyncio.run(run())


def test_a_running_game_is_shown_wherever_its_table_is() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        table = await seat(first)
        code = table.state.code
        assert await second.questions.running(code, ANNA.guest) == await first.questions.running(code, ANNA.guest)
        assert await second.questions.running(code, "g-nobody") is None
        first.calls.is_silent = True
        assert await second.questions.running(code, ANNA.guest) is None
        await first.close()
        await second.close()

    asyncio.run(run())


def test_guests_who_sit_or_are_connected_at_another_node_are_in_use() -> None:
    async def run() -> None:
        first, second = several_nodes(2)
        await seat(first)
        first.connections.add(Connection(BEN, None))
        assert await second.questions.guests_elsewhere() == {ANNA.guest, BEN.guest}
        assert await first.questions.guests_elsewhere() == set()
        await first.close()
        await second.close()

    asyncio.run(run())
