"""Coming to a table and going: what follows for the host and the stand-ins."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.local_server import ANNA, BEN, Client, LocalServer

from huefall.protocol import commands


def test_a_host_who_stays_away_is_replaced_also_when_everybody_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huefall.server.tables.attendance.HOST_AWAY_SECONDS", 0.01)

    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA, BEN)
        anna = Client(table, ANNA)
        await anna.until(lambda: anna.received)
        anna.leave()
        ben = Client(table, BEN)
        await ben.until(lambda: table.state.host == BEN.guest)
        again = Client(table, ANNA)
        await again.until(lambda: again.received)
        assert table.state.host == BEN.guest
        await local.close()

    asyncio.run(play())


def test_a_host_who_comes_back_in_time_stays_host() -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA, BEN)
        ben, anna = Client(table, BEN), Client(table, ANNA)
        await anna.until(lambda: anna.received)
        anna.leave()
        await ben.until(lambda: table._attendance._host_alarm.is_set)
        again = Client(table, ANNA)
        await again.until(lambda: again.received)
        assert not table._attendance._host_alarm.is_set
        await local.close()

    asyncio.run(play())


def test_coming_back_without_having_been_away_changes_nothing() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, _) = await local.started(ANNA, BEN)
        before = table.state.revision
        for kind in (commands.Back, commands.Sit):
            assert await anna.say(kind) == {"type": "done", "id": anna.received[-1]["id"], "revision": before}
        assert table.state.revision == before
        await local.close()

    asyncio.run(play())
