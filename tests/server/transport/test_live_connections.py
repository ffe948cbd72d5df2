"""Connections that end with their device."""

from __future__ import annotations

import asyncio

from tests.server.local_server import RecordingWire

from huefall.server.guests.person import Person
from huefall.server.transport.connection import GOODBYE, Connection
from huefall.server.transport.live_connections import LiveConnections


def test_the_connections_of_a_revoked_device_end_and_no_others() -> None:
    async def run() -> None:
        people = [Person("g-anna", "Anna", 1), Person("g-anna", "Anna", 2), Person("g-ben", "Ben", 2), None]
        wires = [RecordingWire() for _ in people]
        connections = [Connection(person, wire) for person, wire in zip(people, wires, strict=True)]
        live = LiveConnections()
        for connection in connections:
            live.add(connection)
        live.end_devices("g-anna", [2, 3])
        assert [connection.ended for connection in connections] == [False, True, False, False]
        assert [(message["type"], message["reason"]) for message in wires[1].written] == [("bye", "device_revoked")]
        assert wires[1].written[0]["again"] is False
        await connections[1].closed()
        assert wires[1].closed == (GOODBYE, "device_revoked")

    asyncio.run(run())


def test_closed_connections_are_not_kept() -> None:
    live = LiveConnections()
    connections = [Connection(Person("g-anna", "Anna"), RecordingWire()), Connection(None, RecordingWire())]
    for connection in connections:
        live.add(connection)
    for connection in (*connections, *connections):
        live.remove(connection)
    assert not live._by_guest
    live.end_devices("g-anna", [1])
    assert not connections[0].ended


def test_all_connections_of_a_deleted_guest_end_and_no_others() -> None:
    async def run() -> None:
        people = [Person("g-anna", "Anna", 1), Person("g-anna", "Anna", 2), Person("g-ben", "Ben", 1), None]
        wires = [RecordingWire() for _ in people]
        live = LiveConnections()
        connections = [Connection(person, wire) for person, wire in zip(people, wires, strict=True)]
        for connection in connections:
            live.add(connection)
        live.end_guest("g-anna")
        live.end_guest("g-nobody")
        assert [connection.ended for connection in connections] == [True, True, False, False]
        assert [wire.written[0]["reason"] for wire in wires[:2]] == ["guest_deleted"] * 2

    asyncio.run(run())
