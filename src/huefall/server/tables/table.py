"""``Table``: the one task that owns a table. All input comes through its inbox and is handled in order of arrival.

A command is decided (``huefall.server.tables.decisions``), and the decision is carried out here and only here: entries are
applied in memory, then stored durably, and only then are messages sent. If storing fails, the state in memory is dropped,
and the registry loads the table again from the store.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

import structlog

from huefall.bots.default_answer import default_answer
from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.protocol.fields import PlayedBy
from huefall.protocol.messages import Done, Message, Preparing, Refused
from huefall.server.guests.person import Person
from huefall.server.ops.clock import now_ms
from huefall.server.refusal import Refusal
from huefall.server.store import StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import decisions, entries, inbox
from huefall.server.tables.alarm import Alarm
from huefall.server.tables.audience import Audience, end_kicked
from huefall.server.tables.clock import Wait
from huefall.server.tables.decisions import Context, Decision, decide
from huefall.server.tables.deleted_guest import leave_for_good
from huefall.server.tables.hints import TableHints
from huefall.server.tables.late_joining import expires_at_ms, find_due, find_expired
from huefall.server.tables.participation import Participations
from huefall.server.tables.races import find_late
from huefall.server.tables.scheduler import Scheduler
from huefall.server.tables.seats import find_absent
from huefall.server.tables.services import Batch, Services
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import encode, show_you, write_welcome
from huefall.server.transport.connection import Connection
from huefall.view import view_for

log = structlog.get_logger("huefall.table")

#: A host who has been away this long is replaced by a player who is connected.
HOST_AWAY_SECONDS = 60.0

#: A request that is granted has no end while its guest is connected: it is looked at again after this time.
MIN_LOOK_MS = 1000

#: At most this many further decisions of a turn are made when its time is up: drawing may lead to several.
MAX_FOLLOW_UPS = 8

#: The command id of a start that was requested together with the table.
QUICK_PLAY_ID = "quick-play"


class Table:
    """A table, its connections and its clock. ``ended`` is called once when its task has ended."""

    def __init__(
        self,
        state: TableState,
        services: Services,
        *,
        ended: Callable[[Table], None],
        participations: Participations | None = None,
    ) -> None:
        self.state = state
        self._participations = participations or Participations()
        self.audience = Audience(state, services.grace_ms)
        self.empty_since_ms = now_ms()  # meaningful while no client is connected
        #: The table as it is stored, for readers outside its task.
        self.shown = state.show()
        self.shown_joinable: list[int] = []
        self.shown_asked, self.shown_scores = _asked(state), _scores(state)
        self._services = services
        self._ended = ended
        self._inbox: deque[inbox.Incoming] = deque()
        self._inbox_filled: asyncio.Future[None] | None = None  # set while the task waits for a message
        self._context = Context(services.fill_setup, self.audience.has, services.engine, self.audience.is_absent)
        self._scheduler = Scheduler(state, services.bot_pool, services.fill_setup, self.post)
        self._hints = TableHints(state, services.hint_worker, self.post)
        self._host_alarm: Alarm[None] = Alarm(lambda _: self.post(inbox.HostAway()))
        self._seats_alarm: Alarm[None] = Alarm(lambda _: self.post(inbox.SeatsDue()))
        #: A start that waits until the rules are compiled.
        self._pending_start: tuple[Connection | None, Person | None, commands.Start | commands.Rematch] | None = None
        self._is_over = False
        self._removed: set[str] = set()  # guests who have been taken from their seats for good
        if state.start_wanted is not None:
            self._pending_start = (None, Person(state.start_wanted, ""), commands.Start(id=QUICK_PLAY_ID))
            self.post(inbox.EngineChanged())
        self._task = asyncio.create_task(self._run(), name=f"table {state.code}")

    # From outside

    def post(self, message: inbox.Incoming) -> None:
        """Put a message into the inbox."""
        if self._is_over:
            inbox.ask_to_reconnect(message)
            return
        self._inbox.append(message)
        if self._inbox_filled is not None and not self._inbox_filled.done():
            self._inbox_filled.set_result(None)

    @property
    def waits_for_engine(self) -> bool:
        """Whether a match begins here as soon as the rules are compiled."""
        return self._pending_start is not None

    async def remove_guest(self, guest: str) -> bool:
        """Take a guest from their seat as if they had left, and end the task; return whether that is stored."""
        self.post(inbox.GuestDeleted(guest))
        await asyncio.gather(self._task, return_exceptions=True)
        return guest in self._removed

    async def stop(self) -> None:
        """Handle what is in the inbox, end all connections, and end the task; the table stays in the store."""
        self.post(inbox.Stop())
        await asyncio.gather(self._task, return_exceptions=True)

    # The task

    async def _run(self) -> None:
        try:
            while await self._handle_batch():
                pass
        except Exception:
            log.exception("a table is given up and loaded again", table=self.state.code)
            self.audience.end("table_reloaded", "something went wrong at this table: come back to it", again=True)
        finally:
            self._is_over = True
            for message in self._inbox:
                inbox.ask_to_reconnect(message)
            self._scheduler.suspend()
            self._host_alarm.switch_off()
            self._seats_alarm.switch_off()
            self._ended(self)

    async def _handle_batch(self) -> bool:
        """Handle all messages in the inbox, store the entries, send the messages; return whether the table goes on."""
        if not self._inbox:
            self._inbox_filled = asyncio.get_running_loop().create_future()
            await self._inbox_filled
            self._inbox_filled = None
        batch = Batch()
        goes_on = True
        while goes_on and self._inbox:
            goes_on = self._handle(self._inbox.popleft(), batch)
        if self.state.requests:
            self._hand_seats_over(batch)
        if batch.changes_table:
            self._follow_change(batch)
            batch.entries += self._participations.take_missing(self.state, now_ms())
        if batch.entries:
            await self._services.store.append(batch.entries)
        if batch.changes_table:
            self.shown = self.state.show()
            self.shown_scores = _scores(self.state)
        self.shown_asked = _asked(self.state)
        self.shown_joinable = self.audience.told_joinable
        for connection, data in batch.outgoing:
            connection.push(data)
        if batch.entries and self.state.kicked:
            self.audience.end_kicked()
        for arrived in batch.arrivals:
            self._services.metrics.answers.observe(time.perf_counter() - arrived)
        if self.state.closed is not None:
            self.audience.end("table_closed", "this table has been closed", again=False)
            return False
        self._removed |= batch.removed
        if batch.removed:
            self.audience.end("table_reloaded", "this table is being loaded again: come back to it", again=True)
        elif not goes_on:
            self.audience.end("stopping", "the server stops: come back in a moment", again=True)
        elif batch.entries:
            self._schedule()
        return goes_on

    def _handle(self, message: inbox.Incoming, batch: Batch) -> bool:
        """Handle one message; return whether the table goes on."""
        match message:
            case inbox.CommandReceived():
                connection = message.connection
                self._execute(connection, connection.person, message.command, batch, message.arrived)
            case inbox.BotMoved():
                self._play_for_bot(message, batch)
            case inbox.HintReady():
                self._send_hint(message, batch)
            case inbox.TimeUp():
                self._end_wait(message.wait, batch)
            case inbox.Connected():
                self._connect(message.connection, message.since, batch)
            case inbox.Disconnected():
                self._disconnect(message.connection, batch)
            case inbox.HostAway():
                self._replace_host(batch)
            case inbox.SeatsDue():
                self._look_at_seats(batch)
            case inbox.EngineChanged():
                self._start_if_ready(batch)
            case inbox.Close():
                self._apply(entries.Closed(reason=message.reason), batch)
                return False
            case inbox.GuestDeleted():
                for entry in leave_for_good(self.state, message.guest):
                    self._apply(entry, batch)
                batch.removed.add(message.guest)
                return False
            case inbox.Stop():
                return False
        return True

    def _apply(self, entry: entries.TableEntry, batch: Batch) -> None:
        """Apply an entry, and add it and its updates to the batch. Raises ``MoveRefused`` and changes nothing."""
        now = now_ms()
        change = self.state.apply(entry, now)
        stream = table_stream(self.state.code)
        batch.entries.append(StoredEntry(stream, change.revision, now, entries.encode_entry(entry)))
        batch.changes_table |= change.table_changed
        if self.audience:
            batch.outgoing += self.audience.updates(change, self._scheduler.clock())
        if isinstance(entry, entries.Moved):
            self._services.metrics.count_move(entry.by)

    # Commands

    def _execute(
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
            for entry in decision.entries:
                self._apply(entry, batch)
            if decision.action is not None:
                self._perform(decision.action, connection, person, batch)
        except (Refusal, MoveRefused) as error:
            self._send(connection, self._refuse(command, error), batch)
            return
        if decision.replies_later or isinstance(command, commands.Hello):  # hello, without an id, is always refused
            return
        self._send(connection, decision.reply or Done(command.id, self.state.revision), batch)
        if arrived is not None and isinstance(command, commands.Move):
            batch.arrivals.append(arrived)

    def _decide(self, person: Person | None, command: commands.Command) -> Decision:
        """Decide on a command. The table has not changed yet, so any error here becomes a refusal."""
        try:
            return decide(self.state, person, command, self._context)
        except Refusal:
            raise
        except Exception:
            log.exception("a command could not be decided", table=self.state.code)
            raise Refusal("internal", "something went wrong here: it has been noted") from None

    def _perform(
        self, action: decisions.Action, connection: Connection | None, person: Person | None, batch: Batch
    ) -> None:
        """Carry out an action; raises ``Refusal`` if there is no capacity for it."""
        match action:
            case decisions.ShowEmote():
                emoted = action.emoted
                batch.outgoing += self.audience.to_all(emoted, muted_seat=emoted.seat)
            case decisions.HurryBots():
                self._scheduler.hurry()
            case decisions.StartWhenReady():
                if self._pending_start is not None:
                    raise Refusal("starting", "the match begins as soon as the rules are compiled")
                self._pending_start = (connection, person, action.command)
                batch.outgoing += self.audience.to_all(Preparing(self._services.engine.progress))
            case decisions.SendWelcome() if connection is not None:
                batch.outgoing.append((connection, self._welcome(connection, action.since)))
            case decisions.SetMuted() if connection is not None:
                (connection.muted.add if action.on else connection.muted.discard)(action.seat)
            case decisions.ComputeHint() if connection is not None and self.state.match is not None:
                self._hints.start(connection, self.state.match, action.seat, action.command)

    def _send_hint(self, hint: inbox.HintReady, batch: Batch) -> None:
        try:
            reply: Message = self._hints.reply(hint)
        except Refusal as refusal:
            reply = self._refuse(hint.command, refusal)
        self._send(hint.connection, reply, batch)

    def _refuse(self, command: commands.Command, error: Refusal | MoveRefused) -> Refused:
        refusal = error if isinstance(error, Refusal) else _refusal_of(error)
        self._services.metrics.count_refused(refusal.reason)
        return Refused(
            id=getattr(command, "id", None),
            reason=refusal.reason,
            text=refusal.text,
            revision=self.state.revision,
            rule=refusal.rule,
            first=refusal.first,
            problem=refusal.problem,
        )

    def _send(self, connection: Connection | None, message: Message, batch: Batch) -> None:
        if connection is not None:
            batch.outgoing.append((connection, encode(message)))

    # Bots, clock and engine

    def _play_for_bot(self, message: inbox.BotMoved, batch: Batch) -> None:
        state = self.state
        if not state.running or state.seats[message.seat].bot_level is None:
            return  # the person is back
        if find_late(state, message.seat, message.revision, message.move) is not None:
            return  # the bot is asked again
        try:
            self._apply(entries.Moved(seat=message.seat, move=message.move, by="bot"), batch)
        except MoveRefused as refused:
            log.warning("a bot's move was refused", table=state.code, move=message.move, reason=refused.verdict.reason)
            if state.match is not None and state.match.asked == message.seat:
                self._play_default(message.seat, "bot", batch)

    def _end_wait(self, wait: Wait, batch: Batch) -> None:
        if wait != self._scheduler.wait() or not self.state.running:
            return  # it has happened in time, perhaps in this very batch
        if wait.seat is None:
            self._apply(entries.Dealt(), batch)
            return
        self._play_default(wait.seat, "clock", batch)
        for _ in range(MAX_FOLLOW_UPS):  # the time was up for the whole turn, not only for its first decision
            if not self.state.is_same_turn(wait.seat):
                break
            self._play_default(wait.seat, "clock", batch)
        absent = find_absent(self.state.seats)
        if absent is not None and self.state.running:
            self._apply(entries.StoodIn(seat=absent, on=True), batch)

    def _play_default(self, seat: int, by: PlayedBy, batch: Batch) -> None:
        if self.state.match is not None:
            move = default_answer(view_for(self.state.match.game, seat))
            self._apply(entries.Moved(seat=seat, move=move, by=by), batch)

    def _start_if_ready(self, batch: Batch) -> None:
        """Execute the pending start if the rules are compiled or cannot be; otherwise tell everybody the progress."""
        engine = self._services.engine
        if self._pending_start is None:
            return
        if not engine.is_ready and engine.failed is None:
            batch.outgoing += self.audience.to_all(Preparing(engine.progress))
            return
        (connection, person, command), self._pending_start = self._pending_start, None
        self._execute(connection, person, command, batch)

    def _schedule(self) -> None:
        """Let the clock and the bots run, but only while a client is connected."""
        if self.audience:
            self._scheduler.update()
        else:
            self._scheduler.suspend()

    # Connections

    def _connect(self, connection: Connection, since: int | None, batch: Batch) -> None:
        if connection.guest is not None and connection.guest in self.state.kicked:
            end_kicked(connection)
            return
        was_empty = not self.audience
        if was_empty:
            self._scheduler.resume()
        seat = self.state.seat_of(connection.guest)
        if seat is not None and self.state.seats[seat].stand_in:
            self._apply(entries.StoodIn(guest=connection.guest, seat=seat, on=False), batch)
        if self.state.is_host(connection.guest):
            self._host_alarm.switch_off()
        elif seat is not None and not self.audience.has(self.state.host):
            self._await_host()
        self.audience.add(connection)  # after the entry above: the first message a client gets is the welcome
        if was_empty:
            self._schedule()
        batch.outgoing.append((connection, self._welcome(connection, since)))
        if self._pending_start is not None:
            self._send(connection, Preparing(self._services.engine.progress), batch)
        batch.outgoing += self.audience.tell_presence(skip=connection)
        self._watch_seats()

    def _disconnect(self, connection: Connection, batch: Batch) -> None:
        self.audience.remove(connection)
        self.empty_since_ms = now_ms()
        if not self.audience:
            self._scheduler.suspend()
            return
        batch.outgoing += self.audience.tell_presence()
        self._watch_seats()
        if self.state.is_host(connection.guest) and not self.audience.has(self.state.host):
            self._await_host()

    def _welcome(self, connection: Connection, since: int | None) -> bytes:
        you = show_you(self.state, connection.person)
        return write_welcome(self.state, you, since, self._scheduler.clock(), self.audience.presence())

    # Joining late

    def _hand_seats_over(self, batch: Batch) -> None:
        """Give the people who wait for a seat what is due to them now."""
        while (entry := find_due(self.state, self.audience.has, self.audience.is_absent)) is not None:
            self._apply(entry, batch)
        self._watch_seats()

    def _follow_change(self, batch: Batch) -> None:
        """Tell everybody if other seats can be taken over after a change, and watch for a host who is away."""
        if self.audience.joinable != self.audience.told_joinable:
            batch.outgoing += self.audience.tell_presence()
        if self.state.host is not None and self.audience and not self.audience.has(self.state.host):
            self._await_host()

    def _look_at_seats(self, batch: Batch) -> None:
        """End the requests that have expired, and tell everybody which seats can be taken over by now."""
        for entry in find_expired(self.state, self.audience.has, now_ms()):
            self._apply(entry, batch)
        batch.outgoing += self.audience.tell_presence()
        self._watch_seats()

    def _watch_seats(self) -> None:
        """Set the alarm for the end of the next grace period or request."""
        now = now_ms()
        due = [max(expires_at_ms(request), now + MIN_LOOK_MS) for request in self.state.requests]
        absence = self.audience.next_absence_ms()
        if absence is not None:
            due.append(absence)
        if due and self.audience:
            self._seats_alarm.set((min(due) - now) / 1000, None)
        else:
            self._seats_alarm.switch_off()

    # The host

    def _await_host(self) -> None:
        if not self._host_alarm.is_set:
            self._host_alarm.set(HOST_AWAY_SECONDS, None)

    def _replace_host(self, batch: Batch) -> None:
        state = self.state
        if self.audience.has(state.host):
            return
        for number, seat in enumerate(state.seats):
            if seat.guest is not None and not seat.left and self.audience.has(seat.guest):
                self._apply(entries.HandedOver(seat=number), batch)
                return


def _asked(state: TableState) -> int | None:
    return state.match.asked if state.match is not None and state.running else None


def _scores(state: TableState) -> list[int]:
    return [0] * len(state.seats) if state.match is None else state.match.scores


def _refusal_of(refused: MoveRefused) -> Refusal:
    return Refusal(refused.verdict.reason, str(refused), rule=refused.verdict.rule)
