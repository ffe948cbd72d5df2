"""Decides who sits where, as far as people decide it for themselves: sitting down, taking over, leaving, swapping."""

from __future__ import annotations

from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions.checks import find_free_seat, find_seat, own_seat, require_changeable
from huefall.server.tables.decisions.decision import DONE, Context, Decision
from huefall.server.tables.late_joining import request_seat
from huefall.server.tables.look_alikes import name_at_table
from huefall.server.tables.state import TableState


def sit(state: TableState, person: Person, command: commands.Sit) -> Decision:
    if person.guest in state.kicked:
        raise Refusal("kicked", "the host has sent you away from this table")
    own = state.seat_of(person.guest)
    if own is None and state.script is not None and not state.is_host(person.guest):
        raise Refusal("lesson_table", "a lesson is for one person: begin one of your own")
    number = find_free_seat(state) if command.seat is None and own is None else command.seat
    number = own if number is None else number
    if number is None:
        raise Refusal("no_free_seat", "every seat is taken: you can watch, or set up another table")
    seat = find_seat(state, number)
    if own == number and not seat.left:
        return DONE
    if own != number:
        if state.running:  # a hand changes its owner neither by sitting down nor by moving away
            raise Refusal("match_running", "seats change when the match is over: until then you can watch")
        if not seat.is_free:
            raise Refusal("seat_taken", f"seat {number} is taken: choose a free one")
    return Decision((entries.Sat(guest=person.guest, id=command.id, seat=number, name=name_at_table(state, person)),))


def take_over(state: TableState, person: Person, command: commands.TakeOver, context: Context) -> Decision:
    entry = request_seat(state, person, command, context.is_absent)
    return DONE if entry is None else Decision((entry,))


def leave(state: TableState, person: Person, command: commands.Leave) -> Decision:
    request = state.requests.of(person.guest)
    if request is not None:
        ended = entries.RequestEnded(guest=person.guest, id=command.id, request=request.number, why="withdrawn")
        return Decision((ended,))
    return Decision((entries.Left(guest=person.guest, id=command.id, seat=own_seat(state, person)),))


def swap(state: TableState, person: Person, command: commands.Swap) -> Decision:
    require_changeable(state, "seats change places when the match is over")
    pair = {command.a: find_seat(state, command.a), command.b: find_seat(state, command.b)}
    if not state.is_host(person.guest):
        others = [seat for seat in pair.values() if seat.guest != person.guest]
        # Two different seats: otherwise a spectator could "swap" a bot's seat with itself.
        if len(pair) != 2 or len(others) != 1 or others[0].guest is not None:
            raise Refusal("not_host", "only the host moves other people; swap your own seat with a bot or a free one")
    return Decision((entries.Swapped(guest=person.guest, id=command.id, a=command.a, b=command.b),))
