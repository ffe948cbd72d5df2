"""Tables over two nodes that share a store: one of them owns a table, and the other one takes over."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.local_server import ANNA, BEN, Client, LocalServer
from tests.server.ownership.local_nodes import LocalService

from huefall.protocol import commands
from huefall.server.ownership import OwnedElsewhere
from huefall.server.store import MemoryStore
from huefall.server.tables.table import Table


class TwoNodes:
    """Two servers without a network over one store, as if it were one database."""

    def __init__(self) -> None:
        store = MemoryStore()
        service = LocalService()
        self.owners = service.owners
        self.one, self.two = service.join(), service.join()
        self.first = LocalServer(store, ownership=self.one)
        self.second = LocalServer(store, ownership=self.two)

    async def started(self) -> tuple[Table, list[Client]]:
        """Begin a match at the first node, which owns the table: the store of a database would have noted that."""
        table, clients = await self.first.started(ANNA, BEN)
        await self.one.claim_table(table.state.code)
        return table, clients

    async def close(self) -> None:
        await self.first.close()
        await self.second.registry.stop()


async def play_one(table: Table, clients: list[Client]) -> None:
    """Let whoever is asked play their first legal move."""
    match = table.state.match
    asked = clients[int(match.asked)]
    move = next(str(move) for move in match.legal() if not move.is_claim)
    reply = await asked.say(commands.Move, revision=table.state.revision, move=move)
    assert reply["type"] == "done", reply


def game_bytes(table: Table) -> bytes:
    """Return everything about the round that is being played."""
    return bytes(table.state.match.game.record_of_state.tobytes())


def byes(client: Client) -> list[tuple[str, bool]]:
    return [(message["reason"], message["again"]) for message in client.received if message["type"] == "bye"]


def test_a_table_of_another_node_is_not_loaded() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        table, _ = await nodes.started()
        with pytest.raises(OwnedElsewhere) as caught:
            await nodes.second.registry.find(table.state.code)
        assert caught.value.owner == nodes.one.node
        assert nodes.second.registry.find_loaded(table.state.code) is None
        await nodes.close()

    asyncio.run(play())


def test_a_table_that_is_handed_over_goes_on_at_the_other_node_with_every_move() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        table, clients = await nodes.started()
        await play_one(table, clients)
        await nodes.first.registry.hand_over(table.state.code)
        assert [byes(client) for client in clients] == [[("table_moved", True)]] * 2
        moved = await nodes.second.registry.find(table.state.code)
        assert moved is not None and nodes.owners == {table.state.code: nodes.two}
        assert moved.state.revision == table.state.revision
        assert game_bytes(moved) == game_bytes(table)
        again = [Client(moved, person, since=table.state.revision) for person in (ANNA, BEN)]
        await play_one(moved, again)
        await nodes.close()

    asyncio.run(play())


def test_a_table_of_a_dead_node_is_taken_over_and_the_dead_node_stops_serving_it() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        table, clients = await nodes.started()
        nodes.one.die()
        moved = await nodes.second.registry.find(table.state.code)
        assert moved is not None
        await clients[0].until(lambda: byes(clients[0]))
        assert byes(clients[0]) == [("table_moved", True)]
        assert nodes.first.registry.find_loaded(table.state.code) is None
        await nodes.close()

    asyncio.run(play())


def test_a_node_that_drains_gives_up_all_tables_and_takes_no_more() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        codes = [(await nodes.started())[0].state.code for _ in range(3)]
        await nodes.one.drain()
        await nodes.first.registry.hand_over_all()
        assert not list(nodes.first.registry) and not nodes.owners
        for code in codes:
            with pytest.raises(OwnedElsewhere):
                await nodes.first.registry.find(code)
        with pytest.raises(OwnedElsewhere):
            await nodes.first.table(ANNA)
        assert await nodes.second.registry.find(codes[0]) is not None
        await nodes.close()

    asyncio.run(play())


def test_whoever_looks_for_a_table_while_it_is_handed_over_waits_and_does_not_get_it_back_half() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        table, _ = await nodes.started()
        code = table.state.code
        handing_over = asyncio.create_task(nodes.first.registry.hand_over(code))
        await asyncio.sleep(0)
        found = await nodes.first.registry.find(code)  # the old one, whose task is ending, or a new one
        await handing_over
        if found is table:
            found = await nodes.first.registry.find(code)
        assert found is not None and found is not table
        assert nodes.owners == {code: nodes.one}
        await nodes.close()

    asyncio.run(play())


def test_a_closed_table_belongs_to_nobody() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        table, _ = await nodes.started()
        assert await nodes.first.registry.close(table.state.code, "enough")
        await asyncio.gather(table._task)
        await nodes.first.registry.stop()
        assert not nodes.owners
        assert await nodes.second.registry.find(table.state.code) is None
        assert not nodes.owners
        await nodes.close()

    asyncio.run(play())


def test_open_tables_are_listed_again_and_those_closed_elsewhere_are_not_among_them() -> None:
    async def play() -> None:
        nodes = TwoNodes()
        kept, _ = await nodes.started()
        closed, _ = await nodes.started()
        await nodes.second.registry.list_open()
        assert len(nodes.second.registry) == 2
        await nodes.first.registry.close(closed.state.code, "enough")
        await asyncio.gather(closed._task)
        await nodes.second.registry.list_open()
        assert nodes.second.registry.is_open(kept.state.code)
        assert not nodes.second.registry.is_open(closed.state.code)
        await nodes.close()

    asyncio.run(play())
