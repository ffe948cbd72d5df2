"""``CommandRunner``: has commands decided, carries the decisions out, and replies."""

from __future__ import annotations

import structlog

from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.protocol.messages import Done, Message, Preparing, Refused
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.store import StoreFull
from huefall.server.tables import entries, inbox
from huefall.server.tables.decisions import Context, Decision, actions, decide
from huefall.server.tables.hints import TableHints
from huefall.server.tables.match_start import PendingStart
from huefall.server.tables.services import Batch
from huefall.server.tables.table_parts import TableParts
from huefall.server.transport.connection import Connection

log = structlog.get_logger("huefall.table")


class CommandRunner:
    """Carries out the commands of one table's clients, and starts that have waited."""

    def __init__(self, parts: TableParts) -> None:
        self._parts = parts
        self._state, self._audience, self._start = parts.state, parts.audience, parts.start
        self._services = services = parts.services
        self._hints = TableHints(parts.state, services.hint_worker, parts.post)
        self._context = Context(
            services.fill_setup, self._audience.has, services.engine, self._audience.is_absent, self._start
        )

    def execute(
        self,
        connection: Connection | None,
        person: Person | None,
        command: commands.Command,
        batch: Batch,
        arrived: float | None = None,
    ) -> None:
        """Decide on a command, carry the decision out, and reply. ``connection`` is None for a start without a client."""
        try:
            decision = self._decide(person, command)
            if decision.entries and self._parts.waits_for_room:
                raise self._no_room()
            for entry in decision.entries:
                self._parts.apply(entry, batch)
            if decision.action is not None:
                self._perform(decision.action, connection, person, batch)
        except (Refusal, MoveRefused) as error:
            self._parts.send(connection, self._refuse(command, error), batch)
            return
        if decision.replies_later or isinstance(command, commands.Hello):  # hello, without an id, is always refused
            return
        self._parts.send(connection, decision.reply or Done(command.id, self._state.revision), batch)
        if arrived is not None and isinstance(command, commands.Move):
            batch.arrivals.append(arrived)

    def _decide(self, person: Person | None, command: commands.Command) -> Decision:
        """Decide on a command. The table has not changed yet, so any error here becomes a refusal."""
        try:
            return decide(self._state, person, command, self._context)
        except (Refusal, MoveRefused):
            raise
        except Exception:
            log.exception("a command could not be decided", table=self._state.code)
            raise Refusal("internal", "something went wrong here: it has been noted") from None

    def _perform(
        self, action: actions.Action, connection: Connection | None, person: Person | None, batch: Batch
    ) -> None:
        """Carry out an action; raises ``Refusal`` if there is no capacity for it."""
        match action:
            case actions.ShowEmote():
                emoted = action.emoted
                batch.outgoing += self._audience.to_all(emoted, muted_seat=emoted.seat)
            case actions.HurryBots():
                self._parts.scheduler.hurry()
            case actions.StartWhenReady() if person is not None:
                self._start.pending = PendingStart(connection, person, action.command)
                if self._parts.waits_for_rules:
                    batch.outgoing += self._audience.to_all(Preparing(self._services.engine.progress))
            case actions.KeepSeal() if connection is not None:
                self._start.keep_seal(connection, action.commitment, action.seal)
            case actions.KeepContribution():
                self._start.keep_contribution(action.seat, action.commitment, action.contribution)
            case actions.SendWelcome() if connection is not None:
                batch.outgoing.append((connection, self._parts.welcome(connection, action.since)))
            case actions.SetMuted() if connection is not None:
                (connection.muted.add if action.on else connection.muted.discard)(action.seat)
            case actions.ComputeHint() if connection is not None and self._state.match is not None:
                self._hints.start(connection, self._state.match, action.seat, action.command)

    def send_hint(self, hint: inbox.HintReady, batch: Batch) -> None:
        """Reply to a question whose answer took a while."""
        try:
            reply: Message = self._hints.reply(hint)
        except Refusal as refusal:
            reply = self._refuse(hint.command, refusal)
        self._parts.send(hint.connection, reply, batch)

    def continue_start(self, batch: Batch) -> None:
        """Take the pending start as far as possible: until the rules are compiled, the contributions are sealed, or told."""
        engine = self._services.engine
        while (pending := self._start.pending) is not None and (engine.is_ready or engine.failed is not None):
            if self._start.is_waiting:
                self._start.watch()
                return
            if self._state.is_sealed:
                self._parts.apply(self._start.mix(), batch)
                self._parts.apply(entries.Dealt(guest=pending.person.guest, id=pending.command.id), batch)
                self._parts.send(pending.connection, Done(pending.command.id, self._state.revision), batch)
                self._start.pending = None
            else:
                self._start.pending = None
                self.execute(pending.connection, pending.person, pending.command, batch)

    def _refuse(self, command: commands.Command, error: Refusal | MoveRefused) -> Refused:
        refusal = error if isinstance(error, Refusal) else _refusal_of(error)
        self._services.metrics.count_refused(refusal.reason)
        return Refused(
            id=getattr(command, "id", None),
            reason=refusal.reason,
            text=refusal.text,
            revision=self._state.revision,
            rule=refusal.rule,
            first=refusal.first,
            problem=refusal.problem,
            retry_after=refusal.retry_after,
        )

    def _no_room(self) -> Refusal:
        return Refusal(StoreFull.reason, StoreFull.text, retry_after=self._services.store.health.retry_after)


def _refusal_of(refused: MoveRefused) -> Refusal:
    return Refusal(refused.verdict.reason, str(refused), rule=refused.verdict.rule)
