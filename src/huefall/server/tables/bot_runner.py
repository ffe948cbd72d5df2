"""``BotRunner``: asks a table's bots for claims and answers, which it posts to the table's inbox.

A bot answers when the table's pause is over, and neither earlier nor later: it thinks during the pause, and a question
with one possible answer takes as long as any other, so that the time tells nothing about a hand.
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
from huefall.server.tables.clock import CLAIM_SHARE, Wait
from huefall.server.tables.inbox import BotMoved, Post
from huefall.server.tables.state import TableState

log = structlog.get_logger("huefall.bots")

#: A bot that has not answered after this time loses its move to the default answer.
DEADLINE_SECONDS = 10.0

#: The level that plays for a searching bot as long as its search is being compiled, once on every machine.
LEVEL_BEFORE_SEARCH = "normal"


@dataclass(frozen=True, slots=True)
class AskedBot:
    """A bot and its view, made at once: the table changes while the bot thinks."""

    seat: int
    bot: Bot
    view: dict[str, Any]


class BotRunner:
    """Runs the bots of one table, one question at a time."""

    def __init__(self, state: TableState, bot_pool: Workers, now_ms: Callable[[], int], post: Post) -> None:
        self._state = state
        self._bot_pool = bot_pool
        self._now_ms = now_ms
        self._post = post
        self._rng = Random(secrets.randbits(64))
        self._missed_catches = MissedCatches()
        self._task: asyncio.Task[None] | None = None
        self._pause_ms = 0

    def look(self, wait: Wait | None, pause_ms: int | None = None) -> None:
        """Have the bots look at the table as it is now, instead of at what they were looking at.

        ``pause_ms`` replaces the table's own pause.
        """
        self.cancel()
        self._pause_ms = (self._state.setup.bot_pause_ms or 0) if pause_ms is None else pause_ms
        match = self._state.match
        if match is None or match.round_over:
            return
        bots = {
            number: self._make_bot(number, seat.bot_level, match.variant.edition)
            for number, seat in enumerate(self._state.seats)
            if seat.bot_level is not None
        }
        claimers = []
        for number, bot in bots.items():
            view = self._missed_catches.claim_view(match.game, number, bot)
            if view is not None:
                claimers.append(AskedBot(number, bot, view))
        asked = None
        if wait is not None and wait.kind == "bot" and wait.seat in bots:
            asked = AskedBot(wait.seat, bots[wait.seat], bot_view(match.game, wait.seat, bots[wait.seat]))
        if claimers or asked is not None:
            until = wait.until_ms if wait is not None else 0
            self._task = asyncio.create_task(self._run(self._state.revision, claimers, asked, until))

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self, revision: int, claimers: list[AskedBot], asked: AskedBot | None, answer_at_ms: int) -> None:
        """Ask for claims during the pause, then post the answer when it is over."""
        # Counted from the last move, not the last entry: people who come and go do not hold a bot up.
        claim_at_ms = self._state.moved_at_ms + int(self._pause_ms * CLAIM_SHARE)
        choosing = None if asked is None else asyncio.create_task(self._choose(asked))
        try:
            if claimers:
                await self._sleep_until(claim_at_ms)
                await self._claim(revision, claimers)
            if asked is not None and choosing is not None:
                await self._sleep_until(answer_at_ms)
                self._post(BotMoved(asked.seat, revision, await choosing))
        finally:
            if choosing is not None:
                choosing.cancel()

    async def _sleep_until(self, time_ms: int) -> None:
        """Sleep, but never longer than the pause: the wall clock may have been set back."""
        await asyncio.sleep(min(max(0, time_ms - self._now_ms()), self._pause_ms) / 1000)

    async def _claim(self, revision: int, claimers: list[AskedBot]) -> None:
        self._rng.shuffle(claimers)
        for asked in claimers:
            claim = await self._ask(asked, partial(self._guard(asked).claim, asked.view, self._new_rng()))
            if claim is not None:
                self._post(BotMoved(asked.seat, revision, claim))
                return
            self._missed_catches.let_go(asked.seat, asked.view)

    async def _choose(self, asked: AskedBot) -> str:
        question = keep_question(asked.view)  # a copy: a bot past its deadline may still be changing the view
        move = await self._ask(asked, partial(self._guard(asked).choose, asked.view, self._new_rng()))
        return default_answer(question) if move is None else move

    async def _ask(self, asked: AskedBot, question: Callable[[], str | None]) -> str | None:
        """Ask a bot in the thread pool; None if it does not answer in time."""
        try:
            return await asyncio.wait_for(self._bot_pool.ask(question), DEADLINE_SECONDS)
        except TimeoutError:
            log.error("a bot does not answer", table=self._state.code, seat=asked.seat, level=asked.bot.level)  # noqa: TRY400
            return None

    def _guard(self, asked: AskedBot) -> Guard:
        return Guard(asked.bot, limit=DEADLINE_SECONDS, report=self._log_fault)

    def _log_fault(self, fault: Fault) -> None:
        # The brief form: hands must not appear in a log.
        log.error("a bot failed", table=self._state.code, fault=fault.brief, exc_info=fault.error)

    def _make_bot(self, seat: int, level: str, edition: Edition) -> Bot:
        script = self._state.script
        return _bot(level, edition) if script is None else script.bot(seat)

    def _new_rng(self) -> Random:
        return Random(self._rng.getrandbits(64))


def _bot(level: str, edition: Edition) -> Bot:
    return _cached_bot(LEVEL_BEFORE_SEARCH if level in SEARCHING and not can_search_now() else level, edition)


@lru_cache(maxsize=64)
def _cached_bot(level: str, edition: Edition) -> Bot:
    return make_bot(level, edition)
