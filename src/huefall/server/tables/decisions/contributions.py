"""Decides on seals and contributions to the seed of a match. They are stored when they are complete.

Tested in tests/server/tables/test_match_start.py.
"""

from __future__ import annotations

from huefall.game.shared_seed import seal_of
from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables.decisions.actions import KeepContribution, KeepSeal
from huefall.server.tables.decisions.checks import match_is_starting, own_seat
from huefall.server.tables.decisions.decision import Decision
from huefall.server.tables.state import TableState
from huefall.server.tables.upcoming import Upcoming


def seal(state: TableState, person: Person, command: commands.Seal) -> Decision:
    own_seat(state, person)
    if _require_upcoming(state, command.commitment).is_sealed:
        raise match_is_starting()
    return Decision(action=KeepSeal(command.commitment, command.seal))


def contribute(state: TableState, person: Person, command: commands.Contribute) -> Decision:
    seat = own_seat(state, person)
    upcoming = _require_upcoming(state, command.commitment)
    # Before the seals are fixed nobody may tell anything: others could fit their own contribution to it.
    if not upcoming.is_sealed or upcoming.seals[seat] != seal_of(command.contribution, command.commitment):
        raise Refusal("wrong_contribution", "that does not fit the seal of your seat in table.upcoming.seals")
    return Decision(action=KeepContribution(seat, command.commitment, command.contribution))


def _require_upcoming(state: TableState, commitment: str) -> Upcoming:
    upcoming = state.upcoming
    if upcoming is None or upcoming.commitment != commitment:
        raise Refusal("stale", "the next match has another commitment: look again at table.upcoming")
    return upcoming
