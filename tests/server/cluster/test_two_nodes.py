"""The servers of a run with ``--nodes=2`` are two nodes, and clients are not where their new tables are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.cluster.balancer import running_balancer
from tests.server.cluster.two_nodes import RelayingServer, every_server_as_two_nodes
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import running_server
from tools.cluster.local_postgres import LocalPostgres, free_port

pytestmark = pytest.mark.process


def test_every_socket_is_relayed_and_every_question_about_a_table_forwarded(
    tmp_path: Path, postgres: LocalPostgres
) -> None:
    async def play(server: RelayingServer) -> None:
        token = new_guest(server.url)
        code = new_table(server.url, token, seats=2)
        async with Player(server.socket_url, code, token) as player:
            assert (await player.say("add_bot"))["type"] == "done"
            assert "huefall_relayed_connections 1.0" in ask(server.url, "/metrics")[1].decode()
            assert ask(server.owner.url, f"/api/tables/{code}") == ask(server.url, f"/api/tables/{code}")

    with every_server_as_two_nodes(postgres), running_server(tmp_path) as server:
        assert isinstance(server, RelayingServer)
        server.wait_for("tables_open")
        asyncio.run(play(server))


def test_a_balancer_tries_the_next_node_and_says_so_if_there_is_none() -> None:
    gone = [free_port(), free_port()]
    with running_balancer(lambda _: gone) as balancer:
        assert ask(balancer.url, "/healthz")[0] == 502
        assert len(balancer.retries) == 2
        assert len(balancer.failures) == 1
