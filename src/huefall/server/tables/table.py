"""``Table``: the one task that owns a table. Everything that happens there comes through its inbox, in order of arrival.

A message is carried out in memory, what came of it is stored durably, and only then anybody is told. If that goes
wrong, what is in memory is thrown away: the hall loads the table again as it is stored.
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
from huefall.protocol.messages import Preparing
from huefall.server.guests.person import Person
from huefall.server.ops.clock import now_ms
from huefall.server.refusal import Refusal
from huefall.server.store import StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries, inbox
from huefall.server.tables.alarm import Alarm
from huefall.server.tables.audience import Audience, end_kicked
from huefall.server.tables.clock import Wait
from huefall.server.tables.commands import CommandHandler
from huefall.server.tables.races import find_late
from huefall.server.tables.scheduler import Scheduler
from huefall.server.tables.seats import find_absent
from huefall.server.tables.services import Batch, Services
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import encode, show_you, write_welcome
from huefall.server.transport.connection import Connection
from huefall.view import view_for

log = structlog.get_logger("huefall.table")

#: A host who has been away so long hands the table over to a person who is there.
HOST_AWAY_SECONDS = 60.0

#: The id of a start that was asked for together with the table.
QUICK_PLAY = "quick-play"


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
        self._inbox: deque[inbox.Incoming] = deque()
        self._waiting: asyncio.Future[None] | None = None  # of the task, for something to come in
        self._pacing = Scheduler(
            state,
            services.thinkers,
            services.fill,
            ring=lambda wait: self.post(inbox.TimeUp(wait)),
            post_bot=lambda seat, revision, move: self.post(inbox.BotSaid(seat, revision, move)),
        )
        self._answering = CommandHandler(
            state,
            self.audience,
            services,
            self._pacing,
            enter=self._enter,
            welcome=self._welcome,
            postpone=self._wait_for_engine,
            advised=self.post,
        )
        self._host_alarm: Alarm[None] = Alarm(lambda _: self.post(inbox.HostAway()))
        self._start: tuple[Connection | None, Person, commands.Start] | None = None  # waits for the engine
        self._is_over = False
        if state.start_wanted is not None:
            self._start = (None, Person(state.start_wanted, ""), commands.Start(id=QUICK_PLAY))
            self.post(inbox.EngineNews())
        self._task = asyncio.create_task(self._run(), name=f"table {state.code}")

    # From outside

    def post(self, message: inbox.Incoming) -> None:
        """Put something into the inbox."""
        if self._is_over:
            inbox.turn_away(message)
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
                inbox.turn_away(message)
            self._pacing.rest()
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
            self._go_on()
        return going_on

    def _handle(self, message: inbox.Incoming, batch: Batch) -> bool:
        """Carry one message out; return whether the table goes on."""
        match message:
            case inbox.Said():
                connection = message.connection
                self._answering.hear(connection, connection.person, message.command, batch, message.arrived)
            case inbox.BotSaid():
                self._hear_bot(message, batch)
            case inbox.Advised():
                self._answering.hand_over(message, batch)
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
                self._enter(entries.Closed(reason=message.reason), batch)
                return False
            case inbox.Stop():
                return False
        return True

    # What happens by itself

    def _hear_bot(self, message: inbox.BotSaid, batch: Batch) -> None:
        state = self.state
        if not state.running or state.seats[message.seat].plays_itself is None:
            return  # the person is back
        if find_late(state, message.seat, message.revision, message.move) is not None:
            return  # the bot is asked again
        try:
            self._enter(entries.Moved(seat=message.seat, move=message.move, by="bot"), batch)
        except MoveRefused as refused:
            log.warning("a bot's move was refused", table=state.code, move=message.move, reason=refused.verdict.reason)
            if state.match is not None and state.match.asked == message.seat:
                self._play_default(message.seat, "bot", batch)

    def _time_up(self, wait: Wait, batch: Batch) -> None:
        if wait != self._pacing.wait() or not self.state.running:
            return  # what was waited for has come, perhaps in this very batch
        if wait.seat is None:
            self._enter(entries.Dealt(), batch)
            return
        self._play_default(wait.seat, "clock", batch)
        absent = find_absent(self.state.seats)
        if absent is not None and self.state.running:
            self._enter(entries.StoodIn(seat=absent, on=True), batch)

    def _play_default(self, seat: int, by: PlayedBy, batch: Batch) -> None:
        if self.state.match is not None:
            move = default_answer(view_for(self.state.match.game, seat))
            self._enter(entries.Moved(seat=seat, move=move, by=by), batch)

    def _replace_host(self, batch: Batch) -> None:
        state = self.state
        if self.audience.has(state.host):
            return
        for number, seat in enumerate(state.seats):
            if seat.guest is not None and not seat.left and self.audience.has(seat.guest):
                self._enter(entries.HandedOver(seat=number), batch)
                return

    def _wait_for_engine(
        self, connection: Connection | None, person: Person, command: commands.Start, batch: Batch
    ) -> None:
        engine = self._services.engine
        if engine.failed is not None:
            raise Refusal("engine_failed", f"no match can begin: {engine.failed}")
        if self._start is not None:
            raise Refusal("starting", "the match begins as soon as the rules are compiled")
        self._start = (connection, person, command)
        batch.letters += self.audience.address(Preparing(engine.progress))

    def _hear_engine(self, batch: Batch) -> None:
        engine = self._services.engine
        if self._start is None:
            return
        if not engine.is_ready and engine.failed is None:
            batch.letters += self.audience.address(Preparing(engine.progress))
            return
        (connection, person, command), self._start = self._start, None
        self._answering.hear(connection, person, command, batch)

    # Entries

    def _enter(self, entry: entries.TableEntry, batch: Batch) -> None:
        """Carry an entry out, and make ready what is stored and told about it."""
        now = now_ms()
        happening = self.state.apply(entry, now)
        stream = table_stream(self.state.code)
        batch.entries.append(StoredEntry(stream, happening.revision, now, entries.encode_entry(entry)))
        batch.changes_table |= happening.table_changed
        if self.audience:
            batch.letters += self.audience.tell(happening, self._pacing.clock())
        if isinstance(entry, entries.Moved):
            self._services.metrics.count_move(entry.by)

    # Coming and going

    def _join(self, connection: Connection, since: int | None, batch: Batch) -> None:
        if connection.guest is not None and connection.guest in self.state.kicked:
            end_kicked(connection)
            return
        was_empty = not self.audience
        if was_empty:
            self._pacing.wake()
        seat = self.state.seat_of(connection.guest)
        if seat is not None and self.state.seats[seat].stand_in:
            self._enter(entries.StoodIn(guest=connection.guest, seat=seat, on=False), batch)
        if self.state.is_host(connection.guest):
            self._host_alarm.switch_off()
        elif seat is not None and not self.audience.has(self.state.host):
            self._expect_host()
        self.audience.add(connection)  # now, because the first message is the welcome
        if was_empty:
            self._go_on()
        batch.letters.append((connection, self._welcome(connection, since)))
        if self._start is not None:
            batch.letters.append((connection, encode(Preparing(self._services.engine.progress))))
        batch.letters += self.audience.address(self.audience.presence(), but=connection)

    def _part(self, connection: Connection, batch: Batch) -> None:
        self.audience.remove(connection)
        self.quiet_since = time.time()
        if not self.audience:
            self._pacing.rest()  # nobody is here: no clock runs, no bot plays, until somebody comes back
            return
        batch.letters += self.audience.address(self.audience.presence())
        if self.state.is_host(connection.guest) and not self.audience.has(self.state.host):
            self._expect_host()

    def _expect_host(self) -> None:
        if not self._host_alarm.is_set:
            self._host_alarm.set(HOST_AWAY_SECONDS, None)

    def _welcome(self, connection: Connection, since: int | None) -> bytes:
        you = show_you(self.state, connection.person)
        return write_welcome(self.state, you, since, self._pacing.clock(), self.audience.presence())

    def _go_on(self) -> None:
        """Look at what is to be done now; where nobody is, nothing."""
        if self.audience:
            self._pacing.go_on()
        else:
            self._pacing.rest()
