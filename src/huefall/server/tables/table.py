"""``Table``: the one task that owns a table. All input comes through its inbox and is handled in order of arrival.

A command is decided (``decisions``), and the decision is carried out (``command_runner``) in this task and nowhere else:
entries are applied in memory, then stored durably, and only then are messages sent. If the disk is full, the table goes back to what is
stored, refuses what would change it, and goes on when there is room. If storing fails otherwise, the state in memory is
dropped, and the registry loads the table again from the store.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence

import structlog

from huefall.protocol.messages import Preparing
from huefall.server.store import NotOwner, StoreFull, StoreUnavailable
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries, full_disk, inbox, snapshots
from huefall.server.tables.attendance import Attendance
from huefall.server.tables.automatic_moves import end_wait, play_for_bot
from huefall.server.tables.command_runner import CommandRunner
from huefall.server.tables.deleted_guest import leave_for_good
from huefall.server.tables.match_start import PendingStart
from huefall.server.tables.participation import Participations
from huefall.server.tables.services import Batch, Services
from huefall.server.tables.snapshots import MIN_ENTRIES_AT_STOP
from huefall.server.tables.state import TableState
from huefall.server.tables.table_parts import TableParts

log = structlog.get_logger("huefall.table")

SERVER_SEED_BYTES = 32

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
        self._parts = TableParts(state, services, self.post)
        self.audience = self._parts.audience
        self._attendance = Attendance(self._parts)
        self._commands = CommandRunner(self._parts)
        #: The table as it is stored, for readers outside its task.
        self.shown = state.show()
        self.shown_joinable: list[int] = []
        self.shown_asked, self.shown_scores = _asked(state), _scores(state)
        self.shown_changed_at_ms = state.changed_at_ms
        self._services = services
        self._ended = ended
        self._inbox: deque[inbox.Incoming] = deque()
        self._inbox_filled: asyncio.Future[None] | None = None  # set while the task waits for a message
        self._is_over = False
        self._has_failed = False  # what is in memory may not be stored
        self._removed: set[str] = set()  # guests who have been taken from their seats for good
        upcoming = state.upcoming
        if upcoming is not None and upcoming.is_sealed and upcoming.sealed_by is not None:
            self._parts.start.restore(upcoming.sealed_by, upcoming.start_id)
        elif state.start_wanted is not None:
            self._parts.start.restore(state.start_wanted, QUICK_PLAY_ID)
        if self._parts.start.pending is not None:
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
        """Whether a match begins here as soon as the rules are compiled, and whatever else it waits for is there."""
        return self._parts.start.pending is not None

    @property
    def empty_since_ms(self) -> int:
        """Since when no client is connected, by the steady clock; meaningful while none is."""
        return self._attendance.empty_since_ms

    async def remove_guest(self, guest: str) -> bool:
        """Take a guest from their seat as if they had left, and end the task; return whether that is stored."""
        self.post(inbox.GuestDeleted(guest))
        await asyncio.gather(self._task, return_exceptions=True)
        return guest in self._removed

    async def stop(self, reason: str = "stopping", text: str = "the server stops: come back in a moment") -> None:
        """Handle what is in the inbox, end all connections, and end the task; the table stays in the store."""
        self.post(inbox.Stop(reason, text))
        await asyncio.gather(self._task, return_exceptions=True)
        if not self._has_failed and self.state.revision - self.state.saved_revision >= MIN_ENTRIES_AT_STOP:
            await self._save()

    async def _save(self) -> None:
        """Store a snapshot of the table, all of whose entries are stored."""
        state = self.state
        if state.closed is not None or self._parts.waits_for_room:
            return
        try:
            await snapshots.save(self._services.store, state)
        except StoreUnavailable:
            pass  # entries are enough
        except Exception:
            log.exception("a table could not be saved", table=state.code)

    # The task

    async def _run(self) -> None:
        try:
            while await self._handle_batch():
                pass
        except NotOwner:
            self._has_failed = True
            log.info("another node owns a table now", event_id="table_lost", table=self.state.code)
            self.audience.end(*inbox.MOVED, again=True)
        except StoreUnavailable as error:  # logged by the store, which has failed or is away
            self._has_failed = True
            self.audience.end(error.reason, error.text, again=True)
        except Exception:
            self._has_failed = True
            log.exception("a table is given up and loaded again", table=self.state.code)
            self.audience.end("table_reloaded", "something went wrong at this table: come back to it", again=True)
        finally:
            self._is_over = True
            for message in self._inbox:
                inbox.ask_to_reconnect(message)
            self._parts.scheduler.suspend()
            self._attendance.stop()
            self._parts.start.stop()
            self._ended(self)

    async def _handle_batch(self) -> bool:
        """Handle all messages in the inbox, store the entries, send the messages; return whether the table goes on."""
        if not self._inbox:
            self._inbox_filled = asyncio.get_running_loop().create_future()
            await self._inbox_filled
            self._inbox_filled = None
        messages = list(self._inbox)
        self._inbox.clear()
        pending = self._parts.start.pending
        batch = self._handle_all(messages)
        if batch.entries:
            try:
                await self._services.store.append(batch.entries)
            except StoreFull:
                batch = await self._handle_without_room(messages, pending)
        elif batch.outgoing and not self._services.ownership.holds_lease:
            # The database has not been asked: after a pause this table may be far behind, and refuse what was carried out.
            raise NotOwner.of_stream(table_stream(self.state.code))
        goes_on = batch.goes_on
        if batch.changes_table:
            self.shown = self.state.show()
            self.shown_scores = _scores(self.state)
        self.shown_asked = _asked(self.state)
        self.shown_changed_at_ms = self.state.changed_at_ms
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
        if not goes_on:
            self.audience.end(*batch.goodbye, again=True)
        elif batch.entries:
            self._parts.schedule()
            if snapshots.is_due(self.state):
                await self._save()
        return goes_on

    def _handle_all(self, messages: Sequence[inbox.Incoming]) -> Batch:
        """Handle messages up to one that ends the table; the rest of them stays in the inbox."""
        batch = Batch()
        for place, message in enumerate(messages, 1):
            batch.goes_on = self._handle(message, batch)
            if not batch.goes_on:
                self._inbox.extendleft(reversed(messages[place:]))
                break
        if not self._parts.waits_for_room:
            self._follow_up(batch)
        if batch.changes_table:
            self._attendance.follow_change(batch)
            batch.entries += self._participations.take_missing(self.state, self._parts.clock.wall_ms())
        return batch

    def _follow_up(self, batch: Batch) -> None:
        """Go on with what waits for something that may have happened now."""
        if batch.goes_on:
            self._commands.continue_start(batch)
        if self.state.lacks_seed:
            self._parts.apply(entries.SeedDrawn(seed=secrets.token_hex(SERVER_SEED_BYTES)), batch)
        if self.state.requests:
            self._attendance.hand_seats_over(batch)

    async def _handle_without_room(
        self, messages: Sequence[inbox.Incoming], pending_start: PendingStart | None
    ) -> Batch:
        """Go back to the table as it is stored, and answer messages whose entries found no room on the disk."""
        await full_disk.go_back_to_stored(self._parts)
        self._parts.start.pending = pending_start
        self._participations = await Participations.read(self._services.store, self.state)
        return self._handle_all(messages)

    def _handle(self, message: inbox.Incoming, batch: Batch) -> bool:
        """Handle one message; return whether the table goes on."""
        if self._parts.waits_for_room and isinstance(message, inbox.CHANGING):
            return True  # bots and clocks are asked again when there is room
        match message:
            case inbox.CommandReceived():
                connection = message.connection
                self._commands.execute(connection, connection.person, message.command, batch, message.arrived)
            case inbox.BotMoved():
                play_for_bot(self._parts, message, batch)
            case inbox.HintReady():
                self._commands.send_hint(message, batch)
            case inbox.TimeUp():
                end_wait(self._parts, message.wait, batch)
            case inbox.Connected():
                self._attendance.connect(message.connection, message.since, batch)
            case inbox.Disconnected():
                self._attendance.disconnect(message.connection, batch)
            case inbox.HostAway():
                self._attendance.replace_host(batch)
            case inbox.SeatsDue():
                self._attendance.look_at_seats(batch)
            case inbox.EngineChanged():
                if self._parts.waits_for_rules:
                    batch.outgoing += self.audience.to_all(Preparing(self._services.engine.progress))
            case inbox.ContributionsDue():
                self._parts.start.end_wait(message)
            case inbox.StoreChanged():
                full_disk.follow_store(self._parts, self._attendance)
            case inbox.Close():
                self._parts.apply(entries.Closed(reason=message.reason), batch)
                return False
            case inbox.GuestDeleted() if self._parts.waits_for_room:
                return False  # the deletion is tried again
            case inbox.GuestDeleted():
                for entry in leave_for_good(self.state, message.guest):
                    self._parts.apply(entry, batch)
                batch.removed.add(message.guest)
                return False
            case inbox.Lost():
                raise NotOwner.of_stream(table_stream(self.state.code))
            case inbox.Stop():
                batch.goodbye = message.reason, message.text
                return False
        return True


def _asked(state: TableState) -> int | None:
    return None if state.match is None else state.match.asked


def _scores(state: TableState) -> list[int]:
    return [0] * len(state.seats) if state.match is None else state.match.scores
