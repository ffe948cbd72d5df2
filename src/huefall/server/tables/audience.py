"""The connections to a table, of players and spectators, and the messages for them.

Tested in tests/server/tables/test_updates.py and tests/server/test_tables.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from huefall.protocol.messages import Message, Presence
from huefall.protocol.tables import Clock
from huefall.server.ops.clock import Clock as MachineClock
from huefall.server.tables import entries
from huefall.server.tables.history import Change
from huefall.server.tables.late_joining import find_joinable
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
        entries.TakenOver,
    }
)

#: An encoded message and its receiver.
Outgoing = tuple[Connection, bytes]


class Audience:
    """All connections to one table."""

    def __init__(self, state: TableState, grace_ms: int, clock: MachineClock) -> None:
        self._state = state
        self._now_ms = clock.steady_ms
        self._grace_ms = grace_ms
        self._connections: set[Connection] = set()
        self._opened_at_ms = self._now_ms()
        #: When each seated guest who is not connected was last connected; the others have been away since the table was
        #: opened, perhaps by a restart of the server, which is nobody's fault.
        self._last_here_ms: dict[str, int] = {}
        #: The seats that everybody knows to be joinable.
        self.told_joinable: list[int] = []

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection) -> None:
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        self._connections.discard(connection)
        if connection.guest is not None:
            self._last_here_ms[connection.guest] = self._now_ms()
        self._last_here_ms = {
            guest: time_ms for guest, time_ms in self._last_here_ms.items() if self._state.seat_of(guest) is not None
        }

    @property
    def spectators(self) -> int:
        """The number of people without a seat, each counted once. Before the first match, those who can still choose a seat
        do not watch yet.
        """
        if self._state.status == "open" and any(seat.is_free for seat in self._state.seats):
            return 0
        outside = [connection for connection in self._connections if self._state.seat_of(connection.guest) is None]
        return len({connection.guest or id(connection) for connection in outside})

    def is_absent(self, guest: str | None) -> bool:
        """Return whether a seated guest has not been connected for the grace period."""
        return guest is not None and not self.has(guest) and self._absent_at_ms(guest) <= self._now_ms()

    def next_absence_ms(self) -> int | None:
        """Return when the grace period of the next seated guest is over; None if none is running."""
        now = self._now_ms()
        guests = [seat.guest for seat in self._state.seats if seat.guest is not None and not self.has(seat.guest)]
        return min((due for due in map(self._absent_at_ms, guests) if due > now), default=None)

    def _absent_at_ms(self, guest: str) -> int:
        return self._last_here_ms.get(guest, self._opened_at_ms) + self._grace_ms

    @property
    def joinable(self) -> list[int]:
        """The seats that somebody may take over now."""
        return find_joinable(self._state, self.is_absent)

    def has(self, guest: str | None) -> bool:
        return guest is not None and any(connection.guest == guest for connection in self._connections)

    def presence(self) -> Presence:
        guests = {connection.guest for connection in self._connections} - {None}
        return Presence([seat.guest in guests for seat in self._state.seats], self.spectators, self.joinable)

    def tell_presence(self, *, skip: Connection | None = None) -> Iterator[Outgoing]:
        """Address the presence to all connections, except ``skip``."""
        presence = self.presence()
        self.told_joinable = presence.joinable
        return self.to_all(presence, skip=skip)

    def to_all(
        self, message: Message, *, skip: Connection | None = None, muted_seat: int | None = None
    ) -> Iterator[Outgoing]:
        """Address a message to all connections, except ``skip`` and those that have muted ``muted_seat``."""
        data = encode(message)
        for connection in self._connections:
            if connection is not skip and muted_seat not in connection.muted:
                yield connection, data

    def updates(self, change: Change, clock: Clock | None) -> list[Outgoing]:
        """Address a change to all connections, each as its seat may see it; then presence, if seats have changed."""
        outgoing = self._updates_by_seat(UpdateWriter(self._state, change, clock), change)
        if change.kind in RESEATING:
            outgoing += self.tell_presence()
        return outgoing

    def _updates_by_seat(self, writer: UpdateWriter, change: Change) -> list[Outgoing]:
        outgoing: list[Outgoing] = []
        if change.table_changed:  # the receiver's own seat or role may have changed, too
            for connection in self._connections:
                you = show_you(self._state, connection.person)
                outgoing.append((connection, writer.write(you.seat, you)))
            return outgoing
        written: dict[int | None, bytes] = {}
        for connection in self._connections:
            seat = self._state.seat_of(connection.guest)
            data = written.get(seat)
            if data is None:
                data = written[seat] = writer.write(seat)
            outgoing.append((connection, data))
        return outgoing

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
