"""``Table``: the one task that owns a table. Everything that happens there comes through its inbox, in order of arrival.

A message is carried out in memory, what came of it is stored durably, and only then anybody is told. If that goes
wrong, what is in memory is thrown away: the hall loads the table again as it is stored.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from huefall.bots.default import default_answer
from huefall.game import MoveRefused
from huefall.protocol import commands as said
from huefall.protocol.fields import PlayedBy
from huefall.protocol.messages import Because, Done, Emoted, Message, Preparing, Refused
from huefall.protocol.tables import Clock, Setup
from huefall.server.connection import Connection
from huefall.server.engine import Engine
from huefall.server.metrics import Metrics
from huefall.server.moment import now_ms
from huefall.server.store import Entry, Store
from huefall.server.table import entries as kept
from huefall.server.table import inbox
from huefall.server.table.alarm import Alarm
from huefall.server.table.audience import Audience, Letter, end_kicked
from huefall.server.table.bots import BotDesk
from huefall.server.table.clock import Wait, find_wait
from huefall.server.table.decide import Decisions, Person, Refusal
from huefall.server.table.state import Happening, TableState
from huefall.server.table.telling import Telling, encode, show_you, write_welcome
from huefall.server.workers import Workers
from huefall.view import view_for

log = structlog.get_logger("huefall.table")

#: A host who has been away so long hands the table over to a person who is there.
HOST_AWAY_SECONDS = 60.0

#: The id of a start that was asked for together with the table.
QUICK_PLAY = "quick-play"

#: What may seat somebody else, so that who is here is told anew by seat.
RESEATED = frozenset({"configured", "sat", "left", "kicked", "bot_added", "bot_removed", "swapped"})


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the house."""

    store: Store
    engine: Engine
    thinkers: Workers
    metrics: Metrics
    fill: Callable[[Setup], Setup]  # checks a setup and adds the server's defaults


@dataclass(slots=True)
class Batch:
    """What came of a few messages: what is to be stored, and what is to be sent afterwards, in order."""

    entries: list[Entry] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    changes_table: bool = False
    arrivals: list[float] = field(default_factory=list)  # of the moves that are acknowledged with it


class Table:
    """A table, its clients and its clock. ``ended`` is called once when its task is over."""

    def __init__(self, state: TableState, services: Services, *, ended: Callable[[Table], None]) -> None:
        self.state = state
        self.audience = Audience(state)
        self.quiet_since = time.time()  # since when nobody has been here
        #: The table as it is stored, for those who look from outside.
        self.shown = state.show()
        self._services = services
        self._ended = ended
        self._decisions = Decisions(state, services.fill)
        self._inbox: deque[inbox.Incoming] = deque()
        self._waiting: asyncio.Future[None] | None = None  # of the task, for something to come in
        self._desk = BotDesk(state, services.thinkers, now_ms, self._post_bot)
        self._wait: Wait | None = None
        self._alarm: Alarm[Wait] = Alarm(lambda wait: self.post(inbox.TimeUp(wait)))
        self._host_alarm: Alarm[None] = Alarm(lambda _: self.post(inbox.HostAway()))
        self._woke_at = 0
        self._found_for = (-1, 0)  # the revision and the waking for which ``_found`` was found
        self._found: Wait | None = None
        self._start: tuple[Connection | None, Person, said.Start] | None = None  # waits for the engine
        self._is_over = False
        if state.start_wanted is not None:
            self._start = (None, Person(state.start_wanted, ""), said.Start(id=QUICK_PLAY))
            self.post(inbox.EngineNews())
        self._task = asyncio.create_task(self._run(), name=f"table {state.code}")

    # From outside

    def post(self, message: inbox.Incoming) -> None:
        """Put something into the inbox."""
        if self._is_over:
            _turn_away(message)
            return
        self._inbox.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    @property
    def waits_for_engine(self) -> bool:
        """Tell whether a match begins here as soon as the rules are compiled."""
        return self._start is not None

    async def stop(self) -> None:
        """Finish what is in the inbox, say good-bye, and end; the table stays as it is stored."""
        self.post(inbox.Stop())
        await asyncio.gather(self._task, return_exceptions=True)

    # The task

    async def _run(self) -> None:
        try:
            while await self._take_batch():
                pass
        except Exception:
            log.exception("a table is given up and loaded again", table=self.state.code)
            self.audience.end("table_reloaded", "something went wrong at this table: come back to it", again=True)
        finally:
            self._is_over = True
            for message in self._inbox:
                _turn_away(message)
            self._rest()
            self._host_alarm.switch_off()
            self._ended(self)

    async def _take_batch(self) -> bool:
        """Carry out what is in the inbox, store it, tell it; return whether the table goes on."""
        if not self._inbox:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
            self._waiting = None
        batch = Batch()
        going_on = True
        while going_on and self._inbox:
            going_on = self._handle(self._inbox.popleft(), batch)
        if batch.entries:
            await self._services.store.append(batch.entries)
        if batch.changes_table:
            self.shown = self.state.show()
        for connection, data in batch.letters:
            connection.push(data)
        if batch.entries and self.state.kicked:
            self.audience.send_away_kicked()
        for arrived in batch.arrivals:
            self._services.metrics.answers.observe(time.perf_counter() - arrived)
        if self.state.closed is not None:
            self.audience.end("table_closed", "this table has been closed", again=False)
            return False
        if not going_on:
            self.audience.end("stopping", "the server stops: come back in a moment", again=True)
        elif batch.entries:
            self._reschedule()
        return going_on

    def _handle(self, message: inbox.Incoming, batch: Batch) -> bool:
        """Carry one message out; return whether the table goes on."""
        match message:
            case inbox.Said():
                self._hear(message.connection, message.connection.person, message.command, batch, message.arrived)
            case inbox.BotSaid():
                self._hear_bot(message, batch)
            case inbox.TimeUp():
                self._time_up(message.wait, batch)
            case inbox.Joined():
                self._join(message.connection, message.since, batch)
            case inbox.Gone():
                self._part(message.connection, batch)
            case inbox.HostAway():
                self._replace_host(batch)
            case inbox.EngineNews():
                self._hear_engine(batch)
            case inbox.Close():
                self._enter(kept.Closed(reason=message.reason), batch)
                return False
            case inbox.Stop():
                return False
        return True

    # Commands

    def _hear(
        self,
        connection: Connection | None,
        person: Person | None,
        command: said.Command,
        batch: Batch,
        arrived: float | None = None,
    ) -> None:
        try:
            answer = self._carry_out(connection, person, command, batch)
        except Refusal as refusal:
            answer = self._refuse(command, refusal)
        except MoveRefused as refused:
            answer = self._refuse(command, self._explain(command, refused))
        if answer is not None and connection is not None:
            batch.letters.append((connection, encode(answer)))
        if isinstance(answer, Done) and arrived is not None and isinstance(command, said.Move):
            batch.arrivals.append(arrived)

    def _carry_out(
        self, connection: Connection | None, person: Person | None, command: said.Command, batch: Batch
    ) -> Message | None:
        if isinstance(command, said.Ping):
            return Done(command.id, self.state.revision)
        if isinstance(command, said.Resync):
            if connection is not None:
                batch.letters.append((connection, self._welcome(connection, command.since)))
            return Done(command.id, self.state.revision)
        if isinstance(command, said.Hello):
            raise Refusal("bad_message", "hello is said once, as the first message")
        if person is None:
            raise Refusal("not_seated", "who only watches has no say: come with a guest's token")
        if isinstance(command, said.Why):
            return self._why(person, command)
        if isinstance(command, said.EmoteSaid):
            return self._show_emote(person, command, batch)
        if isinstance(command, said.Mute):
            return self._mute(connection, command)
        before = self.state.done_before(person.guest, command.id)
        if before is not None:
            return Done(command.id, before)
        entries = self._decide(person, command)
        if isinstance(command, said.Start) and not self._services.engine.is_ready:
            return self._wait_for_engine(connection, person, command, batch)
        for entry in entries:
            self._enter(entry, batch)
        return Done(command.id, self.state.revision)

    def _decide(self, person: Person, command: said.Command) -> list[kept.Kept]:
        """Decide over a command. Nothing has been carried out so far, so whatever goes wrong is a refusal."""
        try:
            return self._decisions.decide(person, command)
        except Refusal:
            raise
        except Exception:
            log.exception("a command could not be decided over", table=self.state.code)
            raise Refusal("internal", "something went wrong here: it has been noted") from None

    def _refuse(self, command: said.Command, refusal: Refusal) -> Refused:
        self._services.metrics.count_refused(refusal.reason)
        return Refused(
            id=getattr(command, "id", None),
            reason=refusal.reason,
            text=refusal.text,
            revision=self.state.revision,
            rule=refusal.rule,
            first=refusal.first,
        )

    def _explain(self, command: said.Command, refused: MoveRefused) -> Refusal:
        verdict = refused.verdict
        first = None
        if isinstance(command, said.Move) and command.revision < self.state.revision:
            first = self.state.first_since(command.revision, command.move)
        return Refusal(verdict.reason, str(refused), rule=verdict.rule, first=first)

    def _why(self, person: Person, command: said.Why) -> Message:
        seat = self._decisions.own_seat(person)
        if self.state.match is None:
            raise Refusal("no_match_running", "no match is running: the host can start one")
        verdict = self.state.match.why(seat, command.move)
        return Because(command.id, verdict.status, verdict.reason, verdict.rule)

    def _show_emote(self, person: Person, command: said.EmoteSaid, batch: Batch) -> Message:
        seat = self._decisions.own_seat(person)
        batch.letters += self.audience.address(Emoted(seat, command.emote), muting=seat)
        return Done(command.id, self.state.revision)

    def _mute(self, connection: Connection | None, command: said.Mute) -> Message:
        if connection is not None:
            (connection.muted.add if command.on else connection.muted.discard)(command.seat)
        return Done(command.id, self.state.revision)

    # What happens by itself

    def _hear_bot(self, message: inbox.BotSaid, batch: Batch) -> None:
        state = self.state
        if not state.running or state.seats[message.seat].plays_itself is None:
            return  # the person is back
        if state.is_stale(message.seat, message.revision):
            return  # the bot is asked again
        try:
            self._enter(kept.Moved(seat=message.seat, move=message.move, by="bot"), batch)
        except MoveRefused as refused:
            log.warning("a bot's move was refused", table=state.code, move=message.move, reason=refused.verdict.reason)
            if state.match is not None and state.match.asked == message.seat:
                self._play_default(message.seat, "bot", batch)

    def _time_up(self, wait: Wait, batch: Batch) -> None:
        if wait != self._find_wait() or not self.state.running:
            return  # what was waited for has come, perhaps in this very batch
        if wait.seat is None:
            self._enter(kept.Dealt(), batch)
            return
        self._play_default(wait.seat, "clock", batch)
        absent = self.state.absent
        if absent is not None and self.state.running:
            self._enter(kept.StoodIn(seat=absent, on=True), batch)

    def _play_default(self, seat: int, by: PlayedBy, batch: Batch) -> None:
        if self.state.match is not None:
            move = default_answer(view_for(self.state.match.game, seat))
            self._enter(kept.Moved(seat=seat, move=move, by=by), batch)

    def _replace_host(self, batch: Batch) -> None:
        state = self.state
        if self.audience.has(state.host):
            return
        for number, seat in enumerate(state.seats):
            if seat.guest is not None and not seat.left and self.audience.has(seat.guest):
                self._enter(kept.HandedOver(seat=number), batch)
                return

    def _wait_for_engine(
        self, connection: Connection | None, person: Person, command: said.Start, batch: Batch
    ) -> Message | None:
        engine = self._services.engine
        if engine.failed is not None:
            raise Refusal("engine_failed", f"no match can begin: {engine.failed}")
        if self._start is not None:
            raise Refusal("starting", "the match begins as soon as the rules are compiled")
        self._start = (connection, person, command)
        batch.letters += self.audience.address(Preparing(engine.progress))
        return None

    def _hear_engine(self, batch: Batch) -> None:
        engine = self._services.engine
        if self._start is None:
            return
        if not engine.is_ready and engine.failed is None:
            batch.letters += self.audience.address(Preparing(engine.progress))
            return
        (connection, person, command), self._start = self._start, None
        self._hear(connection, person, command, batch)

    # Entries

    def _enter(self, entry: kept.Kept, batch: Batch) -> None:
        """Carry an entry out, and make ready what is stored and told about it."""
        now = now_ms()
        happening = self.state.apply(entry, now)
        stream = stream_of(self.state.code)
        batch.entries.append(Entry(stream, happening.revision, now, kept.encode_entry(entry)))
        batch.changes_table |= happening.table_changed
        self._compose(happening, batch)
        if isinstance(entry, kept.Moved):
            self._services.metrics.count_move(entry.by)

    def _compose(self, happening: Happening, batch: Batch) -> None:
        if self.audience:
            telling = Telling(self.state, happening, self._clock())
            batch.letters += self.audience.address_each(telling, happening)
            if happening.what in RESEATED:
                batch.letters += self.audience.address(self.audience.presence())

    # Coming and going

    def _join(self, connection: Connection, since: int | None, batch: Batch) -> None:
        if connection.guest is not None and connection.guest in self.state.kicked:
            end_kicked(connection)
            return
        was_empty = not self.audience
        if was_empty:
            self._woke_at = now_ms()
        seat = self.state.seat_of(connection.guest)
        if seat is not None and self.state.seats[seat].stand_in:
            self._enter(kept.StoodIn(guest=connection.guest, seat=seat, on=False), batch)
        if self.state.is_host(connection.guest):
            self._host_alarm.switch_off()
        elif seat is not None and not self.audience.has(self.state.host):
            self._expect_host()
        self.audience.add(connection)  # now, because the first message is the welcome
        if was_empty:
            self._reschedule()
        batch.letters.append((connection, self._welcome(connection, since)))
        if self._start is not None:
            batch.letters.append((connection, encode(Preparing(self._services.engine.progress))))
        batch.letters += self.audience.address(self.audience.presence(), but=connection)

    def _part(self, connection: Connection, batch: Batch) -> None:
        self.audience.remove(connection)
        self.quiet_since = time.time()
        if not self.audience:
            self._rest()  # nobody is here: no clock runs, no bot plays, until somebody comes back
            return
        batch.letters += self.audience.address(self.audience.presence())
        if self.state.is_host(connection.guest) and not self.audience.has(self.state.host):
            self._expect_host()

    def _expect_host(self) -> None:
        if not self._host_alarm.is_set:
            self._host_alarm.set(HOST_AWAY_SECONDS, None)

    def _welcome(self, connection: Connection, since: int | None) -> bytes:
        you = show_you(self.state, connection.person)
        return write_welcome(self.state, you, since, self._clock(), self.audience.presence())

    # The clock

    def _find_wait(self) -> Wait | None:
        key = (self.state.revision, self._woke_at)
        if self._found_for != key:
            self._found_for, self._found = key, find_wait(self.state, self._woke_at)
        return self._found

    def _clock(self) -> Clock | None:
        wait = self._find_wait()
        return None if wait is None else wait.show(now_ms())

    def _reschedule(self) -> None:
        """Look at what the table waits for now: set the alarm, and let the bots look."""
        if not self.audience:
            self._rest()
            return
        wait = self._find_wait()
        if wait != self._wait:
            self._wait = wait
            self._alarm.switch_off()
            if wait is not None and wait.kind != "bot":
                self._alarm.set(wait.left(now_ms()) / 1000, wait)
        self._desk.consider(wait)

    def _rest(self) -> None:
        self._wait = None
        self._alarm.switch_off()
        self._desk.rest()

    def _post_bot(self, seat: int, revision: int, move: str) -> None:
        self.post(inbox.BotSaid(seat, revision, move))


def _turn_away(message: inbox.Incoming) -> None:
    """Send somebody back who came to a table that is over: there may be another of the same code by now."""
    if isinstance(message, inbox.Joined):
        message.connection.end("table_reloaded", "this table is being loaded again: come back to it", again=True)


def stream_of(code: str) -> str:
    """Name the stream of a table's entries."""
    return f"table:{code}"
