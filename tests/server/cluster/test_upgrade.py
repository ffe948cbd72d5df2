"""Nodes are replaced by a newer version one by one, under load: nobody loses a move or meets an error."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.scale import SEED
from tests.server.cluster.acknowledgements import check_acknowledged
from tests.server.cluster.balancer import Balancer, running_balancer
from tests.server.cluster.nodes import Service, running_nodes
from tests.server.cluster.returning_player import ReturningPlayer
from tests.server.player import Player, ask, new_guest, new_table

from huefall import __version__
from huefall.server.ops.admin import AdminClient, find_server

pytestmark = [
    pytest.mark.process,
    pytest.mark.exhaustive(
        "replacing three nodes under load takes long: tests/server/nodes/test_draining.py hands over tables of one"
    ),
]

#: The old version is this program under another number; the server reads the number when its modules are loaded.
OLD_VERSION = "0.0.1"
OLD = [f"huefall:__version__={OLD_VERSION}"]

NODES = 3
TABLES = 4
PEOPLE = 2

#: Commands at each table between two changes of the nodes.
COMMANDS = 10

#: Why a connection may end: all are invitations to come back.
EXPECTED_ENDS = {"table_moved", "stopping", "refused: stopping", "refused: table_moved"}


class Load:
    """People at several tables, and somebody who asks for everything else, through a balancer."""

    def __init__(self, balancer: Balancer) -> None:
        self.players: list[ReturningPlayer] = []
        self.answers: list[tuple[str, int, Any]] = []
        self._balancer = balancer
        self._tasks: list[asyncio.Task[None]] = []
        self._is_over = False

    async def begin(self, rng: Random) -> None:
        for _ in range(TABLES):
            self.players += await self._seat(rng)
        self._tasks = [asyncio.create_task(player.play()) for player in self.players]
        self._tasks.append(asyncio.create_task(self._ask_on()))

    async def _seat(self, rng: Random) -> list[ReturningPlayer]:
        url = self._balancer.url
        tokens = [await asyncio.to_thread(new_guest, url, f"Guest {number}") for number in range(PEOPLE)]
        code = await asyncio.to_thread(lambda: new_table(url, tokens[0], seats=PEOPLE))
        socket_url = url.replace("http", "ws", 1)
        async with Player(socket_url, code, tokens[0]) as host, Player(socket_url, code, tokens[1]) as other:
            assert (await other.say("sit"))["type"] == "done"
            assert (await host.say("start"))["type"] == "done"
        return [
            ReturningPlayer(lambda: url, code, token, Random(rng.random()), deals=place == 0)
            for place, token in enumerate(tokens)
        ]

    async def _ask_on(self) -> None:
        """Ask for pages, lists and tables, and make guests and tables, one after the other."""
        token = await asyncio.to_thread(new_guest, self._balancer.url, "Zoe")
        code = self.players[0].code
        questions: Sequence[tuple[str, Any]] = (
            (f"/api/tables/{code}", None),
            ("/api/guests", {"name": "Yan"}),
            ("/api/tables", None),
            ("/api/tables", {"setup": {"seats": 2}}),
            ("/api/guests/me/games", None),
            ("/healthz", None),
            ("/", None),
        )
        for path, body in itertools.cycle(questions):
            if self._is_over:
                return
            status, answer = await asyncio.to_thread(ask, self._balancer.url, path, body, token)
            self.answers.append((path, status, answer))

    async def go_on(self) -> None:
        """Wait until every table has gone on, and everything else was asked for once more."""
        commands = {code: self._commands(code) for code in {player.code for player in self.players}}
        answers = len(self.answers)
        while True:
            for task in self._tasks:
                if task.done():
                    task.result()
            if all(self._commands(code) >= before + COMMANDS for code, before in commands.items()) and (
                len(self.answers) >= answers + 7
            ):
                return
            await asyncio.sleep(0.01)  # what clients have noted is looked at, nothing is waited for by time

    def _commands(self, code: str) -> int:
        return sum(len(player.acknowledged) for player in self.players if player.code == code)

    async def end(self) -> None:
        self._is_over = True
        for player in self.players:
            player.finished = True
        await asyncio.gather(*self._tasks)


def test_nodes_are_replaced_one_by_one_and_nobody_loses_a_move_or_meets_an_error(
    tmp_path: Path, database_url: str
) -> None:
    print(f"HUEFALL_SEED={SEED}")
    with running_nodes(NODES, tmp_path, database_url, constants=OLD) as service:
        ports = [node.port for node in service.nodes]
        turns = itertools.count()

        def choose(_: str) -> list[int]:
            first = next(turns) % len(ports)
            return ports[first:] + ports[:first]

        with running_balancer(choose) as balancer:
            load = asyncio.run(_upgrade(service, balancer, ports))
    assert not [answer for answer in load.answers if answer[1] not in {200, 201}]
    assert balancer.failures == []
    assert [fault for player in load.players for fault in player.faults] == []
    ends = {end for player in load.players for end in player.ends}
    assert "table_moved" in ends
    assert ends <= EXPECTED_ENDS
    asyncio.run(check_acknowledged(database_url, load.players))


async def _upgrade(service: Service, balancer: Balancer, ports: list[int]) -> Load:
    load = Load(balancer)
    await load.begin(Random(f"upgrade {SEED}"))
    assert await _versions(service) == [OLD_VERSION] * NODES
    for old in list(service.nodes):
        await load.go_on()
        new = await asyncio.to_thread(service.start_node, constants=())
        ports.append(new.port)
        await load.go_on()
        assert set(await _versions(service)) == {OLD_VERSION, __version__}
        assert await asyncio.to_thread(old.stop) == 0
        await load.go_on()  # the balancer still tries the port of the node that has gone
        ports.remove(old.port)
    assert await _versions(service) == [__version__] * NODES
    await load.go_on()
    await load.end()
    return load


async def _versions(service: Service) -> list[str]:
    """Return the version of each node, as the newest of them lists them; it may have to look once more."""
    running = [node for node in service.nodes if node.process.poll() is None]
    client = AdminClient(*find_server(running[-1].data))
    while True:
        nodes = await asyncio.to_thread(client.nodes)
        if len(nodes) == len(running):
            return [node["version"] for node in nodes]
