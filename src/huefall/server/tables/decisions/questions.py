"""Decides on questions and pauses: why a move is refused, which move is best, hurrying the bots. They leave no entry."""

from __future__ import annotations

from huefall.protocol import commands
from huefall.protocol.messages import Because
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables.decisions.actions import ComputeHint, HurryBots
from huefall.server.tables.decisions.checks import own_seat
from huefall.server.tables.decisions.decision import Context, Decision
from huefall.server.tables.state import TableState


def explain(state: TableState, person: Person, command: commands.Why) -> Decision:
    seat = own_seat(state, person)
    if state.match is None:
        raise Refusal("no_match_running", "no match is running: the host can start one")
    verdict = state.match.why(seat, command.move)
    return Decision(reply=Because(command.id, verdict.status, verdict.reason, verdict.rule))


def hint(state: TableState, person: Person, command: commands.Hint) -> Decision:
    seat = own_seat(state, person)
    match = state.match
    if match is None or not state.running:
        raise Refusal("no_match_running", "no match is running: there are no moves to rank")
    if not state.setup.hints:
        raise Refusal("hints_off", "this table plays without hints: its host can allow them")
    if state.is_stale(seat, command.revision):
        raise Refusal("stale", "the table has moved on since: look again, then ask")
    if match.asked != seat:
        raise Refusal("not_asked", "another player is asked: ask for a hint when it is your turn")
    return Decision(action=ComputeHint(seat, command), replies_later=True)


def hurry(state: TableState, person: Person, context: Context) -> Decision:
    own = own_seat(state, person)
    for number, seat in enumerate(state.seats):
        if number != own and not seat.left and context.is_here(seat.guest):
            raise Refusal(
                "not_alone", f"{seat.name} plays here as well: bots can be hurried when you are alone with them"
            )
    return Decision(action=HurryBots())
