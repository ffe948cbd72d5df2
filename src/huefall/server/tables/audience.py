"""Who is at a table at this moment: its connections, windows of those who sit there and of those who only watch."""

from __future__ import annotations

from collections.abc import Iterator

from huefall.protocol.messages import Message, Presence
from huefall.protocol.tables import Clock
from huefall.server.tables.history import Change
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import UpdateWriter, encode, show_you
from huefall.server.transport.connection import Connection

#: What may seat somebody else, so that who is here is told anew by seat.
RESEATED = frozenset({"configured", "sat", "left", "kicked", "bot_added", "bot_removed", "swapped"})

#: A message on its way to somebody.
Letter = tuple[Connection, bytes]


class Audience:
    """The connections of a table, and letters to them."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._connections: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection) -> None:
        """Let somebody in."""
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """Let somebody go."""
        self._connections.discard(connection)

    @property
    def spectators(self) -> int:
        """Count the connections of those who do not sit here."""
        return sum(self._state.seat_of(connection.guest) is None for connection in self._connections)

    def has(self, guest: str | None) -> bool:
        """Tell whether a guest is here."""
        return guest is not None and any(connection.guest == guest for connection in self._connections)

    def presence(self) -> Presence:
        """Say who is here, by seat."""
        guests = {connection.guest for connection in self._connections} - {None}
        return Presence([seat.guest in guests for seat in self._state.seats], self.spectators)

    def address(
        self, message: Message, *, but: Connection | None = None, muting: int | None = None
    ) -> Iterator[Letter]:
        """Write the same to all; not to one, and not to those who have muted a seat."""
        data = encode(message)
        for connection in self._connections:
            if connection is not but and muting not in connection.muted:
                yield connection, data

    def tell(self, happening: Change, clock: Clock | None) -> Iterator[Letter]:
        """Write what has happened to everybody, and who is here if that may be another seat by now."""
        yield from self._address_each(UpdateWriter(self._state, happening, clock), happening)
        if happening.what in RESEATED:
            yield from self.address(self.presence())

    def _address_each(self, telling: UpdateWriter, happening: Change) -> Iterator[Letter]:
        """Write an update to everybody, to each as they may see it."""
        if happening.table_changed:  # who somebody is may have changed, too
            for connection in self._connections:
                you = show_you(self._state, connection.person)
                yield connection, telling.write(you.seat, you)
            return
        written: dict[int | None, bytes] = {}
        for connection in self._connections:
            seat = self._state.seat_of(connection.guest)
            data = written.get(seat)
            if data is None:
                data = written[seat] = telling.write(seat)
            yield connection, data

    def send_away_kicked(self) -> None:
        """End the connections of those whom the host has sent away."""
        for connection in self._connections:
            if connection.guest in self._state.kicked:
                end_kicked(connection)

    def end(self, reason: str, text: str, *, again: bool) -> None:
        """Say good-bye to everybody."""
        for connection in self._connections:
            connection.end(reason, text, again=again)


def end_kicked(connection: Connection) -> None:
    """End the connection of somebody whom the host has sent away."""
    connection.end("kicked", "the host has sent you away from this table", again=False)
