"""What a client may do is checked where it arrives, also at tables of other nodes; and no stranger gets at the nodes' port.

That a relay forwards nothing a seat may not see is proven by tests/server/test_leak.py, run against two nodes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import struct
from pathlib import Path

import pytest
from tests.server.cluster.nodes import Service, running_nodes
from tests.server.player import Player, ask, new_guest, new_table
from tools.cluster.local_postgres import LocalPostgres
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from huefall.server.nodes.handshake import HANDSHAKE_SECONDS

pytestmark = pytest.mark.process

#: What strangers send to the port for nodes: nothing they know, other protocols, lengths that are lies.
STRANGE = (
    b"GET /api/admin/nodes HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\ncontent-length: 2\r\n\r\n{}",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    struct.pack(">I", 0xFFFFFFFF) + b"x" * 64,
    struct.pack(">I", 0) * 64,
    struct.pack("<I", 13) + bytes(13),
    bytes(4096),
    os.urandom(4096),
)


def test_limits_of_a_client_are_enforced_where_it_arrives(tmp_path: Path, database_url: str) -> None:
    async def play(service: Service) -> None:
        owner, reached = service.nodes
        token = new_guest(owner.url)
        code = new_table(owner.url, token, seats=2)
        async with Player(reached.socket_url, code, token) as player:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    await player.say("ping")
            await player.until(lambda: player.closed)
            reasons = {message["reason"] for message in player.received if message["type"] == "refused"}
            assert reasons == {"too_fast"}
            assert player.received[-1]["reason"] == "too_many_faults"
        # The owner has not even heard of most of it, and the table goes on for others.
        async with (
            Player(reached.socket_url, code, token) as first,
            Player(reached.socket_url, code) as second,
            connect(f"{reached.socket_url}/ws/{code}", proxy=None) as third,
        ):
            assert first.view is None and first.revision == second.revision
            assert json.loads(await third.recv())["reason"] == "too_many_connections"

    with running_nodes(2, tmp_path, database_url, messages_per_second=1, connections_per_address=2) as service:
        asyncio.run(play(service))


def test_foreign_origins_reach_no_table_of_another_node(tmp_path: Path, database_url: str) -> None:
    async def play(service: Service) -> None:
        owner, reached = service.nodes
        code = new_table(owner.url, new_guest(owner.url), seats=2)
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"{reached.socket_url}/ws/{code}", origin="https://evil.example", proxy=None):
                pass
        assert refused.value.response.status_code == 403
        async with connect(f"{reached.socket_url}/ws/{code}", origin=reached.url, proxy=None):
            pass

    with running_nodes(2, tmp_path, database_url) as service:
        asyncio.run(play(service))


def test_strangers_at_the_port_for_nodes_get_nothing(
    tmp_path: Path, database_url: str, postgres: LocalPostgres
) -> None:
    async def knock(port: int, sent: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        answer = b""
        with contextlib.suppress(ConnectionError):
            await writer.drain()
            answer = await asyncio.wait_for(reader.read(), HANDSHAKE_SECONDS * 4)
        writer.close()
        return answer

    async def attack(ports: list[int], secret: bytes) -> None:
        for port in ports:
            for sent in STRANGE:
                answer = await knock(port, sent)  # the node hangs up by itself
                assert len(answer) <= 128, "no more than the opening of a handshake"
                assert secret not in answer and b"HTTP" not in answer and b"huefall" not in answer.lower()[8:]

    with running_nodes(2, tmp_path, database_url) as service:
        owner, reached = service.nodes
        name = database_url.rpartition("/")[2]
        ports = [int(port) for port in postgres.query("SELECT port FROM huefall.nodes", name).split()]
        assert len(ports) == 2 and not set(ports) & {node.port for node in service.nodes}
        secret = bytes.fromhex(postgres.query("SELECT encode(secret, 'hex') FROM huefall.meta", name))
        asyncio.run(attack(ports, secret))
        assert reached.wait_for("node_refused")["address"].startswith("127.0.0.1")
        # Nodes still reach each other.
        code = new_table(owner.url, new_guest(owner.url), seats=2)
        assert ask(reached.url, f"/api/tables/{code}")[0] == 200
