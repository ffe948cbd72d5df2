"""Nodes over one database are one service: whichever node a client asks, it gets the same answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from tests.server.cluster.nodes import running_nodes
from tests.server.player import Player, ask, new_guest, new_table

from huefall.record import verify

pytestmark = pytest.mark.process


def test_a_match_is_played_over_two_nodes_and_proven_at_both(tmp_path: Path, database_url: str) -> None:
    async def play(first: str, second: str, codes: list[str]) -> None:
        anna = new_guest(first, "Anna")
        ben = new_guest(second, "Ben")
        code = new_table(first, anna, seats=3, options={"target": 0})
        codes.append(code)
        sockets = [url.replace("http", "ws", 1) for url in (first, second)]
        async with Player(sockets[0], code, anna) as here, Player(sockets[1], code, ben) as there:
            assert (await there.say("sit"))["type"] == "done"
            assert (await here.say("add_bot"))["type"] == "done"
            assert (await here.say("start"))["type"] == "done"
            rng = Random(7)
            await asyncio.gather(here.play(rng, deals=True), there.play(rng))
            assert here.match_over and there.match_over
        for url in (first, second):
            status, record = ask(url, f"/api/tables/{code}/matches/1/record")
            assert status == 200 and verify(record).over
            assert ask(url, f"/api/tables/{code}")[0] == 200
            status, mine = ask(url, "/api/guests/me/games", token=ben)
            assert status == 200 and mine["running"][0]["table"] == code

    with running_nodes(2, tmp_path, database_url) as service:
        first, second = service.nodes
        codes: list[str] = []
        asyncio.run(play(first.url, second.url, codes))
        asyncio.run(play(second.url, first.url, codes))
        tables = [ask(node.url, f"/api/tables/{code}")[1] for node in service.nodes for code in codes]
        assert tables[:2] == tables[2:]
