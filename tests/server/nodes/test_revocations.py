"""A revoked device is disconnected from every node, also from one that was cut off when it was revoked."""

from __future__ import annotations

import asyncio

from tests.server.guests.test_registry import SharedStore
from tests.server.local_server import RecordingWire
from tests.server.ownership.local_nodes import LocalNode, LocalService

from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.nodes.revocations import Revocations
from huefall.server.transport.connection import Connection
from huefall.server.transport.live_connections import LiveConnections


class NodeWithGuests:
    def __init__(self, store: SharedStore, ownership: LocalNode) -> None:
        self.ownership = ownership
        self.guests = GuestRegistry(store)
        self.connections = LiveConnections()
        self.revocations = Revocations(ownership, self.connections, self.guests)

    def connect(self, person: Person) -> Connection:
        connection = Connection(person, RecordingWire())
        self.connections.add(connection)
        return connection


async def two_devices(node: NodeWithGuests) -> tuple[Person, Person]:
    anna, _ = await node.guests.make("Anna")
    other, _ = await node.guests.add_device(await node.guests.make_code(anna), "phone", "firefox")
    return Person(anna.guest, "Anna", 1), other


def test_the_connections_of_a_revoked_device_end_at_all_nodes() -> None:
    async def run() -> None:
        store, service = SharedStore(), LocalService()
        first, second = NodeWithGuests(store, service.join()), NodeWithGuests(store, service.join())
        anna, phone = await two_devices(first)
        kept, ended = second.connect(anna), second.connect(phone)
        await first.revocations.end(anna.guest, await first.guests.revoke(anna, [phone.device]))
        assert ended.ended and not kept.ended

    asyncio.run(run())


def test_a_node_that_was_cut_off_looks_for_what_it_has_missed() -> None:
    async def run() -> None:
        store, service = SharedStore(), LocalService()
        first, second = NodeWithGuests(store, service.join()), NodeWithGuests(store, service.join())
        anna, phone = await two_devices(first)
        kept, ended = second.connect(anna), second.connect(phone)
        await first.guests.revoke(anna, [phone.device])
        assert not ended.ended, "nobody has told the second node"
        for listener in second.ownership._changed:
            listener()
        assert second.revocations._checking is not None
        await second.revocations._checking
        assert ended.ended and not kept.ended

    asyncio.run(run())
