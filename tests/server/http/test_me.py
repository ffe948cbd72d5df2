"""What a guest reads about themselves when something is not as usual: the rules are compiled, or the guest is gone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request
from tests.server.history.guests_at_tables import GuestServer
from tests.server.local_server import FakeEngine, LocalServer

from huefall.protocol import commands
from huefall.protocol.tables import TableSetup
from huefall.server.guard.address import Proxies
from huefall.server.guard.rates import KeyedRate
from huefall.server.guests.person import Person
from huefall.server.http.context import RequestContext
from huefall.server.http.errors import ApiError
from huefall.server.http.me import MAX_RUNNING, Me
from huefall.server.nodes.calls import NodeCalls
from huefall.server.nodes.questions import Questions
from huefall.server.nodes.server import NodeServer
from huefall.server.ops.metrics import Metrics
from huefall.server.ownership import SoleNode
from huefall.server.tables.registry import TableRegistry
from huefall.server.transport.live_connections import LiveConnections


def request(token: str, query: str = "") -> Request:
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": query.encode(),
            "headers": [(b"authorization", f"Bearer {token}".encode())],
            "client": ("127.0.0.1", 1),
        }
    )


def preparing() -> ApiError:
    return ApiError(503, "preparing", "the rules are being compiled", 5)


def make_context(server: GuestServer, tables: Any = None) -> RequestContext:
    unlimited = KeyedRate.hourly(0)
    return RequestContext(
        tables=server.tables if tables is None else tables,
        guests=server.guests,
        record_pool=server.workers,
        metrics=Metrics(),
        proxies=Proxies(()),
        fill_setup=server.local.fill,
        new_guests=unlimited,
        new_tables=unlimited,
        new_reviews=unlimited,
        new_device_codes=unlimited,
        device_code_tries=unlimited,
        public_url="",
    )


def make_questions(tables: TableRegistry) -> Questions:
    """Return the questions of a server that has nobody to ask."""
    alone = SoleNode()
    return Questions(NodeCalls(NodeServer("", 0, alone), alone), tables, LiveConnections())


def test_a_running_match_is_listed_as_soon_as_the_rules_are_compiled() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, token = await server.guests.make("Anna")
        _, other_token = await server.guests.make("Ben")
        table, (client,) = await server.seat(anna, bots=1)
        assert (await client.say(commands.Start))["type"] == "done"
        await server.tables.stop()
        engine = FakeEngine(is_ready=False)
        restarted = LocalServer(server.store, engine)
        context = make_context(server, restarted.registry)
        me = Me(context, server.history, server.deletions, make_questions(restarted.registry), preparing)
        with pytest.raises(ApiError) as error:
            await me.my_games(request(token))
        assert (error.value.status, error.value.detail.reason, error.value.detail.retry_after) == (503, "preparing", 5)
        assert (await me.my_games(request(other_token))).running == [], "who has no table need not wait"
        assert (await me.my_games(request(token, "before=1-abcdefgh-1"))).running == [], "nor for another page"
        assert (await me.my_statistics(request(token))).matches == 0
        engine.get_on(1.0, is_ready=True)
        assert [game.table for game in (await me.my_games(request(token))).running] == [table.state.code]
        await restarted.registry.stop()
        restarted.bot_pool.stop()
        await server.close()

    asyncio.run(play())


def test_the_latest_tables_are_listed_and_not_more_than_allowed() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, token = await server.guests.make("Anna")
        codes = []
        for number in range(MAX_RUNNING + 3):
            table, _ = await server.seat(anna, bots=1)
            table.state.changed_at_ms = number
            codes.append(table.state.code)
        me = Me(make_context(server), server.history, server.deletions, make_questions(server.tables), preparing)
        listed = [game.table for game in (await me.my_games(request(token))).running]
        assert listed == codes[:2:-1]
        await server.close()

    asyncio.run(play())


def test_a_request_that_was_under_way_when_its_guest_was_deleted_creates_no_table() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, token = await server.guests.make("Anna")
        context = make_context(server)
        await server.deletions.start()
        asked = request(token)
        person: Person = await context.person(asked)
        await server.deletions.delete(anna)
        with pytest.raises(ApiError) as error:
            await context.make_table(asked, person, TableSetup(), [])
        assert (error.value.status, error.value.detail.reason) == (401, "no_such_guest")
        assert await server.store.read_all("") == []
        await server.close()

    asyncio.run(play())
