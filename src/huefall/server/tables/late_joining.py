"""Joining late: who may take over which seat, and when it changes hands.

A seat changes hands between the decisions of the bot that plays there, never during one. The newcomer gets its hand and
its score, and nothing else that the seat was told (VIEW-01). These functions change nothing themselves.
"""

from __future__ import annotations

from collections.abc import Callable

from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.look_alikes import name_at_table
from huefall.server.tables.seat_requests import SeatRequest
from huefall.server.tables.seats import SeatState
from huefall.server.tables.state import TableState

#: A request that the host has not answered after this time has expired; so has one of a guest who has gone.
REQUEST_SECONDS = 120

#: Answers a question about a guest: whether they are connected, or whether they have been away for the grace period.
AboutGuest = Callable[[str | None], bool]


def find_joinable(state: TableState, is_absent: AboutGuest) -> list[int]:
    """List the seats that somebody may take over: those of bots and absent players."""
    if state.setup.late_joining == "off" or state.script is not None or state.closed is not None or state.is_set_up:
        return []
    return [number for number, seat in enumerate(state.seats) if _is_joinable(state, seat, is_absent)]


def _is_joinable(state: TableState, seat: SeatState, is_absent: AboutGuest) -> bool:
    if seat.level is not None:
        return True
    if seat.guest is None or not state.running:
        return False
    if seat.left:
        return True
    # A person who has merely lost the connection misses a turn first. Without a time limit nobody ever would.
    has_missed_turn = seat.stand_in or not state.setup.move_seconds
    return has_missed_turn and is_absent(seat.guest)


def can_change_hands(state: TableState, number: int) -> bool:
    """Return whether a seat may change hands now: its bot is not asked, and is shown nobody's hand."""
    match = state.match
    if match is None or not state.running:
        return True
    shown = match.game.shown
    if shown is not None and shown.to == number:
        return False
    return match.asked != number or state.seats[number].bot_level is None


def request_seat(
    state: TableState, person: Person, command: commands.TakeOver, is_absent: AboutGuest
) -> entries.TableEntry | None:
    """Decide on a request: the seat changes hands now or later, or the host is asked. None: it is waiting already."""
    _check_may_ask(state, person)
    joinable = find_joinable(state, is_absent)
    if command.seat is not None and command.seat not in joinable:
        raise _refuse_seat(state, command.seat)
    needs_consent = state.setup.late_joining == "ask" and state.host is not None
    waiting = state.requests.of(person.guest)
    if waiting is not None and (needs_consent or waiting.seat == command.seat):
        return None
    free, name = _find_free(state), name_at_table(state, person)
    if free is not None and command.seat is None:  # as before the match: nobody need be asked
        return entries.Sat(guest=person.guest, id=command.id, seat=free, name=name)
    seat = command.seat if command.seat is not None else _choose(state, joinable)
    if not needs_consent and seat is not None and can_change_hands(state, seat):
        return entries.TakenOver(guest=person.guest, id=command.id, seat=seat, name=name)
    if state.requests.is_full and waiting is None:
        raise Refusal("too_many_requests", "too many people wait for a seat: watch, and try again later")
    return entries.SeatRequested(
        guest=person.guest, id=command.id, name=name, seat=command.seat, granted=not needs_consent
    )


def _check_may_ask(state: TableState, person: Person) -> None:
    if person.guest in state.kicked:
        raise Refusal("kicked", "the host has sent you away from this table")
    if state.seat_of(person.guest) is not None:
        raise Refusal("already_seated", "you have a seat at this table")
    if state.script is not None:
        raise Refusal("lesson_table", "a lesson is for one person: begin one of your own")
    if state.setup.late_joining == "off":
        raise Refusal("late_joining_off", "the host does not let people take over seats at this table: you can watch")
    if state.requests.status_of(person.guest) == "declined":
        raise Refusal("request_declined", "the host has declined your request for this match: you can watch")


def _refuse_seat(state: TableState, number: int) -> Refusal:
    if number >= len(state.seats):
        return Refusal("no_such_seat", f"there is no seat {number}: expected 0 to {len(state.seats) - 1}")
    seat = state.seats[number]
    if seat.is_free:
        return Refusal("no_bot_there", f"seat {number} is free: sit down there")
    text = f"{seat.name} has not been away long enough: seats of bots and of people who have left can be taken"
    return Refusal("seat_protected", text)


def _choose(state: TableState, joinable: list[int]) -> int | None:
    """Choose the seat for somebody who wants any: at once if possible, and rather a bot's than one of an absent player."""

    def order(number: int) -> tuple[bool, bool, int]:
        seat = state.seats[number]
        return not can_change_hands(state, number), seat.guest is not None and not seat.left, number

    return min(joinable, key=order, default=None)


def _find_free(state: TableState) -> int | None:
    if state.running:
        return None
    return next((number for number, seat in enumerate(state.seats) if seat.is_free), None)


def find_request(state: TableState, number: int) -> SeatRequest:
    """Return an open request; raises ``Refusal`` if there is none of this number."""
    request = state.requests.find(number)
    if request is None:
        raise Refusal("no_such_request", "this person does not wait for a seat any more")
    return request


def find_due(state: TableState, is_here: AboutGuest, is_absent: AboutGuest) -> entries.TableEntry | None:
    """Return what is due with the open requests now: a seat that changes hands, or the end of a request; None: nothing.

    To be called again after the entry is applied.
    """
    if state.closed is not None or state.is_full:
        return None
    for request in state.requests:
        entry = _find_due(state, request, is_here, is_absent)
        if entry is not None:
            return entry
    return None


def _find_due(
    state: TableState, request: SeatRequest, is_here: AboutGuest, is_absent: AboutGuest
) -> entries.TableEntry | None:
    mode = state.setup.late_joining
    if mode == "off" or request.guest in state.kicked:
        return entries.RequestEnded(request=request.number, why="declined")
    if not request.granted:
        # The host has opened the table, or there is nobody left to ask.
        is_free_to_join = mode == "open" or state.host is None
        return entries.RequestGranted(request=request.number) if is_free_to_join else None
    if not is_here(request.guest):
        return None
    free = _find_free(state)
    if free is not None:
        return entries.Sat(guest=request.guest, seat=free, name=request.name)
    joinable = find_joinable(state, is_absent)
    seat = request.seat if request.seat in joinable else _choose(state, joinable)
    if seat is None or not can_change_hands(state, seat):
        return None
    return entries.TakenOver(guest=request.guest, seat=seat, name=request.name)


def find_expired(state: TableState, is_here: AboutGuest, now_ms: int) -> list[entries.TableEntry]:
    """List the ends of requests that have waited too long. One that is granted waits as long as its guest is connected."""
    return [
        entries.RequestEnded(request=request.number, why="expired")
        for request in state.requests
        if expires_at_ms(request) <= now_ms and not (request.granted and is_here(request.guest))
    ]


def expires_at_ms(request: SeatRequest) -> int:
    return request.at_ms + REQUEST_SECONDS * 1000
