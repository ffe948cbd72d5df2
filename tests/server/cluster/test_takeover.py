"""A node that was paused, cut off or killed is replaced by another one, and says nothing about its tables any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.cluster.faulty_nodes import FaultyNode, FaultyNodes
from tests.server.cluster.stored_tables import apply_all, check_cards, read_tables
from tests.server.player import Player, ask, new_guest, new_table
from tools.cluster.local_postgres import LocalPostgres
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.process

#: Before a client connects again.
RETRY_SECONDS = 0.1

#: Longer than a test waits: nobody who reads from a database that does not answer is freed by the end of this time.
PATIENT_READS = "huefall.server.store.postgres.reader:READ_SECONDS=600"

Scene = Callable[[FaultyNodes, "Table"], Awaitable[None]]


class Table:
    """A running match of two people at a table of the first node."""

    def __init__(self, code: str, anna: str, ben: str) -> None:
        self.code = code
        self.tokens = (anna, ben)

    @classmethod
    async def start(cls, node: FaultyNode, **setup: Any) -> Table:
        # In threads, because the nodes reach PostgreSQL through this event loop.
        anna, ben = [await asyncio.to_thread(new_guest, node.url, name) for name in ("Anna", "Ben")]
        settings = {"seats": 2, "options": {"target": 0}, **setup}
        code = await asyncio.to_thread(new_table, node.url, anna, **settings)
        async with Player(node.socket_url, code, anna) as host, Player(node.socket_url, code, ben) as guest:
            assert (await guest.say("sit"))["type"] == "done"
            assert (await host.say("start"))["type"] == "done"
        return cls(code, anna, ben)

    def connect(self, node: FaultyNode, place: int) -> Player:
        return Player(node.socket_url, self.code, self.tokens[place])

    async def come(self, node: FaultyNode, place: int) -> Player:
        """Connect again and again until the table is there, as the page does; the caller ends the connection."""
        while True:
            player = self.connect(node, place)
            await player.__aenter__()
            if player.table:
                return player
            await player.__aexit__(None, None, None)
            await asyncio.sleep(RETRY_SECONDS)

    async def come_to_move(self, node: FaultyNode) -> tuple[Player, int]:
        """Connect whoever is asked; the caller ends the connection."""
        for place in range(2):
            player = await self.come(node, place)
            if player.asked:
                return player, place
            await player.__aexit__(None, None, None)
        raise AssertionError("nobody is asked")

    async def move_once(self, node: FaultyNode) -> int:
        """Let whoever is asked move, through one node; return the revision that was acknowledged."""
        player, _ = await self.come_to_move(node)
        try:
            answer = await player.move(_answer(player))
            assert answer["type"] == "done", answer
            return int(answer["revision"])
        finally:
            await player.__aexit__(None, None, None)


def _answer(player: Player) -> str:
    legal: list[str] = player.view["legal"]
    return next(move for move in legal if move.split()[0] not in {"uno", "catch"})


def act_out(scene: Scene, tmp_path: Path, postgres: LocalPostgres, database_url: str, **settings: Any) -> None:
    """Start two nodes and a table on the first, let a scene happen, and look at the logs."""

    async def run() -> None:
        nodes = FaultyNodes(tmp_path, postgres, database_url, **settings)
        try:
            first, _ = await nodes.start(2)
            await scene(nodes, await Table.start(first))
            await nodes.stop()
        finally:
            await nodes.kill_all()
        nodes.check_logs()

    asyncio.run(run())


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_paused_node_says_nothing_about_a_table_that_has_moved_on(
    tmp_path: Path, postgres: LocalPostgres, database_url: str, *, is_asked: bool
) -> None:
    async def scene(nodes: FaultyNodes, table: Table) -> None:
        paused, other = nodes.living
        async with table.connect(paused, 0) as anna, table.connect(paused, 1) as ben:
            asked, idle = (anna, ben) if anna.asked else (ben, anna)
            paused.pause()
            try:
                moved_on = await table.move_once(other)  # as soon as the paused node is taken for dead
                # What it would carry out, or what it would refuse without asking the database.
                late = asked if is_asked else idle
                move, seen = _answer(asked) if is_asked else "draw", len(late.received)
                await late.send({"type": "move", "id": "late", "move": move, "revision": late.revision})
            finally:
                paused.resume()
            await late.until(lambda: None)  # until it is closed
            (said,) = [m for m in late.received[seen:] if m["type"] not in {"presence", "update"}]
            assert (said["type"], said["reason"], said["again"]) == ("bye", "table_moved", True)
        player = await table.come(paused, 0)  # through the node that was paused, to the one that has the table
        assert player.revision >= moved_on
        await player.__aexit__(None, None, None)
        assert await table.move_once(paused) > moved_on

    act_out(scene, tmp_path, postgres, database_url)


def test_clients_of_a_node_that_is_cut_off_are_told_and_play_on_at_another(
    tmp_path: Path, postgres: LocalPostgres, database_url: str
) -> None:
    async def scene(nodes: FaultyNodes, table: Table) -> None:
        cut_off, other = nodes.living
        async with table.connect(cut_off, 0) as anna:
            cut_off.proxy.stall()
            await anna.until(lambda: None)  # nobody moves: the node ends the connection by itself
            bye = anna.received[-1]
            assert (bye["type"], bye["reason"], bye["again"]) == ("bye", "table_moved", True)
        moved = await table.move_once(other)
        cut_off.proxy.heal()
        assert await table.move_once(cut_off) > moved

    act_out(scene, tmp_path, postgres, database_url)


@pytest.mark.parametrize("owner", [True, False])
def test_a_node_whose_database_does_not_answer_says_so_and_comes_back_by_itself(
    tmp_path: Path, postgres: LocalPostgres, database_url: str, *, owner: bool
) -> None:
    async def scene(nodes: FaultyNodes, table: Table) -> None:
        first, second = nodes.living
        stalled, other = (first, second) if owner else (second, first)
        stalled.proxy.stall()
        refused = []
        for place in (0, 1, 0):  # as soon as it stalls, and when the node knows
            async with table.connect(stalled, place) as player:
                if player.table:  # the table was in memory, and nothing had to be read
                    await player.until(lambda: None)
                refused.append((player.received[-1]["type"], player.received[-1]["reason"]))
        assert refused[-1] == ("refused", "store_away"), refused
        assert {reason for _, reason in refused} <= {"store_away", "table_moved"}
        status, answer = await asyncio.to_thread(ask, stalled.url, "/api/guests", {"name": "Zoe"})
        assert (status, answer["error"]["reason"]) == (503, "store_away")
        moved = await table.move_once(other)
        stalled.proxy.heal()
        assert await table.move_once(stalled) > moved
        await asyncio.to_thread(stalled.server.wait_for, "store_back")

    act_out(scene, tmp_path, postgres, database_url, constants=[PATIENT_READS])


def test_a_move_while_the_database_is_down_is_carried_out_once_when_it_is_back(
    tmp_path: Path, postgres: LocalPostgres, database_url: str
) -> None:
    async def scene(nodes: FaultyNodes, table: Table) -> None:
        owner, other = nodes.living
        await table.move_once(other)
        player, place = await table.come_to_move(other)
        sentence, before = _answer(player), player.revision
        try:
            await asyncio.to_thread(postgres.stop, at_once=True)
            answer = None
            with suppress(ConnectionClosed):  # on a slow machine, where the lease has ended before
                answer = await player.move(sentence, revision=before, id="again")
            said = answer or player.received[-1]  # or the connection has ended
            assert said["type"] in {"refused", "bye"}, said
            assert said["reason"] == "store_away" or owner.server.logged("lease_ended"), said
            assert said.get("again", True), "the client is told to come back"
            for node in (owner, other):
                await asyncio.to_thread(node.server.wait_for, "store_away")
                async with table.connect(node, place) as late:
                    assert (late.received[-1]["type"], late.received[-1]["reason"]) == ("refused", "store_away")
        finally:
            await player.__aexit__(None, None, None)
            await asyncio.to_thread(postgres.start)
        player = await table.come(other, place)
        try:
            # Under the same name, as a client says what was not answered.
            answer = await player.move(sentence, revision=before, id="again")
            assert answer["type"] == "done"
            moved = answer["revision"]
            assert moved > before
        finally:
            await player.__aexit__(None, None, None)
        assert await table.move_once(owner) > moved
        (saved,) = (await read_tables(database_url, [table.code])).values()
        assert sum(b'"again"' in entry.data for entry in saved) == 1
        check_cards(apply_all(table.code, saved))

    act_out(scene, tmp_path, postgres, database_url)
