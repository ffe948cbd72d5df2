"""What several decisions look up or require of a table; what does not hold is refused.

Tested in tests/server/tables/decisions/.
"""

from __future__ import annotations

from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables.seats import SeatState
from huefall.server.tables.state import TableState


def own_seat(state: TableState, person: Person) -> int:
    seat = state.seat_of(person.guest)
    if seat is None or state.seats[seat].left:
        raise Refusal("not_seated", "you do not sit at this table: take a seat first")
    return seat


def find_seat(state: TableState, number: int) -> SeatState:
    if number >= len(state.seats):
        raise Refusal("no_such_seat", f"there is no seat {number}: expected 0 to {len(state.seats) - 1}")
    return state.seats[number]


def find_free_seat(state: TableState) -> int | None:
    return next((number for number, seat in enumerate(state.seats) if seat.is_free), None)


def require_no_match(state: TableState, text: str) -> None:
    if state.running:
        raise Refusal("match_running", text)


def require_changeable(state: TableState, text: str) -> None:
    """Refuse changes during a match, and those that would not fit the position the next match begins from."""
    require_no_match(state, text)
    if state.script is not None:
        raise Refusal("lesson_table", "a lesson stays as it is: set up a table of your own")
    if state.is_set_up:
        raise Refusal("match_running", "this table is set up for a match that is about to begin: " + text)


def require_other_person(state: TableState, person: Person, number: int) -> None:
    seat = find_seat(state, number)
    if seat.guest is None or seat.guest == person.guest or seat.left:
        raise Refusal("no_person_there", f"no other person sits on seat {number}")


def match_is_starting() -> Refusal:
    return Refusal("starting", "the match begins in a moment, or as soon as the rules are compiled")
