"""``decide`` turns a command into a ``Decision``, or raises ``Refusal`` or ``MoveRefused``. It changes nothing itself."""

from __future__ import annotations

import msgspec

from huefall.protocol import commands
from huefall.protocol.messages import Done, Emoted
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables.decisions import contributions, moves, questions, seats, starting
from huefall.server.tables.decisions.actions import SendWelcome, SetMuted, ShowEmote, StartWhenReady
from huefall.server.tables.decisions.checks import match_is_starting, own_seat
from huefall.server.tables.decisions.decision import DONE, Context, Decision
from huefall.server.tables.decisions.host import decide_for_host
from huefall.server.tables.seen_commands import digest_command
from huefall.server.tables.state import TableState

#: Commands that change who plays or what: not once the contributions to the seed of a match are sealed.
RESEATING_COMMANDS = (
    commands.Sit,
    commands.TakeOver,
    commands.Leave,
    commands.AddBot,
    commands.RemoveBot,
    commands.Swap,
    commands.Kick,
    commands.Configure,
    commands.Start,
    commands.Rematch,
)


def decide(state: TableState, person: Person | None, command: commands.Command, context: Context) -> Decision:
    """Decide on a command. ``person`` is None for a spectator without a token."""
    if not isinstance(command, commands.Move):  # nearly every command is a move
        decision = _decide_without_entries(state, person, command, context)
        if decision is not None:
            return decision
    if person is None or isinstance(command, commands.Hello):
        raise _needs_token()
    digest = digest_command(command)
    seen = state.find_done(person.guest, command.id)
    if seen is None:
        _require_room(state)
        if isinstance(command, commands.Move):
            return moves.move(state, person, command, digest)
        return _bind_id(_decide_change(state, person, command, context), command.id, digest)
    if not seen.is_same(digest):
        raise Refusal(
            "id_used", f"the id {command.id} belongs to another command of yours: send this one with a new id"
        )
    return Decision(reply=Done(command.id, seen.revision))  # sent again: it is carried out once


def _needs_token() -> Refusal:
    return Refusal("not_seated", "spectators cannot do this: connect with a guest's token")


def _decide_without_entries(
    state: TableState, person: Person | None, command: commands.Command, context: Context
) -> Decision | None:
    """Decide on a command that is not stored; None for all others."""
    match command:
        case commands.Ping():
            return DONE
        case commands.Resync():
            return Decision(action=SendWelcome(command.since))
        case commands.Hello():
            raise Refusal("bad_message", "hello is only valid as the first message")
    if person is None:
        raise _needs_token()
    match command:
        case commands.Why():
            return questions.explain(state, person, command)
        case commands.Hint():
            return questions.hint(state, person, command)
        case commands.SendEmote():
            seat = own_seat(state, person)
            return Decision(action=ShowEmote(Emoted(seat, command.emote)))
        case commands.Mute():
            return Decision(action=SetMuted(command.seat, command.on))
        case commands.Hurry():
            return questions.hurry(state, person, context)
        case commands.Seal():
            return contributions.seal(state, person, command)
        case commands.Contribute():
            return contributions.contribute(state, person, command)
    return None


def _bind_id(decision: Decision, command_id: str, digest: str) -> Decision:
    """Store the command's digest with its id, which is in the last entry."""
    if not decision.entries or decision.entries[-1].id != command_id:
        return decision
    bound = msgspec.structs.replace(decision.entries[-1], digest=digest)
    return msgspec.structs.replace(decision, entries=(*decision.entries[:-1], bound))


def _require_room(state: TableState) -> None:
    if state.closed is not None:
        raise Refusal("table_closed", "this table is closed: set up another one")
    if state.is_full:
        raise Refusal("table_full", "this table has reached its maximum of entries: set up another one")


def _decide_change(state: TableState, person: Person, command: commands.Command, context: Context) -> Decision:
    """Decide on a command that changes the table, but is no move."""
    if isinstance(command, commands.Start | commands.Rematch) and context.start is not None:
        if context.start.is_pending_of(person, command):  # sent again over another connection, which gets the reply
            return Decision(action=StartWhenReady(command), replies_later=True)
        if context.start.pending is not None:
            raise match_is_starting()
    if state.is_sealed and isinstance(command, RESEATING_COMMANDS):
        raise match_is_starting()
    match command:
        case commands.NextRound():
            return moves.next_round(state, person, command)
        case commands.Back():
            return moves.back(state, person, command)
        case commands.Sit():
            return seats.sit(state, person, command)
        case commands.TakeOver():
            return seats.take_over(state, person, command, context)
        case commands.Leave():
            return seats.leave(state, person, command)
        case commands.Rematch():
            return starting.rematch(state, person, command, context)
        case commands.Swap():
            return seats.swap(state, person, command)
        case _:
            return decide_for_host(state, person, command, context)
