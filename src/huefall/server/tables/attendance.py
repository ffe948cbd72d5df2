"""``Attendance``: who comes to a table and goes, and what follows from that for seats and for the host.

Also tested in tests/server/tables/test_late_joining.py and tests/server/test_tables.py.
"""

from __future__ import annotations

from huefall.protocol.messages import Preparing
from huefall.server.tables import entries, inbox
from huefall.server.tables.alarm import Alarm
from huefall.server.tables.audience import end_kicked
from huefall.server.tables.late_joining import expires_at_ms, find_due, find_expired
from huefall.server.tables.services import Batch
from huefall.server.tables.table_parts import TableParts
from huefall.server.transport.connection import Connection

#: A host who has been away this long is replaced by a player who is connected.
HOST_AWAY_SECONDS = 60.0

#: A request that is granted has no end while its guest is connected: it is looked at again after this time.
MIN_LOOK_MS = 1000


class Attendance:
    """The comings and goings at one table."""

    def __init__(self, parts: TableParts) -> None:
        self._parts = parts
        self._state, self._audience = parts.state, parts.audience
        #: By the steady clock; meaningful while no client is connected.
        self.empty_since_ms = parts.clock.steady_ms()
        self._host_alarm: Alarm[None] = Alarm(lambda _: parts.post(inbox.HostAway()))
        self._seats_alarm: Alarm[None] = Alarm(lambda _: parts.post(inbox.SeatsDue()))

    def stop(self) -> None:
        self._host_alarm.switch_off()
        self._seats_alarm.switch_off()

    def connect(self, connection: Connection, since: int | None, batch: Batch) -> None:
        if connection.guest is not None and connection.guest in self._state.kicked:
            end_kicked(connection)
            return
        was_empty = not self._audience
        if was_empty:
            self._parts.scheduler.resume()
        seat = self._state.seat_of(connection.guest)
        if seat is not None and self._state.seats[seat].stand_in and not self._parts.waits_for_room:
            self._parts.apply(entries.StoodIn(guest=connection.guest, seat=seat, on=False), batch)
        if self._state.is_host(connection.guest):
            self._host_alarm.switch_off()
        elif seat is not None and not self._audience.has(self._state.host):
            self.await_host()
        self._audience.add(connection)  # after the entry above: the first message a client gets is the welcome
        if was_empty:
            self._parts.schedule()
        batch.outgoing.append((connection, self._parts.welcome(connection, since)))
        if self._parts.waits_for_rules:
            self._parts.send(connection, Preparing(self._parts.services.engine.progress), batch)
        batch.outgoing += self._audience.tell_presence(skip=connection)
        self.watch_seats()

    def disconnect(self, connection: Connection, batch: Batch) -> None:
        self._audience.remove(connection)
        self._parts.start.forget(connection)
        self.empty_since_ms = self._parts.clock.steady_ms()
        if not self._audience:
            self._parts.scheduler.suspend()
            return
        batch.outgoing += self._audience.tell_presence()
        self.watch_seats()
        if self._state.is_host(connection.guest) and not self._audience.has(self._state.host):
            self.await_host()

    # Joining late

    def hand_seats_over(self, batch: Batch) -> None:
        """Give the people who wait for a seat what is due to them now."""
        while (entry := find_due(self._state, self._audience.has, self._audience.is_absent)) is not None:
            self._parts.apply(entry, batch)
        self.watch_seats()

    def follow_change(self, batch: Batch) -> None:
        """Tell everybody if other seats can be taken over after a change, and watch for a host who is away."""
        if self._audience.joinable != self._audience.told_joinable:
            batch.outgoing += self._audience.tell_presence()
        if self._state.host is not None and self._audience and not self._audience.has(self._state.host):
            self.await_host()

    def look_at_seats(self, batch: Batch) -> None:
        """End the requests that have expired, and tell everybody which seats can be taken over by now."""
        for entry in find_expired(self._state, self._audience.has, self._parts.clock.steady_ms()):
            self._parts.apply(entry, batch)
        batch.outgoing += self._audience.tell_presence()
        self.watch_seats()

    def watch_seats(self) -> None:
        """Set the alarm for the end of the next grace period or request."""
        now = self._parts.clock.steady_ms()
        due = [max(expires_at_ms(request), now + MIN_LOOK_MS) for request in self._state.requests]
        absence = self._audience.next_absence_ms()
        if absence is not None:
            due.append(absence)
        if due and self._audience:
            self._seats_alarm.set((min(due) - now) / 1000, None)
        else:
            self._seats_alarm.switch_off()

    # The host

    def await_host(self) -> None:
        """Set the alarm for a host who is away."""
        if not self._host_alarm.is_set:
            self._host_alarm.set(HOST_AWAY_SECONDS, None)

    def replace_host(self, batch: Batch) -> None:
        """Make a player who is connected the host, if the host is still away."""
        state = self._state
        if self._audience.has(state.host):
            return
        for number, seat in enumerate(state.seats):
            if seat.guest is not None and not seat.left and self._audience.has(seat.guest):
                self._parts.apply(entries.HandedOver(seat=number), batch)
                return
