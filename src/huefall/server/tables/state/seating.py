"""Applies entries about seats: who sits where, who waits for a seat, who is host.

Tested in tests/server/tables/state/test_table_state.py and tests/server/tables/decisions/.
"""

from __future__ import annotations

from huefall.server.tables import entries
from huefall.server.tables.history import Change
from huefall.server.tables.seat_requests import SeatRequest
from huefall.server.tables.seats import SeatState, next_host
from huefall.server.tables.state.fields import TableFields


def sit(table: TableFields, entry: entries.Sat) -> Change:
    old = table.seat_of(entry.guest)
    if old is not None and old != entry.seat:
        table.seats[old] = SeatState()
    table.seats[entry.seat] = SeatState(guest=entry.guest, name=entry.name)
    _note_seated(table, entry.guest)
    return table.make_change(entry)


def take_over(table: TableFields, entry: entries.TakenOver) -> Change:
    number, before = entry.seat, table.seats[entry.seat]
    after = SeatState(guest=entry.guest, name=entry.name, taken_over_at=table.revision + 1)
    table.seats[number] = after
    _note_seated(table, entry.guest)
    if before.guest is not None:
        table.lost_seats[before.guest] = number
        if before.guest == table.host:
            table.host = next_host(table.seats, number)
    if table.running and table.match is not None:
        after.events_before = len(table.match.game.events)
        # The record names who holds the seat at the end, and until which round somebody else did.
        table.match.notes[f"seat {number} until round {table.match.round}"] = before.note
        table.match.notes[f"seat {number}"] = after.note
    return table.make_change(entry)


def _note_seated(table: TableFields, guest: str | None) -> None:
    if guest is not None:
        table.requests.end(guest)
        table.lost_seats.pop(guest, None)
    if table.host is None:
        table.host = guest


def note_request(
    table: TableFields, entry: entries.SeatRequested | entries.RequestGranted | entries.RequestEnded, steady_ms: int
) -> Change:
    match entry:
        case entries.SeatRequested():
            guest = entry.guest or ""
            table.requests.add(SeatRequest(table.revision + 1, guest, entry.name, entry.seat, steady_ms, entry.granted))
        case entries.RequestGranted():
            table.requests.grant(entry.request)
        case entries.RequestEnded():
            request = table.requests.find(entry.request)
            if request is not None:
                table.requests.end(request.guest, None if entry.why == "withdrawn" else entry.why)
    return table.make_change(entry)


def leave(table: TableFields, entry: entries.Left | entries.Kicked) -> Change:
    seat = table.seats[entry.seat]
    guest = seat.guest
    is_kick = isinstance(entry, entries.Kicked)
    if is_kick and guest is not None:
        table.kicked.add(guest)
    if table.running or table.is_sealed:
        seat.left, seat.stand_in = True, False
    else:
        table.seats[entry.seat] = SeatState()
    if guest == table.host:
        table.host = next_host(table.seats, entry.seat)
    return table.make_change(entry)


def add_bot(table: TableFields, entry: entries.BotAdded) -> Change:
    table.seats[entry.seat] = SeatState(level=entry.level)
    return table.make_change(entry)


def remove_bot(table: TableFields, entry: entries.BotRemoved) -> Change:
    table.seats[entry.seat] = SeatState()
    return table.make_change(entry)


def swap(table: TableFields, entry: entries.Swapped) -> Change:
    table.seats[entry.a], table.seats[entry.b] = table.seats[entry.b], table.seats[entry.a]
    return table.make_change(entry)


def change_host(table: TableFields, entry: entries.HandedOver) -> Change:
    table.host = table.seats[entry.seat].guest
    return table.make_change(entry)


def stand_in(table: TableFields, entry: entries.StoodIn) -> Change:
    seat = table.seats[entry.seat]
    seat.stand_in, seat.timed_out = entry.on, False
    return table.make_change(entry)
