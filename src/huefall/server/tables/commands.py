"""What becomes of a command at a table: an answer to the one who gave it, and entries where something happens."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.protocol.messages import Because, Done, Emoted, Message, Refused
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.audience import Audience
from huefall.server.tables.decisions import Decisions
from huefall.server.tables.hints import TableHints
from huefall.server.tables.inbox import Advised
from huefall.server.tables.scheduler import Scheduler
from huefall.server.tables.services import Batch, Services
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import encode
from huefall.server.transport.connection import Connection

log = structlog.get_logger("huefall.table")

#: Carries an entry out.
Enter = Callable[[entries.TableEntry, Batch], None]
#: Writes how the table stands for a connection that has seen it at a revision, or not at all.
Welcome = Callable[[Connection, int | None], bytes]
#: Puts a start off until the rules are compiled.
Postpone = Callable[[Connection | None, Person, commands.Start, Batch], None]


class CommandHandler:
    """Hears commands at one table and answers them."""

    def __init__(
        self,
        state: TableState,
        audience: Audience,
        services: Services,
        pacing: Scheduler,
        *,
        enter: Enter,
        welcome: Welcome,
        postpone: Postpone,
        advised: Callable[[Advised], None],
    ) -> None:
        self._state = state
        self._audience = audience
        self._services = services
        self._pacing = pacing
        self._decisions = Decisions(state, services.fill)
        self._hints = TableHints(state, services.adviser, advised)
        self._enter = enter
        self._welcome = welcome
        self._postpone = postpone

    def hear(
        self,
        connection: Connection | None,
        person: Person | None,
        command: commands.Command,
        batch: Batch,
        arrived: float | None = None,
    ) -> None:
        """Carry a command out, or refuse it, and write the answer."""
        try:
            answer = self._carry_out(connection, person, command, batch)
        except Refusal as refusal:
            answer = self._refuse(command, refusal)
        except MoveRefused as refused:
            answer = self._refuse(command, Refusal(refused.verdict.reason, str(refused), rule=refused.verdict.rule))
        if answer is not None and connection is not None:
            batch.letters.append((connection, encode(answer)))
        if isinstance(answer, Done) and arrived is not None and isinstance(command, commands.Move):
            batch.arrivals.append(arrived)

    def hand_over(self, message: Advised, batch: Batch) -> None:
        """Answer somebody whose moves have been thought about."""
        try:
            answer: Message = self._hints.answer(message)
        except Refusal as refusal:
            answer = self._refuse(message.command, refusal)
        batch.letters.append((message.connection, encode(answer)))

    def _carry_out(
        self, connection: Connection | None, person: Person | None, command: commands.Command, batch: Batch
    ) -> Message | None:
        if isinstance(command, commands.Ping):
            return Done(command.id, self._state.revision)
        if isinstance(command, commands.Resync):
            if connection is not None:
                batch.letters.append((connection, self._welcome(connection, command.since)))
            return Done(command.id, self._state.revision)
        if isinstance(command, commands.Hello):
            raise Refusal("bad_message", "hello is said once, as the first message")
        if person is None:
            raise Refusal("not_seated", "who only watches has no say: come with a guest's token")
        if isinstance(command, commands.Hint):
            if connection is not None:
                self._hints.ask(connection, self._decisions.own_seat(person), command)
            return None  # the answer comes through the inbox
        if isinstance(command, commands.Why | commands.SendEmote | commands.Mute | commands.Hurry):
            return self._answer_fleeting(connection, person, command, batch)
        before = self._state.done_before(person.guest, command.id)
        if before is not None:
            return Done(command.id, before)
        entries = self._decide(person, command)
        if isinstance(command, commands.Start) and not self._services.engine.is_ready:
            self._postpone(connection, person, command, batch)
            return None
        for entry in entries:
            self._enter(entry, batch)
        return Done(command.id, self._state.revision)

    def _decide(self, person: Person, command: commands.Command) -> list[entries.TableEntry]:
        """Decide over a command. Nothing has been carried out so far, so whatever goes wrong is a refusal."""
        try:
            return self._decisions.decide(person, command)
        except Refusal:
            raise
        except Exception:
            log.exception("a command could not be decided over", table=self._state.code)
            raise Refusal("internal", "something went wrong here: it has been noted") from None

    def _refuse(self, command: commands.Command, refusal: Refusal) -> Refused:
        self._services.metrics.count_refused(refusal.reason)
        return Refused(
            id=getattr(command, "id", None),
            reason=refusal.reason,
            text=refusal.text,
            revision=self._state.revision,
            rule=refusal.rule,
            first=refusal.first,
            trouble=refusal.trouble,
        )

    # What leaves no entry

    def _answer_fleeting(
        self,
        connection: Connection | None,
        person: Person,
        command: commands.Why | commands.SendEmote | commands.Mute | commands.Hurry,
        batch: Batch,
    ) -> Message:
        match command:
            case commands.Why():
                return self._why(person, command)
            case commands.SendEmote():
                seat = self._decisions.own_seat(person)
                batch.letters += self._audience.address(Emoted(seat, command.emote), muting=seat)
            case commands.Mute():
                if connection is not None:
                    (connection.muted.add if command.on else connection.muted.discard)(command.seat)
            case commands.Hurry():
                self._hurry(person)
        return Done(command.id, self._state.revision)

    def _why(self, person: Person, command: commands.Why) -> Message:
        seat = self._decisions.own_seat(person)
        if self._state.match is None:
            raise Refusal("no_match_running", "no match is running: the host can start one")
        verdict = self._state.match.why(seat, command.move)
        return Because(command.id, verdict.status, verdict.reason, verdict.rule)

    def _hurry(self, person: Person) -> None:
        own = self._decisions.own_seat(person)
        for number, seat in enumerate(self._state.seats):
            if number != own and not seat.left and self._audience.has(seat.guest):
                raise Refusal(
                    "not_alone", f"{seat.name} plays here as well: bots are hurried by who is alone with them"
                )
        self._pacing.hurry()
