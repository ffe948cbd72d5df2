"""``TableHints``: hints for the players of one table, ranked in another thread while the table goes on."""

from __future__ import annotations

import asyncio
import time

import structlog
from msgspec import structs

from huefall.game import Match
from huefall.protocol import commands
from huefall.protocol.messages import Hints
from huefall.server.guard.rates import Rate
from huefall.server.refusal import Refusal
from huefall.server.tables.hint_worker import HintWorker
from huefall.server.tables.inbox import HintReady, Post
from huefall.server.tables.state import TableState
from huefall.server.transport.connection import Connection
from huefall.view import told_to, view_for

log = structlog.get_logger("huefall.table")

#: How many hints one seat may ask for: steadily, and at once.
HINTS_PER_SECOND, HINTS_AT_ONCE = 1.0, 5


class TableHints:
    """Has hints computed; each result comes back through the table's inbox as ``HintReady``."""

    def __init__(self, state: TableState, hint_worker: HintWorker, post: Post) -> None:
        self._state = state
        self._hint_worker = hint_worker
        self._post = post
        self._rates: dict[int, Rate] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, connection: Connection, match: Match, seat: int, command: commands.Hint) -> None:
        """Begin to rank a seat's moves; raises ``Refusal`` if there are too many requests."""
        if not self._hint_worker.is_ready:
            raise Refusal("not_ready", "the search is being compiled, once on this machine: ask again in a minute")
        if not self._rates.setdefault(seat, Rate(HINTS_PER_SECOND, HINTS_AT_ONCE)).hit(time.monotonic()):
            raise Refusal("too_fast", "too many hints in a short time: wait a moment")
        if self._hint_worker.is_busy:
            raise Refusal("server_busy", "too many players are waiting for hints: try again in a moment")
        # The seat's own view and what it was told (VIEW-01), made at once because the table changes meanwhile. The client
        # may have seen an older revision, if its question is still open; the hint is about the table as it is now.
        command = structs.replace(command, revision=self._state.revision)
        # A person who took the seat over was not told what its bot was told before.
        told = told_to(match.game, seat, self._state.seats[seat].events_before)
        view = {**view_for(match.game, seat), "told": told}
        task = asyncio.create_task(self._run(connection, match, seat, command, view))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def reply(self, hint: HintReady) -> Hints:
        """Return the reply to a request; raises ``Refusal`` if the question is no longer open."""
        if hint.moves is None:
            raise Refusal("internal", "something went wrong here: it has been noted")
        if not hint.moves or self._state.is_stale(hint.seat, hint.command.revision):
            raise Refusal("stale", "the table has moved on since: look again, then ask")
        return Hints(hint.command.id, hint.command.revision, hint.moves)

    async def _run(
        self, connection: Connection, match: Match, seat: int, command: commands.Hint, view: dict[str, object]
    ) -> None:
        def is_wanted() -> bool:
            return not connection.ended and not self._state.is_stale(seat, command.revision)

        try:
            moves = await self._hint_worker.rank(view, match.variant.edition, command.revision, is_wanted)
        except Exception:
            log.exception("a hint could not be given", table=self._state.code)
            moves = None
        self._post(HintReady(connection, seat, command, moves))
