"""Hints at one table: who may ask for one, and what becomes of it while the table goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog
from msgspec import structs

from huefall.protocol import commands
from huefall.protocol.messages import Hints
from huefall.server.guard.rates import Rate
from huefall.server.refusal import Refusal
from huefall.server.tables.hint_worker import HintWorker
from huefall.server.tables.inbox import Advised
from huefall.server.tables.state import TableState
from huefall.server.transport.connection import Connection
from huefall.view import told_to, view_for

log = structlog.get_logger("huefall.table")

#: How often one seat may ask: steadily, and at once.
HINTS_PER_SECOND, HINTS_AT_ONCE = 1.0, 5


class TableHints:
    """Has questions for hints answered beside the table; the answer comes back through its inbox."""

    def __init__(self, state: TableState, adviser: HintWorker, post: Callable[[Advised], None]) -> None:
        self._state = state
        self._adviser = adviser
        self._post = post
        self._rates: dict[int, Rate] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, connection: Connection, seat: int, command: commands.Hint) -> None:
        """Begin to think about a seat's moves, or raise ``Refusal``."""
        state = self._state
        match = state.match
        if match is None or not state.running:
            raise Refusal("no_match_running", "no match is running: there is no move to be thought about")
        if not state.setup.hints:
            raise Refusal("hints_off", "this table plays without hints: its host can allow them")
        if state.is_stale(seat, command.revision):
            raise Refusal("stale", "the table has moved on since: look again, then ask")
        if match.asked != seat:
            raise Refusal("not_asked", "the decision lies with another player: ask for a hint when you are asked")
        if not self._adviser.is_ready:
            raise Refusal("not_ready", "the search is being compiled, once on this machine: ask again in a minute")
        if not self._rates.setdefault(seat, Rate(HINTS_PER_SECOND, HINTS_AT_ONCE)).hit(time.monotonic()):
            raise Refusal("too_fast", "too many hints in a short time: wait a moment")
        if self._adviser.is_busy:
            raise Refusal("server_busy", "many ask for hints at this moment: try again in a moment")
        # Taken down at once, because the table goes on meanwhile: the seat's own view and what it was told (VIEW-01). The
        # question may be older, if nothing has made it stale; the answer is about the table as it is now.
        command = structs.replace(command, revision=state.revision)
        view = {**view_for(match.game, seat), "told": told_to(match.game, seat)}
        thinking = self._think(connection, seat, command, view)
        task = asyncio.create_task(thinking)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def answer(self, message: Advised) -> Hints:
        """Write what came of a question; raises ``Refusal`` where the table has moved on."""
        if message.moves is None:
            raise Refusal("internal", "something went wrong here: it has been noted")
        if not message.moves or self._state.is_stale(message.seat, message.command.revision):
            raise Refusal("stale", "the table has moved on since: look again, then ask")
        return Hints(message.command.id, message.command.revision, message.moves)

    async def _think(self, connection: Connection, seat: int, command: commands.Hint, view: dict[str, object]) -> None:
        match = self._state.match
        if match is None:
            return

        def is_wanted() -> bool:
            return not connection.ended and not self._state.is_stale(seat, command.revision)

        try:
            edition = match.variant.edition
            moves = await self._adviser.advise(view, edition, command.revision, is_wanted)
        except Exception:
            log.exception("a hint could not be given", table=self._state.code)
            moves = None
        self._post(Advised(connection, seat, command, moves))
