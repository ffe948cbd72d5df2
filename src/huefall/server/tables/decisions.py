"""``decide`` turns a command into a ``Decision``, or raises ``Refusal``. These functions change nothing themselves.

A decision is data: entries to apply and store, at most one action that leaves no entry, and a reply. ``Table`` carries it
out (``huefall.server.tables.table``) and is the only one to change the table's state.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from huefall.bots import LEVELS
from huefall.editions import RULES_VERSION
from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.protocol.messages import Because, Done, Emoted, Message
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.ops.engine import Engine
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.late_joining import find_request, request_seat
from huefall.server.tables.races import LateMove, find_first, find_late
from huefall.server.tables.rematch import fill_seats, set_stand_ins
from huefall.server.tables.seats import SeatState
from huefall.server.tables.setup import problem_of, seats_taken
from huefall.server.tables.state import TableState
from huefall.vocabulary.errors import HuefallError


@dataclass(frozen=True, slots=True)
class Context:
    """What decisions depend on besides the table's state."""

    #: Checks a setup and fills in the server's defaults; raises ``HuefallError``.
    fill_setup: Callable[[TableSetup], TableSetup]
    #: Whether a guest is connected to this table.
    is_here: Callable[[str | None], bool]
    engine: Engine
    #: Whether a guest has not been connected for the grace period.
    is_absent: Callable[[str | None], bool] = lambda _: False


# Actions: what a command does apart from entries. None of them is stored.


class SendWelcome(Struct, frozen=True):
    """Send the whole table to the connection again."""

    since: int | None


class ShowEmote(Struct, frozen=True):
    """Send an emote to everybody who has not muted its seat."""

    emoted: Emoted


class SetMuted(Struct, frozen=True):
    """Mute a seat's emotes for the connection, or unmute them."""

    seat: int
    on: bool


class HurryBots(Struct, frozen=True):
    """Let the bots answer with the shortest pause the server allows until a person is asked."""


class ComputeHint(Struct, frozen=True):
    """Rank the moves of a seat in another thread."""

    seat: int
    command: commands.Hint


class StartWhenReady(Struct, frozen=True):
    """Decide the start again when the rules are compiled."""

    command: commands.Start | commands.Rematch


Action = SendWelcome | ShowEmote | SetMuted | HurryBots | ComputeHint | StartWhenReady


class Decision(Struct, frozen=True):
    """What one command comes to. The table applies the entries, then carries out the action, then replies."""

    entries: tuple[entries.TableEntry, ...] = ()
    action: Action | None = None
    #: None: ``Done`` with the revision after the entries.
    reply: Message | None = None
    #: The action ends in a reply of its own, so none is sent now.
    replies_later: bool = False


#: Done without entries and actions: what the command asks for is already so.
DONE = Decision()


def decide(state: TableState, person: Person | None, command: commands.Command, context: Context) -> Decision:
    """Decide on a command. ``person`` is None for a spectator without a token."""
    match command:
        case commands.Ping():
            return DONE
        case commands.Resync():
            return Decision(action=SendWelcome(command.since))
        case commands.Hello():
            raise Refusal("bad_message", "hello is only valid as the first message")
    if person is None:
        raise Refusal("not_seated", "spectators cannot do this: connect with a guest's token")
    match command:
        case commands.Why():
            return _explain(state, person, command)
        case commands.Hint():
            return _hint(state, person, command)
        case commands.SendEmote():
            seat = _own_seat(state, person)
            return Decision(action=ShowEmote(Emoted(seat, command.emote)))
        case commands.Mute():
            return Decision(action=SetMuted(command.seat, command.on))
        case commands.Hurry():
            return _hurry(state, person, context)
    revision = state.find_done(person.guest, command.id)
    if revision is not None:  # sent again: it is carried out once
        return Decision(reply=Done(command.id, revision))
    return _decide_change(state, person, command, context)


def _decide_change(state: TableState, person: Person, command: commands.Command, context: Context) -> Decision:
    if state.closed is not None:
        raise Refusal("table_closed", "this table is closed: set up another one")
    if state.is_full:
        raise Refusal("table_full", "this table has reached its maximum of entries: set up another one")
    match command:
        case commands.Move():
            return _move(state, person, command)
        case commands.NextRound():
            return _next_round(state, person, command)
        case commands.Back():
            return _back(state, person, command)
        case commands.Sit():
            return _sit(state, person, command)
        case commands.TakeOver():
            return _take_over(state, person, command, context)
        case commands.Leave():
            return _leave(state, person, command)
        case commands.Rematch():
            return _rematch(state, person, command, context)
        case commands.Swap():
            return _swap(state, person, command)
        case _:
            return _decide_for_host(state, person, command, context)


def _decide_for_host(state: TableState, person: Person, command: commands.Command, context: Context) -> Decision:
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
            return _start(state, person, command, context)
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


# Questions and pauses: they leave no entry


def _explain(state: TableState, person: Person, command: commands.Why) -> Decision:
    seat = _own_seat(state, person)
    if state.match is None:
        raise Refusal("no_match_running", "no match is running: the host can start one")
    verdict = state.match.why(seat, command.move)
    return Decision(reply=Because(command.id, verdict.status, verdict.reason, verdict.rule))


def _hint(state: TableState, person: Person, command: commands.Hint) -> Decision:
    seat = _own_seat(state, person)
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


def _hurry(state: TableState, person: Person, context: Context) -> Decision:
    own = _own_seat(state, person)
    for number, seat in enumerate(state.seats):
        if number != own and not seat.left and context.is_here(seat.guest):
            raise Refusal(
                "not_alone", f"{seat.name} plays here as well: bots can be hurried when you are alone with them"
            )
    return Decision(action=HurryBots())


# Moves


def _move(state: TableState, person: Person, command: commands.Move) -> Decision:
    seat = _own_seat(state, person)
    if not state.running:
        first = find_first(state, seat, command.revision, command.move)  # the last card of the match, perhaps
        raise Refusal("no_match_running", "no match is running: the host can start one", first=first)
    late = find_late(state, seat, command.revision, command.move)
    if late is not None:
        raise _refuse_late(late, seat, command.move)
    if state.script is not None and not state.script.allows(command.move):
        raise Refusal("lesson_step", f"the lesson waits for another move now: {state.script.awaited}")
    moved = entries.Moved(guest=person.guest, id=command.id, seat=seat, move=command.move)
    return Decision((*_end_stand_in(state, person, seat), moved))


def _next_round(state: TableState, person: Person, command: commands.NextRound) -> Decision:
    seat = _own_seat(state, person)
    if state.status != "round_over":
        raise Refusal("round_running", "the next round is dealt when this one is over")
    if command.revision < state.last_answer_revision:  # meant for an earlier round
        raise Refusal("stale", "the table has moved on since: look again, then decide")
    dealt = entries.Dealt(guest=person.guest, id=command.id)
    return Decision((*_end_stand_in(state, person, seat), dealt))


def _back(state: TableState, person: Person, command: commands.Back) -> Decision:
    seat = _own_seat(state, person)
    if not state.seats[seat].stand_in:
        return DONE
    return Decision((entries.StoodIn(guest=person.guest, id=command.id, seat=seat, on=False),))


def _end_stand_in(state: TableState, person: Person, seat: int) -> tuple[entries.TableEntry, ...]:
    """A person who decides something is back, even if the engine then refuses the move."""
    return (entries.StoodIn(guest=person.guest, seat=seat, on=False),) if state.seats[seat].stand_in else ()


def _refuse_late(late: LateMove, seat: int, move: str) -> Refusal:
    if late.verdict is None:
        return Refusal("stale", "the table has moved on since: look again, then decide", first=late.first)
    text = str(MoveRefused(seat, move, late.verdict))
    return Refusal(late.verdict.reason, text, rule=late.verdict.rule, first=late.first)


# Seats


def _sit(state: TableState, person: Person, command: commands.Sit) -> Decision:
    if person.guest in state.kicked:
        raise Refusal("kicked", "the host has sent you away from this table")
    own = state.seat_of(person.guest)
    if own is None and state.script is not None and not state.is_host(person.guest):
        raise Refusal("lesson_table", "a lesson is for one person: begin one of your own")
    number = _find_free_seat(state) if command.seat is None and own is None else command.seat
    number = own if number is None else number
    if number is None:
        raise Refusal("no_free_seat", "every seat is taken: you can watch, or set up another table")
    seat = _seat(state, number)
    if own == number and not seat.left:
        return DONE
    if own != number:
        if state.running:  # a hand changes its owner neither by sitting down nor by moving away
            raise Refusal("match_running", "seats change when the match is over: until then you can watch")
        if not seat.is_free:
            raise Refusal("seat_taken", f"seat {number} is taken: choose a free one")
    return Decision((entries.Sat(guest=person.guest, id=command.id, seat=number, name=person.name),))


def _take_over(state: TableState, person: Person, command: commands.TakeOver, context: Context) -> Decision:
    entry = request_seat(state, person, command, context.is_absent)
    return DONE if entry is None else Decision((entry,))


def _leave(state: TableState, person: Person, command: commands.Leave) -> Decision:
    request = state.requests.of(person.guest)
    if request is not None:
        ended = entries.RequestEnded(guest=person.guest, id=command.id, request=request.number, why="withdrawn")
        return Decision((ended,))
    return Decision((entries.Left(guest=person.guest, id=command.id, seat=_own_seat(state, person)),))


def _swap(state: TableState, person: Person, command: commands.Swap) -> Decision:
    _require_changeable(state, "seats change places when the match is over")
    pair = {command.a: _seat(state, command.a), command.b: _seat(state, command.b)}
    if not state.is_host(person.guest):
        others = [seat for seat in pair.values() if seat.guest != person.guest]
        # Two different seats: otherwise a spectator could "swap" a bot's seat with itself.
        if len(pair) != 2 or len(others) != 1 or others[0].guest is not None:
            raise Refusal("not_host", "only the host moves other people; swap your own seat with a bot or a free one")
    return Decision((entries.Swapped(guest=person.guest, id=command.id, a=command.a, b=command.b),))


# The host's commands


def _add_bot(state: TableState, person: Person, command: commands.AddBot) -> Decision:
    _require_changeable(state, "bots come and go when the match is over")
    if command.level not in LEVELS:
        raise Refusal("unknown_level", f"no bot plays at {command.level!r}: expected one of {', '.join(LEVELS)}")
    number = _find_free_seat(state) if command.seat is None else command.seat
    if number is None:
        raise Refusal("no_free_seat", "every seat is taken")
    if _seat(state, number).guest is not None:
        raise Refusal("seat_taken", f"a person sits on seat {number}: choose a free one")
    return Decision((entries.BotAdded(guest=person.guest, id=command.id, seat=number, level=command.level),))


def _remove_bot(state: TableState, person: Person, command: commands.RemoveBot) -> Decision:
    _require_changeable(state, "bots come and go when the match is over")
    if _seat(state, command.seat).level is None:
        raise Refusal("no_bot_there", f"no bot sits on seat {command.seat}")
    return Decision((entries.BotRemoved(guest=person.guest, id=command.id, seat=command.seat),))


def _kick(state: TableState, person: Person, command: commands.Kick) -> Decision:
    _require_other_person(state, person, command.seat)
    return Decision((entries.Kicked(guest=person.guest, id=command.id, seat=command.seat),))


def _change_host(state: TableState, person: Person, command: commands.HandOver) -> Decision:
    _require_other_person(state, person, command.seat)
    return Decision((entries.HandedOver(guest=person.guest, id=command.id, seat=command.seat),))


def _configure(state: TableState, person: Person, command: commands.Configure, context: Context) -> Decision:
    _require_changeable(state, "the rules stay as they are until the match is over")
    try:
        setup = context.fill_setup(command.setup)
        taken = sum(not seat.is_free for seat in state.seats)
        if setup.seats < taken:
            raise seats_taken(taken, setup.seats)
    except HuefallError as error:
        raise Refusal("bad_setup", str(error), problem=problem_of(error)) from None
    return Decision((entries.Configured(guest=person.guest, id=command.id, setup=setup),))


def _start(state: TableState, person: Person, command: commands.Start, context: Context) -> Decision:
    _require_no_match(state, "a match is running already")
    free = [number for number, seat in enumerate(state.seats) if seat.is_free]
    if free:
        raise Refusal("seats_empty", f"seats {free} are empty: add bots, wait for people, or take seats away")
    own = state.seat_of(person.guest)
    return _begin_match(person, command, context, () if own is None else _end_stand_in(state, person, own))


def _begin_match(
    person: Person,
    command: commands.Start | commands.Rematch,
    context: Context,
    before: Sequence[entries.TableEntry] = (),
) -> Decision:
    """Deal a match after the entries ``before``, or as soon as the rules are compiled."""
    engine = context.engine
    if not engine.is_ready:
        if engine.failed is not None:
            raise Refusal("engine_failed", f"no match can begin: {engine.failed}")
        return Decision(action=StartWhenReady(command), replies_later=True)
    committed = entries.Committed(guest=person.guest, seed=secrets.token_hex(32), rules_version=RULES_VERSION)
    return Decision((*before, committed, entries.Dealt(guest=person.guest, id=command.id)))


def _rematch(state: TableState, person: Person, command: commands.Rematch, context: Context) -> Decision:
    number = _own_seat(state, person)
    if state.status != "over":
        raise Refusal("no_match_to_repeat", "a rematch follows a match that is over")
    if not state.is_host(person.guest) and context.is_here(state.host):
        if state.seats[number].wants_rematch:
            return DONE
        return Decision((entries.RematchWanted(guest=person.guest, id=command.id, seat=number),))
    is_heir = not state.is_host(person.guest)  # the host has gone: whoever is there goes on
    handed_over = [entries.HandedOver(guest=person.guest, seat=number)] if is_heir else []
    ready = [*handed_over, *fill_seats(state, context.is_here), *set_stand_ins(state, context.is_here)]
    return _begin_match(person, command, context, ready)


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


# Shared checks


def _own_seat(state: TableState, person: Person) -> int:
    seat = state.seat_of(person.guest)
    if seat is None or state.seats[seat].left:
        raise Refusal("not_seated", "you do not sit at this table: take a seat first")
    return seat


def _seat(state: TableState, number: int) -> SeatState:
    if number >= len(state.seats):
        raise Refusal("no_such_seat", f"there is no seat {number}: expected 0 to {len(state.seats) - 1}")
    return state.seats[number]


def _find_free_seat(state: TableState) -> int | None:
    return next((number for number, seat in enumerate(state.seats) if seat.is_free), None)


def _require_no_match(state: TableState, text: str) -> None:
    if state.running:
        raise Refusal("match_running", text)


def _require_changeable(state: TableState, text: str) -> None:
    """Refuse changes during a match, and those that would not fit the position the next match begins from."""
    _require_no_match(state, text)
    if state.script is not None:
        raise Refusal("lesson_table", "a lesson stays as it is: set up a table of your own")
    if state.is_set_up:
        raise Refusal("match_running", "this table is set up for a match that is about to begin: " + text)


def _require_other_person(state: TableState, person: Person, number: int) -> None:
    seat = _seat(state, number)
    if seat.guest is None or seat.guest == person.guest or seat.left:
        raise Refusal("no_person_there", f"no other person sits on seat {number}")
