"""The bots of a table: when they look, and what they answer. They see views, and speak into the same inbox as people.

How long they take is the table's pause and nothing else: thinking goes on during the pause, and a question with only one
possible answer takes as long as any other, so that the time tells nothing about a hand.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any

import structlog

from huefall.bots import SEARCHING, Bot, bot_view, make_bot
from huefall.bots.default_answer import default_answer
from huefall.bots.guard import Fault, Guard, keep_question
from huefall.bots.missed_catches import MissedCatches
from huefall.editions import Edition
from huefall.server.ops.engine import can_search_now
from huefall.server.ops.workers import Workers
from huefall.server.tables.clock import CLAIM_PART, Wait
from huefall.server.tables.state import TableState

log = structlog.get_logger("huefall.bots")

#: Seconds after which nobody waits for a bot's answer any longer; the table goes on with the legal default.
DEADLINE = 10.0

#: Tells the table's inbox: this seat, having seen this revision, says this.
Post = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Seen:
    """A bot and what it sees; taken down at once, because the table goes on while it thinks."""

    seat: int
    bot: Bot
    view: dict[str, Any]


class BotRunner:
    """Has the bots of one table think, one question at a time."""

    def __init__(self, state: TableState, thinkers: Workers, now: Callable[[], int], post: Post) -> None:
        self._state = state
        self._thinkers = thinkers
        self._now = now
        self._post = post
        self._rng = Random(secrets.randbits(64))
        self._overlooked = MissedCatches()
        self._task: asyncio.Task[None] | None = None
        self._pause = 0

    def consider(self, wait: Wait | None, pause: int | None = None) -> None:
        """Look at the table as it is now; what was being considered before is forgotten. ``pause``: if not the table's."""
        self.rest()
        self._pause = (self._state.setup.bot_pause_ms or 0) if pause is None else pause
        match = self._state.match
        if match is None or match.round_over:
            return
        bots = {
            number: self._player(number, seat.plays_itself, match.variant.edition)
            for number, seat in enumerate(self._state.seats)
            if seat.plays_itself is not None
        }
        claimers = []
        for number, bot in bots.items():
            view = self._overlooked.claim_view(match.game, number, bot)
            if view is not None:
                claimers.append(Seen(number, bot, view))
        asked = None
        if wait is not None and wait.kind == "bot" and wait.seat in bots:
            asked = Seen(wait.seat, bots[wait.seat], bot_view(match.game, wait.seat, bots[wait.seat]))
        if claimers or asked is not None:
            until = wait.until if wait is not None else 0
            self._task = asyncio.create_task(self._look(self._state.revision, claimers, asked, until))

    def rest(self) -> None:
        """Stop considering."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _look(self, revision: int, claimers: list[Seen], asked: Seen | None, answering: int) -> None:
        """Have the bots look for claims, then answer the question when the pause is over."""
        # From the last move, whatever else has happened since: nobody can hold a bot up by coming and going.
        claiming = self._state.moved_at + int(self._pause * CLAIM_PART)
        thought = None if asked is None else asyncio.create_task(self._choose(asked))
        try:
            if claimers:
                await self._sleep_until(claiming)
                await self._claim(revision, claimers)
            if asked is not None and thought is not None:
                await self._sleep_until(answering)
                self._post(asked.seat, revision, await thought)
        finally:
            if thought is not None:
                thought.cancel()

    async def _sleep_until(self, time: int) -> None:
        """Sleep, but never longer than the pause: the wall clock may have been set back."""
        await asyncio.sleep(min(max(0, time - self._now()), self._pause) / 1000)

    async def _claim(self, revision: int, claimers: list[Seen]) -> None:
        self._rng.shuffle(claimers)
        for seen in claimers:
            said = await self._ask(seen, partial(self._guard(seen).claim, seen.view, self._chance()))
            if said is not None:
                self._post(seen.seat, revision, said)
                return
            self._overlooked.let_go(seen.seat, seen.view)

    async def _choose(self, seen: Seen) -> str:
        kept = keep_question(seen.view)  # the bot may still think about the view when the default is looked for
        said = await self._ask(seen, partial(self._guard(seen).choose, seen.view, self._chance()))
        return default_answer(kept) if said is None else said

    async def _ask(self, seen: Seen, question: Callable[[], str | None]) -> str | None:
        """Ask a bot beside the loop; what it says after the deadline is not heard."""
        try:
            return await asyncio.wait_for(self._thinkers.ask(question), DEADLINE)
        except TimeoutError:
            log.error("a bot does not answer", table=self._state.code, seat=seen.seat, level=seen.bot.level)  # noqa: TRY400
            return None

    def _guard(self, seen: Seen) -> Guard:
        return Guard(seen.bot, limit=DEADLINE, report=self._hear)

    def _hear(self, fault: Fault) -> None:
        # In brief: a hand is nobody's business, not in a log either.
        log.error("a bot failed", table=self._state.code, fault=fault.brief, exc_info=fault.error)

    def _player(self, seat: int, level: str, edition: Edition) -> Bot:
        script = self._state.script
        return _bot(level, edition) if script is None else script.actor(seat)

    def _chance(self) -> Random:
        return Random(self._rng.getrandbits(64))


#: Who plays for the better bots as long as their search is being compiled, once on every machine.
MEANWHILE = "normal"


def _bot(level: str, edition: Edition) -> Bot:
    return _remembered(MEANWHILE if level in SEARCHING and not can_search_now() else level, edition)


@lru_cache(maxsize=64)
def _remembered(level: str, edition: Edition) -> Bot:
    return make_bot(level, edition)
