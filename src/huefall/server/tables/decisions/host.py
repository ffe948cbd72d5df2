"""Decides on the commands of the host: bots, guests, the setup, and who may join late."""

from __future__ import annotations

import msgspec

from huefall.bots import LEVELS
from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions.checks import find_free_seat, find_seat, require_changeable, require_other_person
from huefall.server.tables.decisions.decision import DONE, Context, Decision
from huefall.server.tables.decisions.starting import start
from huefall.server.tables.late_joining import find_request
from huefall.server.tables.setup import problem_of, seats_taken
from huefall.server.tables.state import TableState
from huefall.vocabulary.errors import HuefallError


def decide_for_host(state: TableState, person: Person, command: commands.Command, context: Context) -> Decision:
    if not state.is_host(person.guest):
        raise Refusal("not_host", "only the host can do that")
    match command:
        case commands.AddBot():
            return _add_bot(state, person, command)
        case commands.RemoveBot():
            return _remove_bot(state, person, command)
        case commands.Kick():
            return _kick(state, person, command)
        case commands.HandOver():
            return _change_host(state, person, command)
        case commands.Configure():
            return _configure(state, person, command, context)
        case commands.Start():
            return start(state, person, command, context)
        case commands.Pace():
            return _pace(state, person, command, context)
        case commands.AllowHints():
            return _allow_hints(state, person, command)
        case commands.Admit():
            return _admit(state, person, command)
        case commands.SetLateJoining():
            return _set_late_joining(state, person, command)
        case _:
            raise Refusal("bad_message", "tables do not take this command")


def _add_bot(state: TableState, person: Person, command: commands.AddBot) -> Decision:
    require_changeable(state, "bots come and go when the match is over")
    if command.level not in LEVELS:
        raise Refusal("unknown_level", f"no bot plays at {command.level!r}: expected one of {', '.join(LEVELS)}")
    number = find_free_seat(state) if command.seat is None else command.seat
    if number is None:
        raise Refusal("no_free_seat", "every seat is taken")
    if find_seat(state, number).guest is not None:
        raise Refusal("seat_taken", f"a person sits on seat {number}: choose a free one")
    return Decision((entries.BotAdded(guest=person.guest, id=command.id, seat=number, level=command.level),))


def _remove_bot(state: TableState, person: Person, command: commands.RemoveBot) -> Decision:
    require_changeable(state, "bots come and go when the match is over")
    if find_seat(state, command.seat).level is None:
        raise Refusal("no_bot_there", f"no bot sits on seat {command.seat}")
    return Decision((entries.BotRemoved(guest=person.guest, id=command.id, seat=command.seat),))


def _kick(state: TableState, person: Person, command: commands.Kick) -> Decision:
    require_other_person(state, person, command.seat)
    return Decision((entries.Kicked(guest=person.guest, id=command.id, seat=command.seat),))


def _change_host(state: TableState, person: Person, command: commands.HandOver) -> Decision:
    require_other_person(state, person, command.seat)
    return Decision((entries.HandedOver(guest=person.guest, id=command.id, seat=command.seat),))


def _configure(state: TableState, person: Person, command: commands.Configure, context: Context) -> Decision:
    require_changeable(state, "the rules stay as they are until the match is over")
    try:
        setup = context.fill_setup(command.setup)
        taken = sum(not seat.is_free for seat in state.seats)
        if setup.seats < taken:
            raise seats_taken(taken, setup.seats)
    except HuefallError as error:
        raise Refusal("bad_setup", str(error), problem=problem_of(error)) from None
    return Decision((entries.Configured(guest=person.guest, id=command.id, setup=setup),))


def _pace(state: TableState, person: Person, command: commands.Pace, context: Context) -> Decision:
    filled = context.fill_setup(msgspec.structs.replace(state.setup, bot_pause_ms=command.bot_pause_ms))
    return Decision((entries.Paced(guest=person.guest, id=command.id, bot_pause_ms=filled.bot_pause_ms or 0),))


def _allow_hints(state: TableState, person: Person, command: commands.AllowHints) -> Decision:
    if state.script is not None:
        raise Refusal("lesson_table", "a lesson shows its moves itself: set up a table of your own")
    return Decision((entries.HintsAllowed(guest=person.guest, id=command.id, on=command.on),))


def _admit(state: TableState, person: Person, command: commands.Admit) -> Decision:
    request = find_request(state, command.request)
    if not command.on:
        return Decision(
            (entries.RequestEnded(guest=person.guest, id=command.id, request=request.number, why="declined"),)
        )
    if request.granted:
        return DONE
    return Decision((entries.RequestGranted(guest=person.guest, id=command.id, request=request.number),))


def _set_late_joining(state: TableState, person: Person, command: commands.SetLateJoining) -> Decision:
    if state.script is not None:
        raise Refusal("lesson_table", "a lesson is for one person: set up a table of your own")
    if state.setup.late_joining == command.mode:
        return DONE
    return Decision((entries.LateJoiningSet(guest=person.guest, id=command.id, mode=command.mode),))
