"""The open connections of guests, so that those of a revoked device or a deleted guest can be ended at once."""

from __future__ import annotations

from collections.abc import Collection

from huefall.server.transport.connection import Connection


class LiveConnections:
    """All connections of guests, by guest. Spectators without a token are not among them."""

    def __init__(self) -> None:
        self._by_guest: dict[str, set[Connection]] = {}

    def add(self, connection: Connection) -> None:
        if connection.guest is not None:
            self._by_guest.setdefault(connection.guest, set()).add(connection)

    def remove(self, connection: Connection) -> None:
        connections = self._by_guest.get(connection.guest or "", set())
        connections.discard(connection)
        if not connections:
            self._by_guest.pop(connection.guest or "", None)

    @property
    def guests(self) -> set[str]:
        """The guests who are connected."""
        return set(self._by_guest)

    def devices_of(self, guest: str) -> set[int]:
        """Return the devices by which a guest is connected."""
        return {connection.person.device for connection in self._by_guest.get(guest, ()) if connection.person}

    def end_devices(self, guest: str, devices: Collection[int]) -> None:
        """End the connections of devices that have been revoked."""
        for connection in self._by_guest.get(guest, ()):
            if connection.person is not None and connection.person.device in devices:
                connection.end("device_revoked", "this device has been signed out from another one", again=False)

    def end_guest(self, guest: str) -> None:
        """End all connections of a guest who has deleted everything about themselves."""
        for connection in self._by_guest.get(guest, ()):
            connection.end("guest_deleted", "everything about you has been deleted, as you wished", again=False)
