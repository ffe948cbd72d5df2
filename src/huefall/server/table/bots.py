"""The bots of a table: when they look, and what they answer. They see views, and speak into the same inbox as people.

How long they take is the table's pause and nothing else: thinking goes on during the pause, and a question with only one
possible answer takes as long as any other, so that the time tells nothing about a hand.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from typing import Any

import structlog

from huefall.bots import Bot, make_bot
from huefall.bots.default import default_answer
from huefall.bots.drive import claimable
from huefall.editions import Edition
from huefall.server.table.clock import CLAIM_PART, Wait
from huefall.server.table.state import TableState
from huefall.server.thinkers import Thinkers
from huefall.view import view_for

log = structlog.get_logger("huefall.bots")

#: Tells the table's inbox: this seat, having seen this revision, says this.
Post = Callable[[int, int, str], None]


class BotDesk:
    """Has the bots of one table think, one question at a time."""

    def __init__(self, state: TableState, thinkers: Thinkers, now: Callable[[], int], post: Post) -> None:
        self._state = state
        self._thinkers = thinkers
        self._now = now
        self._post = post
        self._rng = Random(secrets.randbits(64))
        self._task: asyncio.Task[None] | None = None

    def consider(self, wait: Wait | None) -> None:
        """Look at the table as it is now; what was being considered before is forgotten."""
        self.rest()
        match = self._state.match
        if match is None or match.round_over:
            return
        bots = [number for number, seat in enumerate(self._state.seats) if seat.plays_itself is not None]
        claimers = [seat for seat in bots if claimable(match.game, seat)]
        asked = wait if wait is not None and wait.kind == "bot" else None
        if claimers or asked is not None:
            self._task = asyncio.create_task(self._look(claimers, asked))

    def rest(self) -> None:
        """Stop considering."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _look(self, claimers: list[int], asked: Wait | None) -> None:
        state = self._state
        match = state.match
        if match is None:
            return
        revision = state.revision
        thought: asyncio.Task[str] | None = None
        if asked is not None and asked.seat is not None:
            view = view_for(match.game, asked.seat)
            thought = asyncio.create_task(self._choose(asked.seat, view))
        try:
            if claimers:
                await self._claim(claimers, revision)
            if asked is not None and asked.seat is not None and thought is not None:
                await self._sleep_until(asked.until)
                self._post(asked.seat, revision, await thought)
        finally:
            if thought is not None:
                thought.cancel()

    async def _claim(self, claimers: list[int], revision: int) -> None:
        await asyncio.sleep((self._state.setup.bot_pause_ms or 0) * CLAIM_PART / 1000)
        match = self._state.match
        if match is None:
            return
        self._rng.shuffle(claimers)
        for seat in claimers:
            said = await self._ask(seat, partial(_claim, view_for(match.game, seat), self._chance()))
            if said is not None:
                self._post(seat, revision, said)
                return

    async def _choose(self, seat: int, view: dict[str, Any]) -> str:
        said = await self._ask(seat, partial(_choose, view, self._chance()))
        return default_answer(view) if said is None else said

    async def _ask(self, seat: int, question: Callable[[Bot], str | None]) -> str | None:
        """Ask the bot of a seat beside the loop; one that fails says nothing, and the game goes on."""
        level = self._state.seats[seat].plays_itself
        match = self._state.match
        if level is None or match is None:
            return None
        bot = _bot(level, match.setting.edition)
        try:
            return await self._thinkers.ask(question, bot)
        except Exception:
            log.exception("a bot failed", table=self._state.code, seat=seat, level=level)
            return None

    def _chance(self) -> Random:
        return Random(self._rng.getrandbits(64))

    async def _sleep_until(self, time: int) -> None:
        await asyncio.sleep(max(0, time - self._now()) / 1000)


def _claim(view: dict[str, Any], chance: Random, bot: Bot) -> str | None:
    return bot.claim(view, chance)


def _choose(view: dict[str, Any], chance: Random, bot: Bot) -> str | None:
    return bot.choose(view, chance)


@lru_cache(maxsize=64)
def _bot(level: str, edition: Edition) -> Bot:
    return make_bot(level, edition)
