"""A server that is stopped and started again: running tables are kept and go on, tokens still work."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.server.player import Player, ask
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess, running_server

pytestmark = pytest.mark.process


def test_tables_go_on_after_a_graceful_stop(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> tuple[str, list[str], list[Player]]:
        async with seated_table(server, 2, move_seconds=600) as table:
            await table.play_until(lambda player: player.revision > 20, Random(1))
            await table.settle()
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            for player in table.players:
                await player.until(lambda player=player: player.closed)
            assert await stopping == 0
            return table.code, table.tokens, table.players

    async def come_back(server: ServerProcess, code: str, tokens: list[str], before: list[Player]) -> None:
        for token, player in zip(tokens, before, strict=True):
            async with Player(server.socket_url, code, token, since=player.revision) as again:
                # Before it the server may have sent the progress of the compiler, and after it who comes and goes.
                assert next(message for message in again.received if message["type"] == "welcome")["complete"]
                assert (again.view, again.table, again.you) == (player.view, player.table, player.you)
        async with (
            Player(server.socket_url, code, tokens[0]) as first,
            Player(server.socket_url, code, tokens[1]) as second,
        ):
            asked = first if first.asked else second
            assert asked.clock["limit"] == 600_000
            assert 590_000 < asked.clock["left"] <= 600_000, "a restart gives people their whole time again"
            legal = [move for move in asked.view["legal"] if move.split()[0] not in {"uno", "catch"}]
            assert (await asked.move(legal[0]))["type"] == "done"

    server = ServerProcess(tmp_path)
    code, tokens, players = asyncio.run(play(server))
    with running_server(tmp_path) as again:
        asyncio.run(come_back(again, code, tokens, players))


def test_a_second_server_on_the_same_data_is_refused(server: ServerProcess) -> None:
    command = [sys.executable, "-m", "huefall", "serve", "--data", str(server.data), "--port", "0"]
    second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert second.returncode == 2
    assert second.stderr.strip().splitlines()[-1].startswith("huefall: ")
    assert "Traceback" not in second.stderr


def test_wrong_settings_are_one_clear_sentence(tmp_path: Path) -> None:
    for flags, expected in [
        (["--port", "http"], "--port"),
        (["--prot", "1"], "--prot"),
        (["--config", str(tmp_path / "none.toml")], "none.toml"),
        (["--host", "203.0.113.77", "--data", str(tmp_path)], "cannot listen"),
    ]:
        command = [sys.executable, "-m", "huefall", "serve", *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 2
        assert expected in done.stderr
        assert "Traceback" not in done.stderr


def test_the_admin_lists_and_closes_tables(tmp_path: Path) -> None:
    async def sit(server: ServerProcess, code: str, token: str) -> Player:
        async with Player(server.socket_url, code, token) as player:
            listed = _admin(tmp_path, "tables")
            assert code in listed and "Anna" in listed
            assert _admin(tmp_path, "close", code) == f"{code} is closed\n"
            await player.until(lambda: player.closed)
        return player

    with running_server(tmp_path) as server:
        _, made = ask(server.url, "/api/play", {"name": "Anna"})
        player = asyncio.run(sit(server, made["code"], made["token"]))
        assert player.received[-1]["reason"] == "table_closed"
        assert ask(server.url, f"/api/tables/{made['code']}")[0] == 404
        assert _admin(tmp_path, "tables") == "no tables\n"
        assert ask(server.url, "/api/admin/tables")[0] == 403
        assert ask(server.url, "/api/admin/tables", token=made["token"])[0] == 403
        assert "no such table" in _admin(tmp_path, "close", "abcdefgh")
    assert "no server answers" in _admin(tmp_path, "tables")


def _admin(data: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "huefall", "admin", "--data", str(data), *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "HUEFALL_GAMES"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, env=environment)
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_the_log_holds_no_secrets(tmp_path: Path) -> None:
    with running_server(tmp_path, log_level="debug") as server:
        _, made = ask(server.url, "/api/play", {"name": "Anna"})
        ask(server.url, "/api/guests/me", token=made["token"])

        async def look() -> None:
            async with Player(server.socket_url, made["code"], made["token"]) as player:
                await player.until(lambda: player.view is not None)

        asyncio.run(look())
    secret = made["token"].partition(".")[2]
    assert not [line for line in server.log if secret in str(line)]
