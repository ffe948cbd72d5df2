"""The pace of the bots: set by the host, and hurried by a person alone with them; and the events for a client that connects again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.local_server import ANNA, BEN, Client, LocalServer
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess, running_server

from huefall.protocol import commands
from huefall.server.tables import bot_runner as bots
from huefall.server.tables.clock import find_wait


@pytest.mark.process
def test_the_host_changes_the_pace_at_any_time_and_it_is_kept(tmp_path: Path) -> None:
    async def slow_down(server: ServerProcess) -> tuple[str, str]:
        token = new_guest(server.url)
        _, made = ask(server.url, "/api/play", {"seats": 2}, token)
        async with Player(server.socket_url, made["code"], token) as player:
            await player.until(lambda: player.view is not None)
            assert (await player.say("pace", bot_pause_ms=5000))["type"] == "done"
            assert player.table["setup"]["bot_pause_ms"] == 5000
            assert next(message for message in player.received if message.get("what") == "paced")
            assert (await player.say("pace", bot_pause_ms=1))["type"] == "done"
            assert player.table["setup"]["bot_pause_ms"] == 50, "no faster than the server allows"
            assert (await player.say("pace", bot_pause_ms=20_000))["reason"] == "bad_message"
        return made["code"], token

    with running_server(tmp_path, least_bot_pause_ms=50) as server:
        server.wait_for("tables_open")
        code, token = asyncio.run(slow_down(server))
        server.kill()
    with running_server(tmp_path, least_bot_pause_ms=50) as server:
        server.wait_for("tables_open")

        async def come_back() -> None:
            async with Player(server.socket_url, code, token) as player:
                assert player.table["setup"]["bot_pause_ms"] == 50

        asyncio.run(come_back())


def test_only_the_host_changes_the_pace(server: ServerProcess) -> None:
    async def play() -> None:
        host, guest = new_guest(server.url), new_guest(server.url, "Ben")
        code = new_table(server.url, host, seats=2)
        async with Player(server.socket_url, code, guest) as ben:
            await ben.say("sit")
            assert (await ben.say("pace", bot_pause_ms=100))["reason"] == "not_host"

    asyncio.run(play())


def _answers(legal: list[str]) -> list[str]:
    return [sentence for sentence in legal if sentence.split()[0] not in {"uno", "catch"}]


async def _let_a_bot_be_asked(anna: Client, table: Any) -> None:
    """Answer until a bot is asked, which takes its time."""
    while table.state.match.asked == 0:
        legal = [str(move) for move in table.state.match.legal(0)]
        await anna.say(commands.Move, revision=table.state.revision, move=_answers(legal)[0])


def test_bots_are_hurried_until_a_person_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots with a pause of ten seconds that is recorded instead of waited for."""
    pauses: list[int] = []
    sleep_until = bots.BotRunner._sleep_until

    async def note(runner: bots.BotRunner, time_ms: int) -> None:
        pauses.append(runner._pause_ms)
        await sleep_until(runner, time_ms)

    monkeypatch.setattr(bots.BotRunner, "_sleep_until", note)

    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=3, bot_pause_ms=10_000)
        await _let_a_bot_be_asked(anna, table)
        assert find_wait(table.state, 0).limit_ms == 10_000
        await anna.until(lambda: pauses)
        assert set(pauses) == {10_000}
        before, unhurried = table.state.revision, len(pauses)
        assert (await anna.say(commands.Hurry))["type"] == "done"
        await anna.until(lambda: table.state.match.asked == 0 or table.state.match.round_over)
        assert table.state.revision > before
        assert set(pauses[unhurried:]) == {0}
        assert table._parts.scheduler._hurried_pause_ms is None, "that was all"
        assert table.state.setup.bot_pause_ms == 10_000
        assert (await anna.say(commands.Hurry))["type"] == "done"
        assert table._parts.scheduler._hurried_pause_ms is None, "a person is asked: there is nothing to hurry"
        await local.close()

    asyncio.run(play())


def test_nobody_hurries_the_bots_while_others_play() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, ben) = await local.started(ANNA, BEN, bots=1, bot_pause_ms=10_000)
        refused = await anna.say(commands.Hurry)
        assert refused["reason"] == "not_alone"
        assert refused["text"].startswith("Ben plays here as well")
        ben.leave()
        assert (await anna.say(commands.Hurry))["type"] == "done"
        watcher = Client(table, None)
        assert (await watcher.say(commands.Hurry))["reason"] == "not_seated"
        await local.close()

    asyncio.run(play())


@pytest.mark.parametrize("since", [None, 0])
def test_a_reloaded_page_gets_the_round_so_far(server: ServerProcess, since: int | None) -> None:
    async def play() -> None:
        # With hands this large no player goes out or has one card left before the test is over.
        body = {"seats": 3, "level": "easy", "options": {"hand_size": 15}}
        _, made = ask(server.url, "/api/play", body)
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            rng = Random(8)
            while not player.asked or player.view["moves"] < 12:
                if player.asked:
                    await player.move(rng.choice(_answers(player.view["legal"])))
                assert not player.view["over"]
                await player.until(lambda: player.asked)
            updates = [message for message in player.received if message.get("what") in {"dealt", "moved"}]
            async with Player(server.socket_url, made["code"], made["token"], since=since) as again:
                welcome = again.received[0]
                entries = welcome["missed"] if welcome["complete"] else welcome["log"]
                assert bool(welcome["log"]) is not welcome["complete"]
                log = [update for update in entries if update["what"] in {"dealt", "moved"}]
                assert log[0]["what"] == "dealt"
                assert [update["revision"] for update in log][-len(updates) :] == [
                    message["revision"] for message in updates
                ]
                for update, message in zip(log[-len(updates) :], updates, strict=True):
                    assert "view" not in update
                    assert update.get("events") == message.get("events")
                    assert update.get("did") == message.get("did")
            async with Player(server.socket_url, made["code"]) as stranger:
                draws = [
                    event
                    for update in stranger.received[0]["log"]
                    for event in update.get("events", [])
                    if event["event"] == "draw"
                ]
                assert not any("card" in event for event in draws)

    asyncio.run(play())
