"""Where reviews of finished matches are asked for: one is made at a time, the others wait in their order.

What is asked for is stored before it is promised, and what has come of it before it is shown: a server that is started
again goes on with what it owes.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from msgspec import Raw

from huefall.protocol.fields import ReviewState
from huefall.protocol.http import ReviewShown
from huefall.protocol.reviews import VERSION
from huefall.server.matches.archive import MatchArchive
from huefall.server.ops.engine import Engine, can_search_now
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.reviews.repository import Failed, Reviewed, ReviewRepository
from huefall.server.reviews.worker import ReviewFailedError
from huefall.server.store import Store, StoreError
from huefall.server.store.streams import MatchKey
from huefall.server.transport.compression import pack

log = structlog.get_logger("huefall.reviews")

#: How many may wait. At half a minute each the last of them waits for half an hour.
MAX_WAITING = 64

#: How long the search may take to be compiled by the engine's process; after that the review's compiles it.
COMPILING_SECONDS = 180

#: Seconds before something is tried again that the store has refused, or a server that is busy.
RETRY_SECONDS = 10.0

#: What is kept of why a review has failed.
MAX_TEXT = 500

#: Reviews a record and tells how far that is; ``review_in_process`` with everything else said.
Reviewer = Callable[[str, Callable[[float], None]], Awaitable[bytes]]


class ReviewQueue:
    """All reviews of a server. ``start`` and ``stop`` belong to a running event loop."""

    def __init__(
        self,
        store: Store,
        matches: MatchArchive,
        engine: Engine,
        archivists: Workers,
        review: Reviewer,
        can_search: Callable[[], bool] = can_search_now,
    ) -> None:
        self._shelf = ReviewRepository(store)
        self._matches = matches
        self._engine = engine
        self._archivists = archivists
        self._review = review
        self._can_search = can_search
        self._waiting: list[MatchKey] = []  # the first of them is being made
        self._progress = 0.0  # of the first
        self._is_working = False
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work in the background, with what is owed from before."""
        self._task = asyncio.create_task(self._work(), name="reviews")

    async def stop(self) -> None:
        """Stop in the middle; what is owed stays owed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self, code: str, number: int, *, packed: bool) -> bytes:
        """Write how far a review is, and the review when it is done; compressed if asked to. Raises ``Refusal``."""
        key = (code, number)
        if key in self._waiting:
            return self._write(key, packed=packed)
        outcome = await self._shelf.find(key)
        if isinstance(outcome, Reviewed):
            return await self._archivists.ask(_write_done, outcome.packed, packed=packed)
        if outcome is None:
            await self._check(key)
        return self._write(key, "none" if outcome is None else "failed", packed=packed)

    async def ask(self, code: str, number: int, admit: Callable[[], None]) -> None:
        """Have a match reviewed unless that is done or under way; ``admit`` raises where somebody asks too often."""
        key = (code, number)
        if key in self._waiting:
            return
        outcome = await self._shelf.find(key)
        if isinstance(outcome, Reviewed):
            return
        if outcome is None:  # what has failed was checked when it was asked for, and why it failed may fail the check
            await self._check(key)
        if len(self._waiting) >= MAX_WAITING:
            raise Refusal("server_busy", f"{len(self._waiting)} reviews are waiting, as many as can: ask again later")
        if key in self._waiting:  # somebody else has asked meanwhile
            return
        admit()
        self._waiting.append(key)  # now, so that nobody can ask twice while it is stored
        try:
            await self._shelf.note_asked(key)
        except BaseException:
            self._waiting.remove(key)
            raise
        self._news.set()

    async def _check(self, key: MatchKey) -> None:
        """Refuse what cannot be reviewed: a match that is not over, or was never dealt."""
        if (await self._matches.summary(*key)).review is None:
            raise Refusal(
                "no_review", "this match began from a position, and a review needs a record, from the deal on"
            )

    def _write(self, key: MatchKey, state: ReviewState = "waiting", *, packed: bool) -> bytes:
        progress, ahead = 0.0, 0
        if key in self._waiting:
            ahead = self._waiting.index(key)
            if ahead == 0 and self._is_working:
                state, progress = "working", self._progress
        data = msgspec.json.encode(ReviewShown(state, progress, ahead, None))
        return pack(data) if packed else data

    # In the background

    async def _work(self) -> None:
        try:
            owed = await self._shelf.owed()
            self._waiting[:0] = [key for key in owed if key not in self._waiting]
            await self._wait_for_search()
        except Exception:  # nobody waits for this task: what is not written down here is never known
            log.exception("reviews that were asked for before cannot be found")
        while True:
            if not self._waiting:
                self._news.clear()
                await self._news.wait()
                continue
            await self._make(self._waiting[0])

    async def _wait_for_search(self) -> None:
        await self._engine.wait_ready()
        for _ in range(COMPILING_SECONDS):
            if self._can_search():
                return
            await asyncio.sleep(1)

    async def _make(self, key: MatchKey) -> None:
        """Make the first review of those that wait, and keep what comes of it."""
        self._progress, self._is_working = 0.0, True
        try:
            outcome = await self._try(key)
            if outcome is None:
                await self._shelf.forget_asked(key)
            else:
                await self._shelf.put(key, outcome)
        except Exception as error:  # nobody waits for this: it must go on with the next one
            log.exception("a review could not be kept", table=key[0], match=key[1])
            if _may_pass(error):
                self._waiting.append(key)  # it is still owed; others may have better luck
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._is_working = False
            self._waiting.remove(key)  # the first of them: it is only now found where it is kept

    async def _try(self, key: MatchKey) -> Reviewed | Failed | None:
        """Review a match; nothing comes of one whose record is gone. Raises what may pass."""
        try:
            record = await self._matches.record(*key)
            review = await self._review(record, self._note_progress)
            packed = await self._archivists.ask(pack, review)
        except (ReviewFailedError, OSError) as error:
            log.error("a match could not be reviewed", table=key[0], match=key[1], reason=str(error))  # noqa: TRY400  # why is enough
            return Failed(str(error)[:MAX_TEXT])
        except Exception as error:
            if _may_pass(error):
                raise
            if isinstance(error, Refusal):
                log.warning("a review is not made", table=key[0], match=key[1], reason=error.reason)
                return None
            # A fault of ours, as when the moves of an old table are not legal any more: it would be the same the next time.
            reason = f"{type(error).__name__}: {error}"
            log.exception("a match could not be reviewed", table=key[0], match=key[1], reason=reason)
            return Failed(reason[:MAX_TEXT])
        log.info("a match was reviewed", event_id="match_reviewed", table=key[0], match=key[1], bytes=len(review))
        return Reviewed(VERSION, packed)

    def _note_progress(self, progress: float) -> None:
        self._progress = progress


def _may_pass(error: Exception) -> bool:
    """Tell whether trying again later can help."""
    return isinstance(error, StoreError) or (isinstance(error, Refusal) and error.reason == "server_busy")


def _write_done(review: bytes, *, packed: bool) -> bytes:
    data = msgspec.json.encode(ReviewShown("done", 1.0, 0, Raw(gzip.decompress(review))))
    return pack(data) if packed else data
