"""A socket without a network. Tests with real sockets: test_play.py, test_timeouts.py and test_fuzz.py in tests/server."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket
from tests.server.nodes.local_nodes import local_nodes
from tests.waiting import MAX_WAIT_SECONDS

from huefall.protocol.fields import VERSION
from huefall.server.guard.address import Proxies
from huefall.server.guard.connections import Connections
from huefall.server.http.table_socket import TableSockets
from huefall.server.nodes.relayed_tables import RelayedTables
from huefall.server.nodes.server import NodeServer
from huefall.server.ops.metrics import Metrics
from huefall.server.ownership import OwnedElsewhere, Peer
from huefall.server.refusal import Refusal
from huefall.server.tables.inbox import Connected, Disconnected
from huefall.server.transport.connection import Connection
from huefall.server.transport.live_connections import LiveConnections
from huefall.server.transport.wire import MAX_BACKLOG_BYTES


class OneTable:
    """A registry with one table, which collects the messages posted to it."""

    stopping = False

    def __init__(self) -> None:
        self.posted: asyncio.Queue[Any] = asyncio.Queue()

    async def find(self, _code: str) -> OneTable:
        return self

    def post(self, message: object) -> None:
        self.posted.put_nowait(message)


class StuckClient:
    """Sends ``hello``, then neither sends nor reads."""

    def __init__(self) -> None:
        hello = json.dumps({"type": "hello", "version": VERSION})
        self._sent: list[Message] = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": hello}]
        self._never = asyncio.Event()

    async def receive(self) -> Message:
        if not self._sent:
            await self._never.wait()
        return self._sent.pop(0)

    async def send(self, message: Message) -> None:
        if message["type"] != "websocket.accept":
            await self._never.wait()


def test_a_silent_client_that_does_not_read_is_dropped_without_its_help() -> None:
    async def run() -> None:
        tables, connections, client = OneTable(), Connections(10, 10, 10), StuckClient()
        unused: Any = None
        sockets = TableSockets(
            cast("Any", tables),
            unused,
            unused,
            unused,
            connections,
            Proxies(),
            Metrics(),
            messages_per_second=0,
            live_connections=LiveConnections(),
        )
        scope = {"type": "websocket", "path_params": {"code": "abcd2345"}, "headers": [], "client": ("1.2.3.4", 5)}
        serving = asyncio.create_task(sockets.receive(WebSocket(scope, client.receive, client.send)))
        connected = await tables.posted.get()
        assert isinstance(connected, Connected)
        connection: Connection = connected.connection
        connection.push(b"x" * (MAX_BACKLOG_BYTES + 1))
        assert len(connections) == 1 and not connection.ended
        connection.push(b"one too many")
        await serving
        assert isinstance(tables.posted.get_nowait(), Disconnected)
        assert connection.ended and len(connections) == 0

    asyncio.run(asyncio.wait_for(run(), 300))


class ElsewhereTables:
    """A registry whose tables all belong to another node."""

    stopping = False

    def __init__(self, owner: Peer) -> None:
        self._owner = owner

    async def find(self, code: str) -> OneTable:
        raise OwnedElsewhere(code, self._owner)


class QueuedClient:
    """A client whose messages a test gives one by one."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.received: asyncio.Queue[Message] = asyncio.Queue()
        self.sent.put_nowait({"type": "websocket.connect"})

    def say(self, **message: Any) -> None:
        self.sent.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def receive(self) -> Message:
        return await self.sent.get()

    async def send(self, message: Message) -> None:
        await self.received.put(message)


def serve_elsewhere(client: QueuedClient, nodes: NodeServer, owner: Peer) -> asyncio.Task[None]:
    unused: Any = None
    sockets = TableSockets(
        cast("Any", ElsewhereTables(owner)),
        unused,
        unused,
        unused,
        Connections(10, 10, 10),
        Proxies(),
        Metrics(),
        messages_per_second=1,
        live_connections=LiveConnections(),
        nodes=nodes,
    )
    scope = {"type": "websocket", "path_params": {"code": "abcd2345"}, "headers": [], "client": ("1.2.3.4", 5)}
    return asyncio.create_task(sockets.receive(WebSocket(scope, client.receive, client.send)))


@pytest.mark.process
def test_a_table_of_another_node_is_relayed_and_limits_are_enforced_before() -> None:
    async def run() -> None:
        async with local_nodes(2) as (owner, edge):
            table, client = OneTable(), QueuedClient()
            rules: Any = None
            RelayedTables(owner.server, cast("Any", table.find), lambda: False, rules, LiveConnections())
            serving = serve_elsewhere(client, edge.server, owner.peer)
            client.say(type="hello", version=VERSION, since=7, muted=[2])
            connected = await table.posted.get()
            assert isinstance(connected, Connected)
            assert (connected.since, connected.connection.muted) == (7, {2})
            for number in range(10):
                client.say(type="ping", id=f"p{number}")
            client.say(type="no such command", id="x")
            assert (await client.received.get())["type"] == "websocket.accept"
            refused = [json.loads((await client.received.get())["text"]) for _ in range(8)]
            assert [each["reason"] for each in refused] == ["too_fast"] * 8
            passed = [await table.posted.get() for _ in range(3)]  # three at once, as the limit says
            assert [each.command.id for each in passed] == ["p0", "p1", "p2"]
            connected.connection.push(b'{"type": "anything", "the": "owner says"}')
            assert (await client.received.get())["text"] == '{"type": "anything", "the": "owner says"}'
            connected.connection.end("kicked", "go away", again=False)
            assert json.loads((await client.received.get())["text"])["type"] == "bye"
            closed = await client.received.get()
            assert (closed["type"], closed["code"], closed["reason"]) == ("websocket.close", 4000, "kicked")
            client.sent.put_nowait({"type": "websocket.disconnect", "code": 4000})
            await serving
            assert isinstance(await table.posted.get(), Disconnected)

    asyncio.run(asyncio.wait_for(run(), MAX_WAIT_SECONDS))


@pytest.mark.process
def test_what_the_owner_refuses_is_told_to_the_client() -> None:
    async def run() -> None:
        async with local_nodes(2) as (owner, edge):

            async def refuse(_: str) -> Any:
                raise Refusal("cannot_be_read", "it is damaged")

            rules: Any = None
            RelayedTables(owner.server, refuse, lambda: False, rules, LiveConnections())
            client = QueuedClient()
            serving = serve_elsewhere(client, edge.server, owner.peer)
            client.say(type="hello", version=VERSION)
            assert (await client.received.get())["type"] == "websocket.accept"
            assert json.loads((await client.received.get())["text"])["reason"] == "cannot_be_read"
            closed = await client.received.get()
            assert (closed["code"], closed["reason"]) == (1008, "cannot_be_read")
            await serving

    asyncio.run(asyncio.wait_for(run(), MAX_WAIT_SECONDS))
