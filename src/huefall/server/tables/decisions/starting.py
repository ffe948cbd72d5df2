"""Decides on the start of a match and on a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from huefall.editions import RULES_VERSION
from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions.actions import StartWhenReady
from huefall.server.tables.decisions.checks import own_seat, require_no_match
from huefall.server.tables.decisions.decision import DONE, Context, Decision
from huefall.server.tables.decisions.moves import end_stand_in
from huefall.server.tables.rematch import fill_seats, set_stand_ins
from huefall.server.tables.state import TableState


def start(state: TableState, person: Person, command: commands.Start, context: Context) -> Decision:
    require_no_match(state, "a match is running already")
    free = [number for number, seat in enumerate(state.seats) if seat.is_free]
    if free:
        raise Refusal("seats_empty", f"seats {free} are empty: add bots, wait for people, or take seats away")
    own = state.seat_of(person.guest)
    return _begin_match(state, person, command, context, () if own is None else end_stand_in(state, person, own))


def rematch(state: TableState, person: Person, command: commands.Rematch, context: Context) -> Decision:
    number = own_seat(state, person)
    if state.status != "over":
        raise Refusal("no_match_to_repeat", "a rematch follows a match that is over")
    if not state.is_host(person.guest) and context.is_here(state.host):
        if state.seats[number].wants_rematch:
            return DONE
        return Decision((entries.RematchWanted(guest=person.guest, id=command.id, seat=number),))
    is_heir = not state.is_host(person.guest)  # the host has gone: whoever is there goes on
    handed_over = [entries.HandedOver(guest=person.guest, seat=number)] if is_heir else []
    ready = [*handed_over, *fill_seats(state, context.is_here), *set_stand_ins(state, context.is_here)]
    return _begin_match(state, person, command, context, ready)


def _begin_match(
    state: TableState,
    person: Person,
    command: commands.Start | commands.Rematch,
    context: Context,
    before: Sequence[entries.TableEntry] = (),
) -> Decision:
    """Deal a match after the entries ``before``; or go one step towards it, and decide again when the next is possible."""
    engine = context.engine
    if not engine.is_ready:
        if engine.failed is not None:
            raise Refusal("engine_failed", f"no match can begin: {engine.failed}")
        return Decision(action=StartWhenReady(command), replies_later=True)
    dealt = entries.Dealt(guest=person.guest, id=command.id)
    if state.upcoming is None:  # from a position
        committed = entries.Committed(guest=person.guest, seed=secrets.token_hex(32), rules_version=RULES_VERSION)
        return Decision((*before, committed, dealt))
    start = context.start
    if start is not None and (before or start.is_waiting):  # who sits down by ``before`` may contribute as well
        return Decision(tuple(before), action=StartWhenReady(command), replies_later=True)
    seals = () if start is None else start.seals()
    if any(seals):
        sealed = entries.Sealed(guest=person.guest, seals=seals, start=command.id)
        return Decision((sealed,), action=StartWhenReady(command), replies_later=True)
    nothing = ("",) * len(state.seats)
    mixed = entries.Mixed(guest=person.guest, contributions=nothing, rules_version=RULES_VERSION)
    return Decision((*before, mixed, dealt))
