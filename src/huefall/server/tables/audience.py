"""The connections to a table, of players and spectators, and the messages for them.

Tested in tests/server/tables/test_updates.py and tests/server/test_tables.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from huefall.protocol.messages import Message, Presence
from huefall.protocol.tables import Clock
from huefall.server.tables import entries
from huefall.server.tables.history import Change
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import UpdateWriter, encode, show_you
from huefall.server.transport.connection import Connection

#: Entries after which another guest may sit on a seat; presence is listed by seat, so it is sent again.
RESEATING: frozenset[type[entries.TableEntry]] = frozenset(
    {
        entries.Configured,
        entries.Sat,
        entries.Left,
        entries.Kicked,
        entries.BotAdded,
        entries.BotRemoved,
        entries.Swapped,
    }
)

#: An encoded message and its receiver.
Outgoing = tuple[Connection, bytes]


class Audience:
    """All connections to one table."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._connections: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection) -> None:
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        self._connections.discard(connection)

    @property
    def spectators(self) -> int:
        """The number of connections without a seat."""
        return sum(self._state.seat_of(connection.guest) is None for connection in self._connections)

    def has(self, guest: str | None) -> bool:
        return guest is not None and any(connection.guest == guest for connection in self._connections)

    def presence(self) -> Presence:
        guests = {connection.guest for connection in self._connections} - {None}
        return Presence([seat.guest in guests for seat in self._state.seats], self.spectators)

    def to_all(
        self, message: Message, *, skip: Connection | None = None, muted_seat: int | None = None
    ) -> Iterator[Outgoing]:
        """Address a message to all connections, except ``skip`` and those that have muted ``muted_seat``."""
        data = encode(message)
        for connection in self._connections:
            if connection is not skip and muted_seat not in connection.muted:
                yield connection, data

    def updates(self, change: Change, clock: Clock | None) -> Iterator[Outgoing]:
        """Address a change to all connections, each as its seat may see it; then presence, if seats have changed."""
        yield from self._updates_by_seat(UpdateWriter(self._state, change, clock), change)
        if change.kind in RESEATING:
            yield from self.to_all(self.presence())

    def _updates_by_seat(self, writer: UpdateWriter, change: Change) -> Iterator[Outgoing]:
        if change.table_changed:  # the receiver's own seat or role may have changed, too
            for connection in self._connections:
                you = show_you(self._state, connection.person)
                yield connection, writer.write(you.seat, you)
            return
        written: dict[int | None, bytes] = {}
        for connection in self._connections:
            seat = self._state.seat_of(connection.guest)
            data = written.get(seat)
            if data is None:
                data = written[seat] = writer.write(seat)
            yield connection, data

    def end_kicked(self) -> None:
        """End the connections of guests the host has kicked."""
        for connection in self._connections:
            if connection.guest in self._state.kicked:
                end_kicked(connection)

    def end(self, reason: str, text: str, *, again: bool) -> None:
        """End all connections; ``again``: clients shall connect again."""
        for connection in self._connections:
            connection.end(reason, text, again=again)


def end_kicked(connection: Connection) -> None:
    connection.end("kicked", "the host has sent you away from this table", again=False)
