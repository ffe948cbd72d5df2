"""`make cluster`: one service of several nodes, in which one may be killed, and of which nothing is left at the end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server.player import Player, ask, new_guest, new_table
from tests.waiting import MAX_WAIT_SECONDS
from tools.cluster.__main__ import main
from tools.cluster.local_postgres import PostgresMissingError, find_programs

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]


class Cluster:
    """A running cluster, and what it has printed."""

    def __init__(self, *arguments: str) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.cluster", "--no-browser", "--port=0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
        )
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self.wait_for(r"one service of \d+ nodes: (\S+)")[0]
        self.wait_for("Ctrl-C")
        self.nodes = {
            int(name): int(pid) for line in self.lines for name, pid in re.findall(r"^  node (\d): .* pid (\d+)", line)
        }
        self.database = int(self.wait_for(r"database: .* pid (\d+)")[0])

    def _read(self) -> None:
        with self.process.stdout as lines:
            for line in lines:
                with self._news:
                    self.lines.append(line.rstrip())
                    self._news.notify_all()
        with self._news:
            self.lines.append("END")
            self._news.notify_all()

    def wait_for(self, pattern: str) -> list[str]:
        """Wait for a line, and return what the pattern's groups have found."""

        def found() -> list[str] | None:
            matches = (re.search(pattern, line) for line in self.lines)
            return next((list(match.groups()) for match in matches if match), None)

        with self._news:
            self._news.wait_for(lambda: found() is not None or "END" in self.lines, MAX_WAIT_SECONDS)
        groups = found()
        assert groups is not None, f"no {pattern!r} in {self.lines[-20:]}"
        return groups

    def stop(self, number: int) -> int:
        self.process.send_signal(number)
        code = self.process.wait(MAX_WAIT_SECONDS)
        self._reader.join(MAX_WAIT_SECONDS)
        return code


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(autouse=True)
def _needs_postgres() -> None:
    try:
        find_programs()
    except PostgresMissingError as error:
        pytest.skip(str(error))


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="huefall-test-") as name:
        yield Path(name) / "data"


async def play_moves(cluster: Cluster, code: str, token: str, count: int, *, begin: bool = False) -> int:
    """Make some moves, with a new connection whenever one ends; return the revision that was reached."""
    socket_url, rng, moves, revision = cluster.url.replace("http", "ws", 1), Random(3), 0, 0
    while moves < count:
        try:
            async with Player(socket_url, code, token) as player:
                if begin:
                    assert (await player.say("add_bot"))["type"] == "done"
                    assert (await player.say("start"))["type"] == "done"
                    begin = False
                while moves < count and not player.closed:
                    await player.until(lambda player=player: player.asked or player.table.get("status") == "round_over")
                    if player.closed:
                        break
                    if not player.asked:
                        await player.say("next_round", revision=player.revision)
                        continue
                    legal = [each for each in player.view["legal"] if each.split()[0] not in {"uno", "catch"}]
                    answer = await player.move(rng.choice(legal))
                    moves += answer is not None and answer["type"] == "done"
                revision = max(revision, player.revision)
        except OSError:
            continue  # the node was killed while we came
    return revision


def test_play_goes_on_when_a_node_is_killed_and_nothing_is_left_at_the_end() -> None:
    cluster = Cluster()
    try:
        for number in cluster.nodes:
            cluster.wait_for(rf"node {number} \| .*event_id=tables_open")
        assert len(cluster.nodes) == 3
        token = new_guest(cluster.url)
        code = new_table(cluster.url, token, seats=2, bot_pause_ms=200)
        before = asyncio.run(play_moves(cluster, code, token, 3, begin=True))
        # Whichever node has the table: the first two die one after the other.
        for number in (1, 2):
            os.kill(cluster.nodes[number], signal.SIGKILL)
            cluster.wait_for(f"node {number} . was killed")
            after = asyncio.run(play_moves(cluster, code, token, 3))
            assert after > before
            before = after
        assert all(ask(cluster.url, f"/api/tables/{code}")[0] == 200 for _ in range(4))
    finally:
        code_at_end = cluster.stop(signal.SIGINT)
    assert code_at_end == 0, cluster.lines[-20:]
    assert not [pid for pid in (*cluster.nodes.values(), cluster.database) if is_alive(pid)]
    with pytest.raises(OSError):
        ask(cluster.url, "/healthz")


def test_data_can_be_kept_and_a_supervisor_can_stop_it(folder: Path) -> None:
    tokens: list[str] = []
    for _ in range(2):
        cluster = Cluster("--nodes=1", f"--data={folder}")
        try:
            tokens.append(tokens[0] if tokens else new_guest(cluster.url, "Anna"))
            status, guest = ask(cluster.url, "/api/guests/me", token=tokens[-1])
            assert (status, guest["name"]) == (200, "Anna")
        finally:
            assert cluster.stop(signal.SIGTERM) == 0, cluster.lines[-20:]
        assert not [pid for pid in (*cluster.nodes.values(), cluster.database) if is_alive(pid)]


def test_a_port_in_use_is_named_and_nothing_is_left(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        command = [sys.executable, "-m", "tools.cluster", "--no-browser", f"--port={port}", "--nodes=1"]
        environment = {**os.environ, "TMPDIR": str(folder.parent)}
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.returncode == 1
    assert f"port {port}" in done.stderr and "--port" in done.stderr
    assert list(folder.parent.iterdir()) == []


@pytest.mark.parametrize("count", ["0", "17", "three"])
def test_a_number_of_nodes_that_cannot_be_is_refused(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([f"--nodes={count}"])
    assert "from 1 to 16" in capsys.readouterr().err
