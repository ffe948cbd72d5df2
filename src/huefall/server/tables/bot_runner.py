"""``BotRunner``: asks a table's bots for claims and answers, which it posts to the table's inbox.

A bot answers when the table's pause is over, and neither earlier nor later: it thinks during the pause, and a question
with one possible answer takes as long as any other, so that the time tells nothing about a hand. When the threads are
behind, that holds as well (``huefall.server.tables.bot_pool``). A table without a pause has no such promise.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import structlog

from huefall.bots import LEVELS, SEARCHING, Bot, bot_view, make_bot
from huefall.bots.default_answer import default_answer
from huefall.bots.guard import Fault, Guard, keep_question
from huefall.bots.missed_catches import MissedCatches
from huefall.editions import Edition
from huefall.server.ops.engine import can_search_now
from huefall.server.tables.bot_pool import BotPool, Thought
from huefall.server.tables.clock import CLAIM_SHARE, Wait
from huefall.server.tables.inbox import BotMoved, Post
from huefall.server.tables.state import TableState

log = structlog.get_logger("huefall.bots")

#: A bot that has not answered after this time loses its move to the default answer.
DEADLINE_SECONDS = 10.0

#: The level that plays for a searching bot while its search is being compiled, once on every machine, and while the bots
#: of the server have no time to search.
LEVEL_WITHOUT_SEARCH = "normal"


@dataclass(frozen=True, slots=True)
class AskedBot:
    """A bot and its view, made at once: the table changes while the bot thinks."""

    seat: int
    bot: Bot
    view: dict[str, Any]


class Choice(NamedTuple):
    """What the bots of a table make of a position."""

    answer: str  # of the asked bot; empty if none is asked
    claim: str | None
    declined: int  # how many of those who could claim something did not; the next one made the claim


class BotRunner:
    """Runs the bots of one table, one question at a time."""

    def __init__(self, state: TableState, bot_pool: BotPool, now_ms: Callable[[], int], post: Post) -> None:
        self._state = state
        self._bot_pool = bot_pool
        self._now_ms = now_ms
        self._post = post
        self._rng = Random(secrets.randbits(64))
        self._missed_catches = MissedCatches()
        self._task: asyncio.Task[None] | None = None
        self._pause_ms = 0
        self._slowest_level = ""

    def look(self, wait: Wait | None, pause_ms: int | None = None) -> None:
        """Have the bots look at the table as it is now, instead of at what they were looking at.

        ``pause_ms`` replaces the table's own pause.
        """
        self.cancel()
        self._pause_ms = (self._state.setup.bot_pause_ms or 0) if pause_ms is None else pause_ms
        match = self._state.match
        if match is None or match.round_over:
            return
        levels = {
            number: level for number, seat in enumerate(self._state.seats) if (level := seat.bot_level) is not None
        }
        if not levels:
            return
        has_time = any(level in SEARCHING for level in levels.values()) and self._bot_pool.take_search()
        bots = {
            number: self._make_bot(number, level, match.variant.edition, has_time) for number, level in levels.items()
        }
        # Of all bots here, not of those who think now: who could claim something must not be told by the time it takes.
        self._slowest_level = max((bot.level for bot in bots.values()), key=_demand, default="")
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
        """Have the bots think, post a claim during the pause, and the answer when it is over.

        A claim that changes the table ends this: the bots then look again.
        """
        # Counted from the last move, not the last entry: people who come and go do not hold a bot up.
        claim_at_ms = self._state.moved_at_ms + int(self._pause_ms * CLAIM_SHARE)
        self._rng.shuffle(claimers)
        thought = await self._think(claimers, asked)
        earliest_ms = thought.usable_at_ms if self._pause_ms else 0
        if claimers:
            await self._sleep_until(max(claim_at_ms, earliest_ms))
            for declined in claimers[: thought.result.declined]:
                self._missed_catches.let_go(declined.seat, declined.view)
            if thought.result.claim is not None:
                self._post(BotMoved(claimers[thought.result.declined].seat, revision, thought.result.claim))
        if asked is not None:
            await self._sleep_until(max(answer_at_ms, earliest_ms))
            self._bot_pool.observe_late(self._now_ms() - answer_at_ms)
            self._post(BotMoved(asked.seat, revision, thought.result.answer))

    async def _sleep_until(self, time_ms: float) -> None:
        await asyncio.sleep(max(0, time_ms - self._now_ms()) / 1000)

    async def _think(self, claimers: list[AskedBot], asked: AskedBot | None) -> Thought[Choice]:
        """Ask the bots in the pool, all of them in one go: how many could claim something must not hold up the answer."""
        # A copy: a bot past its deadline may still be changing the view.
        question = None if asked is None else keep_question(asked.view)
        thinkers = claimers if asked is None else [*claimers, asked]
        rngs = [self._new_rng() for _ in thinkers]

        def think() -> Choice:
            answer = "" if asked is None else self._guard(asked).choose(asked.view, rngs[-1])
            for declined, (claimer, rng) in enumerate(zip(claimers, rngs, strict=False)):
                claim = self._guard(claimer).claim(claimer.view, rng)
                if claim is not None:
                    return Choice(answer, claim, declined)
            return Choice(answer, None, len(claimers))

        try:
            return await asyncio.wait_for(self._bot_pool.ask(self._slowest_level, think), DEADLINE_SECONDS)
        except TimeoutError:
            seats = [each.seat for each in thinkers]
            log.error("a bot does not answer", table=self._state.code, seats=seats, level=self._slowest_level)  # noqa: TRY400
            return Thought(Choice("" if question is None else default_answer(question), None, 0), 0.0)

    def _guard(self, asked: AskedBot) -> Guard:
        return Guard(asked.bot, limit=DEADLINE_SECONDS, report=self._log_fault)

    def _log_fault(self, fault: Fault) -> None:
        # The brief form: hands must not appear in a log.
        log.error("a bot failed", table=self._state.code, fault=fault.brief, exc_info=fault.error)

    def _make_bot(self, seat: int, level: str, edition: Edition, has_time: bool) -> Bot:
        script = self._state.script
        if script is not None:
            return script.bot(seat)
        return _bot(level if has_time or level not in SEARCHING else LEVEL_WITHOUT_SEARCH, edition)

    def _new_rng(self) -> Random:
        return Random(self._rng.getrandbits(64))


def _bot(level: str, edition: Edition) -> Bot:
    return _cached_bot(LEVEL_WITHOUT_SEARCH if level in SEARCHING and not can_search_now() else level, edition)


@lru_cache(maxsize=64)
def _cached_bot(level: str, edition: Edition) -> Bot:
    return make_bot(level, edition)


def _demand(level: str) -> int:
    """Return how much time a level needs, as a number to compare; scripts and bots of tests need none."""
    return LEVELS.index(level) if level in LEVELS else -1
