"""Decides on moves, the next round, and coming back from a stand-in."""

from __future__ import annotations

from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions.checks import own_seat
from huefall.server.tables.decisions.decision import DONE, Decision
from huefall.server.tables.races import LateMove, find_first, find_late
from huefall.server.tables.state import TableState


def move(state: TableState, person: Person, command: commands.Move, digest: str) -> Decision:
    seat = own_seat(state, person)
    if not state.running:
        first = find_first(state, seat, command.revision, command.move)  # the last card of the match, perhaps
        raise Refusal("no_match_running", "no match is running: the host can start one", first=first)
    late = find_late(state, seat, command.revision, command.move)
    if late is not None:
        raise _refuse_late(late, seat, command.move)
    if state.script is not None and not state.script.allows(command.move):
        raise Refusal("lesson_step", f"the lesson waits for another move now: {state.script.awaited}")
    moved = entries.Moved(guest=person.guest, id=command.id, digest=digest, seat=seat, move=command.move)
    back = end_stand_in(state, person, seat)
    if back and state.match is not None:
        verdict = state.match.why(seat, command.move)
        if verdict.status == "refused":  # the stand-in stays: a refused command changes nothing
            raise MoveRefused(seat, command.move, verdict)
    return Decision((*back, moved) if back else (moved,))


def next_round(state: TableState, person: Person, command: commands.NextRound) -> Decision:
    seat = own_seat(state, person)
    if state.status != "round_over":
        raise Refusal("round_running", "the next round is dealt when this one is over")
    if command.revision < state.last_answer_revision:  # meant for an earlier round
        raise Refusal("stale", "the table has moved on since: look again, then decide")
    dealt = entries.Dealt(guest=person.guest, id=command.id)
    return Decision((*end_stand_in(state, person, seat), dealt))


def back(state: TableState, person: Person, command: commands.Back) -> Decision:
    seat = own_seat(state, person)
    if not state.seats[seat].stand_in:
        return DONE
    return Decision((entries.StoodIn(guest=person.guest, id=command.id, seat=seat, on=False),))


def end_stand_in(state: TableState, person: Person, seat: int) -> tuple[entries.TableEntry, ...]:
    """A person who decides something is back."""
    return (entries.StoodIn(guest=person.guest, seat=seat, on=False),) if state.seats[seat].stand_in else ()


def _refuse_late(late: LateMove, seat: int, move: str) -> Refusal:
    if late.verdict is None:
        return Refusal("stale", "the table has moved on since: look again, then decide", first=late.first)
    text = str(MoveRefused(seat, move, late.verdict))
    return Refusal(late.verdict.reason, text, rule=late.verdict.rule, first=late.first)
