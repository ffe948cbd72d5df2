"""``Revocations``: ends the connections of revoked devices, whichever node they are connected to.

Tested in tests/server/nodes/test_revocations.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import structlog
from msgspec import Struct

from huefall.server.guests.registry import GuestRegistry
from huefall.server.ownership import Ownership
from huefall.server.store import StoreError
from huefall.server.transport.live_connections import LiveConnections

log = structlog.get_logger("huefall.nodes")

DEVICES_REVOKED = "devices_revoked"


class _Revoked(Struct):
    guest: str
    devices: Sequence[int]


class Revocations:
    def __init__(self, ownership: Ownership, connections: LiveConnections, guests: GuestRegistry) -> None:
        self._ownership = ownership
        self._connections = connections
        self._guests = guests
        self._checking: asyncio.Task[None] | None = None
        ownership.on_told(DEVICES_REVOKED, self._follow)
        ownership.on_peers_changed(self._check_soon)

    async def end(self, guest: str, devices: Sequence[int]) -> None:
        """End the connections of devices whose revocation is stored."""
        self._connections.end_devices(guest, devices)
        await self._ownership.tell(DEVICES_REVOKED, msgspec.json.encode(_Revoked(guest, devices)).decode())

    def _follow(self, text: str) -> None:
        revoked = msgspec.json.decode(text, type=_Revoked)
        self._connections.end_devices(revoked.guest, revoked.devices)

    def _check_soon(self) -> None:
        """Look for revocations that this node was not told about, because it was cut off."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check_all(), name="revocations")

    async def _check_all(self) -> None:
        try:
            for guest in self._connections.guests:
                known = await self._guests.device_numbers(guest)
                self._connections.end_devices(guest, self._connections.devices_of(guest) - known)
        except StoreError as error:
            log.warning("revoked devices are looked for again when nodes come or go", reason=str(error))
