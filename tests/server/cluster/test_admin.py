"""The admin sees all nodes from any of them, and empties one; the figures of a node count its nodes, links and relays."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.server.cluster.nodes import running_nodes
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess
from tests.waiting import MAX_WAIT_SECONDS

from huefall import __version__
from huefall.server.ops.admin import read_admin_token

pytestmark = pytest.mark.process


def admin(node: ServerProcess, *arguments: str) -> str:
    """Run ``huefall admin`` on the machine of a node, and return what it prints."""
    command = [sys.executable, "-m", "huefall", "admin", f"--data={node.data}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=MAX_WAIT_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout


def figure(node: ServerProcess, name: str) -> float:
    text = ask(node.url, "/metrics")[1].decode()
    found = re.search(rf"^{name} ([\d.e+]+)$", text, re.MULTILINE)
    assert found, f"no {name} in the figures"
    return float(found[1])


def listed(node: ServerProcess) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = json.loads(admin(node, "nodes", "--json"))
    return nodes


def test_the_admin_lists_the_nodes_and_drains_one_from_another(tmp_path: Path, database_url: str) -> None:
    async def play(first: ServerProcess, second: ServerProcess) -> None:
        token = new_guest(first.url)
        code = new_table(first.url, token, seats=2)
        async with Player(second.socket_url, code, token) as player:
            assert (await player.say("add_bot"))["type"] == "done"
            assert figure(second, "huefall_relayed_connections") == 1
            assert figure(first, "huefall_relayed_connections") == 0
            for node in (first, second):
                assert figure(node, "huefall_nodes") == 2
                assert figure(node, "huefall_node_links") == 1
            number = next(node["id"] for node in listed(second) if not node["this"])
            assert str(number) in await asyncio.to_thread(admin, second, "drain", str(number))
            await asyncio.to_thread(first.wait_for, "drained")
            await player.until(lambda: player.closed)
            assert (player.received[-1]["reason"], player.received[-1]["again"]) == ("table_moved", True)
        assert ask(first.url, "/readyz")[0] == 503
        assert ask(first.url, "/readyz")[1]["error"]["reason"] == "draining"
        assert ask(second.url, "/readyz")[0] == 200
        # The drained node still serves clients, and makes tables elsewhere.
        async with Player(first.socket_url, code, token) as player:
            assert (await player.say("start"))["type"] == "done"
            assert figure(first, "huefall_relayed_connections") == 1
        new_table(first.url, token, seats=2)
        tables = {node["this"]: node["tables"] for node in ask_nodes(first)}
        assert tables[True] == 0

    with running_nodes(2, tmp_path, database_url) as service:
        first, second = service.nodes
        nodes = listed(first)
        assert [node["this"] for node in nodes] == [True, False]
        assert {node["version"] for node in nodes} == {__version__}
        assert {node["name"] for node in nodes} == {f"127.0.0.1:{node.port}" for node in service.nodes}
        assert not any(node["draining"] for node in nodes)
        asyncio.run(play(first, second))
        assert {node["name"]: node["draining"] for node in listed(second)} == {
            f"127.0.0.1:{first.port}": True,
            f"127.0.0.1:{second.port}": False,
        }
        text = admin(second, "nodes")
        assert "draining" in text and "this one" in text


def ask_nodes(node: ServerProcess) -> list[dict[str, Any]]:
    status, answer = ask(node.url, "/api/admin/nodes", token=read_admin_token(node.data))
    assert status == 200
    nodes: list[dict[str, Any]] = answer["nodes"]
    return nodes


def test_the_last_node_is_not_drained_and_strangers_drain_none(tmp_path: Path, database_url: str) -> None:
    with running_nodes(1, tmp_path, database_url) as service:
        (node,) = service.nodes
        token, number = read_admin_token(node.data), listed(node)[0]["id"]
        status, answer = ask(node.url, f"/api/admin/nodes/{number}/drain", {}, token)
        assert (status, answer["error"]["reason"]) == (409, "last_node")
        status, answer = ask(node.url, f"/api/admin/nodes/{number + 1}/drain", {}, token)
        assert (status, answer["error"]["reason"]) == (404, "no_such_node")
        for path, body in (("/api/admin/nodes", None), (f"/api/admin/nodes/{number}/drain", {})):
            assert ask(node.url, path, body)[0] == 403
            assert ask(node.url, path, body, "x" * 43)[0] == 403
        assert ask(node.url, "/readyz")[0] == 200
