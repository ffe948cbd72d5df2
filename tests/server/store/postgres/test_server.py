"""A whole server over PostgreSQL: a match, a kill, and a database that goes away and comes back."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess, running_server
from tools.cluster.local_postgres import LocalPostgres

from huefall.record import replay, verify


async def play_match(server: ServerProcess) -> tuple[str, str]:
    """Play a match of two clients to its end; return the table's code and its commitment."""
    tokens = [new_guest(server.url, name) for name in ("Anna", "Zoë")]
    code = new_table(server.url, tokens[0], edition="classic", seats=2, options={"target": 100})
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(server.socket_url, code, token)) for token in tokens]
        assert (await players[1].say("sit"))["type"] == "done"
        assert (await players[0].say("start"))["type"] == "done"
        await asyncio.gather(*(player.play(Random(seat), deals=not seat) for seat, player in enumerate(players)))
        return code, players[0].table["commitment"]


def test_a_match_is_played_and_is_there_after_a_kill(database_url: str, tmp_path: Path) -> None:
    with running_server(tmp_path / "one", store=database_url) as server:
        server.wait_for("tables_open")
        code, commitment = asyncio.run(play_match(server))
        status, record = ask(server.url, f"/api/tables/{code}/matches/1/record")
        assert status == 200
        server.kill()
    with running_server(tmp_path / "two", store=database_url) as server:
        server.wait_for("tables_open")
        assert ask(server.url, f"/api/tables/{code}/matches/1/record") == (200, record)
    assert replay(record).over
    assert verify(record, commitment=commitment).over
    assert not (tmp_path / "one" / "huefall.db").exists()


def test_a_server_outlives_a_restart_of_its_database(
    postgres: LocalPostgres, database_url: str, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path, store=database_url)
    try:
        server.wait_for("tables_open")
        token = new_guest(server.url)
        try:
            postgres.stop(at_once=True)
            server.wait_for("store_away")
            for path, body in (("/readyz", None), ("/api/guests", {"name": "Zoe"})):
                status, answer = ask(server.url, path, body, token)
                assert (status, answer["error"]["reason"]) == (503, "store_away"), path
                assert answer["error"]["retry_after"] >= 1
            assert ask(server.url, "/healthz")[0] == 200, "a restart would not help"
        finally:
            postgres.start()
        server.wait_for("store_back")
        asyncio.run(play_match(server))
        assert ask(server.url, "/readyz")[0] == 200
    finally:
        assert server.stop() == 0
    errors = [line.get("event_id") for line in server.log if line.get("level") in {"error", "critical"}]
    assert errors == ["store_away"], server.log
