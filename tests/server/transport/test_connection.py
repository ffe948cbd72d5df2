"""A connection never makes a table wait."""

from __future__ import annotations

import asyncio

from tests.server.local_server import RecordingWire

from huefall.protocol.messages import Preparing
from huefall.server.guests.person import Person
from huefall.server.transport.connection import Connection
from huefall.server.transport.wire import MAX_BACKLOG_BYTES


def test_messages_go_out_in_order_and_good_bye_is_the_last() -> None:
    async def run() -> None:
        wire = RecordingWire()
        connection = Connection(Person("g", "Anna"), wire)
        connection.tell(Preparing(0.5))
        connection.end("table_closed", "closed", again=False)
        connection.tell(Preparing(1.0))
        connection.end("stopping", "again", again=True)
        await connection.closed()
        assert [message["type"] for message in wire.written] == ["preparing", "bye"]
        assert wire.closed == (4000, "table_closed")

    asyncio.run(run())


def test_a_client_that_does_not_keep_up_is_dropped() -> None:
    async def run() -> None:
        wire = RecordingWire()
        connection = Connection(None, wire)
        wire.backlog = MAX_BACKLOG_BYTES
        connection.tell(Preparing(0.1))
        wire.backlog += 1
        connection.tell(Preparing(0.2))
        connection.tell(Preparing(0.3))
        assert wire.written == [{"type": "preparing", "progress": 0.1}]
        assert wire.aborted and connection.ended
        await connection.closed()

    asyncio.run(run())


def test_a_connection_is_closed_or_dropped_once_and_without_another_good_bye() -> None:
    async def run() -> None:
        closed, dropped = RecordingWire(), RecordingWire()
        connection = Connection(None, closed)
        connection.close(4000, "kicked")
        connection.close(1013, "stopping")
        connection.drop()
        connection.end("stopping", "again", again=True)
        await connection.closed()
        assert (closed.closed, closed.aborted, closed.written) == ((4000, "kicked"), False, [])
        connection = Connection(None, dropped)
        connection.drop()
        connection.close(4000, "kicked")
        await connection.closed()
        assert (dropped.closed, dropped.aborted, dropped.written) == (None, True, [])

    asyncio.run(run())


def test_a_client_that_should_reconnect_is_told_so() -> None:
    async def run() -> None:
        wire = RecordingWire()
        connection = Connection(None, wire)
        connection.end("stopping", "the server stops", again=True)
        await connection.closed()
        assert wire.written == [{"type": "bye", "reason": "stopping", "text": "the server stops", "again": True}]
        assert wire.closed == (1013, "stopping")

    asyncio.run(run())
