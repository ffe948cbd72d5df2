"""Carrying decisions out: replies in order, and refusals that change nothing."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.local_server import ANNA, BEN, Client, FakeEngine, LocalServer

from huefall.bots.default_answer import default_answer
from huefall.protocol import commands
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.inbox import CommandReceived
from huefall.server.tables.services import Batch
from huefall.view import view_for


def test_an_error_while_deciding_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA)
        anna = Client(table, ANNA)

        def fail(*_: object) -> None:
            raise RecursionError

        monkeypatch.setattr("huefall.server.tables.command_runner.decide", fail)
        answer = await anna.say(commands.AddBot)
        assert (answer["type"], answer["reason"]) == ("refused", "internal")
        assert table.state.status == "open"
        await local.close()

    asyncio.run(play())


def test_an_update_comes_before_the_reply_and_a_welcome_before_its_done() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN)
        asked = clients[table.state.match.asked or 0]
        before = len(asked.received)
        move = default_answer(view_for(table.state.match.game, table.state.match.asked))
        await asked.say(commands.Move, revision=table.state.revision, move=move)
        await asked.say(commands.Resync)
        assert [message["type"] for message in asked.received[before:]] == ["update", "done", "welcome", "done"]
        await local.close()

    asyncio.run(play())


def test_a_move_sent_twice_in_one_batch_is_played_once() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN)
        asked = clients[table.state.match.asked or 0]
        before, count = table.state.revision, len(asked.received)
        move = default_answer(view_for(table.state.match.game, table.state.match.asked))
        for _ in range(2):
            command = commands.Move(id="twice", revision=before, move=move)
            table.post(CommandReceived(asked.connection, command))
        await asked.until(lambda: [each["type"] for each in asked.received[count:]].count("done") == 2)
        assert table.state.revision == before + 1
        assert {each["revision"] for each in asked.received[count:]} == {before + 1}
        await local.close()

    asyncio.run(play())


def test_a_move_the_engine_refuses_changes_nothing_not_even_the_stand_in() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN)
        seat = 1 - (table.state.match.asked or 0)
        stood_in = Batch()
        table._parts.apply(entries.StoodIn(seat=seat, on=True), stood_in)
        await local.store.append(stood_in.entries)
        position, before = table.state.match.position(), table.state.revision
        for move, reason in {"draw": "not_asked", "play r99": "unknown_card"}.items():
            answer = await clients[seat].say(commands.Move, revision=before, move=move)
            assert (answer["type"], answer["reason"], answer["revision"]) == ("refused", reason, before)
        assert table.state.match.position() == position
        assert table.state.seats[seat].stand_in is True
        assert (await local.store.read(table_stream(table.state.code)))[-1].number == before
        await local.close()

    asyncio.run(play())


def test_a_second_start_is_refused_while_the_first_waits_for_the_rules() -> None:
    async def play() -> None:
        engine = FakeEngine(is_ready=False)
        local = LocalServer(engine=engine)
        table = await local.table(ANNA, bots=1)
        anna = Client(table, ANNA)
        first = asyncio.create_task(anna.say(commands.Start))
        await anna.until(lambda: table.waits_for_engine)
        assert (await anna.say(commands.Start))["reason"] == "starting"
        engine.get_on(1.0, is_ready=True)
        assert (await first)["type"] == "done"
        assert table.state.status == "playing"
        await local.close()

    asyncio.run(play())
