"""``TableParts``: what a table consists of, shared by those who handle its messages.

Only they use it, in the table's own task. Tested in tests/server/tables/test_table.py.
"""

from __future__ import annotations

from huefall.protocol.messages import Message
from huefall.server.store import StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.audience import Audience
from huefall.server.tables.inbox import Post
from huefall.server.tables.match_start import MatchStart
from huefall.server.tables.scheduler import Scheduler
from huefall.server.tables.services import Batch, Services
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import encode, show_you, write_welcome
from huefall.server.transport.connection import Connection


class TableParts:
    """The state of one table, its connections, its clock and bots, and the start of its next match."""

    def __init__(self, state: TableState, services: Services, post: Post) -> None:
        self.state = state
        self._stream = table_stream(state.code)
        self.services = services
        self.post = post
        self.clock = services.clock
        self.audience = Audience(state, services.grace_ms, self.clock)
        self.start = MatchStart(state, self.audience, post, services.contribution_seconds)
        self.scheduler = Scheduler(state, services.bot_pool, services.fill_setup, post, self.clock)
        #: The disk is full: the table is as it is stored, and stays so.
        self.waits_for_room = services.store.health.is_full

    @property
    def waits_for_rules(self) -> bool:
        """Whether a match is wanted here, and the rules are still being compiled."""
        engine = self.services.engine
        return self.start.pending is not None and not engine.is_ready and engine.failed is None

    def apply(self, entry: entries.TableEntry, batch: Batch) -> None:
        """Apply an entry, and add it and its updates to the batch. Raises ``MoveRefused`` and changes nothing."""
        now = self.clock.wall_ms()
        change = self.state.apply(entry, now, self.clock.steady_ms())
        batch.entries.append(StoredEntry(self._stream, change.revision, now, entries.encode_entry(entry)))
        batch.changes_table |= change.table_changed
        if self.audience:
            batch.outgoing += self.audience.updates(change, self.scheduler.clock())
        if isinstance(entry, entries.Moved):
            self.services.metrics.count_move(entry.by)

    def send(self, connection: Connection | None, message: Message, batch: Batch) -> None:
        """Add a message to the batch; ``connection`` is None if nobody waits for it."""
        if connection is not None:
            batch.outgoing.append((connection, encode(message)))

    def welcome(self, connection: Connection, since: int | None) -> bytes:
        """Write the first message a client gets: the whole table."""
        you = show_you(self.state, connection.person)
        return write_welcome(self.state, you, since, self.scheduler.clock(), self.audience.presence())

    def schedule(self) -> None:
        """Let the clock and the bots run, but only while a client is connected and something can be stored."""
        if self.audience and not self.waits_for_room:
            self.scheduler.update()
        else:
            self.scheduler.suspend()
