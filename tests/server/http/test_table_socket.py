"""A socket without a network. Tests with real sockets: test_play.py, test_timeouts.py and test_fuzz.py in tests/server."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from starlette.types import Message
from starlette.websockets import WebSocket

from huefall.protocol.fields import VERSION
from huefall.server.guard.address import Proxies
from huefall.server.guard.connections import Connections
from huefall.server.http.table_socket import TableSockets
from huefall.server.ops.metrics import Metrics
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
