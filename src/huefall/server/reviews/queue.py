"""``ReviewQueue``: reviews are requested here and computed one at a time, in order.

A request is stored before it is acknowledged, and a review before it is shown: a restarted server continues with the
requests that are still open. Several nodes share the requests in the store; each computes one at a time.
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
from huefall.server.ownership import Ownership
from huefall.server.refusal import Refusal
from huefall.server.reviews.numbers import numbers_of_guests, rename_players
from huefall.server.reviews.repository import Failed, Reviewed, ReviewRepository
from huefall.server.reviews.sharing import ReviewSharing
from huefall.server.reviews.worker import ReviewFailedError
from huefall.server.store import Store, StoreError, StoreUnavailable, UnreadableStream
from huefall.server.store.streams import MatchKey
from huefall.server.transport.compression import pack

log = structlog.get_logger("huefall.reviews")

#: How long a review takes, about; the last in the queue waits for half an hour.
REVIEW_SECONDS = 30
MAX_WAITING = 64

#: How long to wait for the engine's process to compile the search; after that the review's process compiles it.
MAX_COMPILING_SECONDS = 180

#: How long to wait after an error of the store, or a busy match archive.
RETRY_SECONDS = 10.0

#: The stored length of an error text.
MAX_ERROR_LENGTH = 500

#: Reviews a record and reports its progress: ``review_in_process`` with its options bound.
Reviewer = Callable[[str, Callable[[float], None]], Awaitable[bytes]]


class ReviewQueue:
    """All reviews of a server. Call ``start`` and ``stop`` on a running event loop."""

    def __init__(
        self,
        store: Store,
        matches: MatchArchive,
        engine: Engine,
        record_pool: Workers,
        review: Reviewer,
        ownership: Ownership,
        can_search: Callable[[], bool] = can_search_now,
    ) -> None:
        self.repository = ReviewRepository(store, ownership)
        self._matches = matches
        self._engine = engine
        self._record_pool = record_pool
        self._review = review
        self._can_search = can_search
        self._waiting: list[MatchKey] = []  # as far as this node knows
        self._being_stored: set[MatchKey] = set()  # requests that are not in the store yet
        self._working_on: MatchKey | None = None
        self._progress = 0.0  # of that one, from 0 to 1
        self._has_waiting = asyncio.Event()
        self._sharing = ReviewSharing(ownership, self._has_waiting.set)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start computing in the background, beginning with requests from before a restart."""
        self._task = asyncio.create_task(self._work(), name="reviews")

    async def stop(self) -> None:
        """Stop at once; open requests stay in the store."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self, code: str, number: int, *, packed: bool) -> bytes:
        """Return the JSON of ``ReviewShown``, compressed if ``packed``; raise ``Refusal`` without such a match."""
        key = (code, number)
        await self._refresh()
        if key in self._waiting:
            return self._show(key, packed=packed)
        outcome = await self.repository.find(key)
        if isinstance(outcome, Reviewed):
            return await self._record_pool.ask(_show_done, outcome.packed, packed=packed)
        if outcome is None:
            await self._check(key)
        return self._show(key, "none" if outcome is None else "failed", packed=packed)

    async def ask(self, code: str, number: int, admit: Callable[[], None], address: str = "") -> None:
        """Request a review unless it is done or waiting; ``admit`` raises if the client has requested too many.

        Each address has one place in the queue, unless it is empty, and so has each table.
        """
        key = (code, number)
        await self._refresh()
        if key in self._waiting:
            return
        outcome = await self.repository.find(key)
        if isinstance(outcome, Reviewed):
            return
        if outcome is None:  # a failed one was checked before, and the cause of its failure may fail the check
            await self._check(key)
        if len(self._waiting) >= MAX_WAITING:
            raise Refusal("server_busy", f"{len(self._waiting)} reviews are waiting, the maximum: ask again later")
        if key in self._waiting:  # requested by another client meanwhile
            return
        self._refuse_second(key, address)
        admit()
        self._waiting.append(key)  # before it is stored, so that it cannot be requested twice meanwhile
        self._being_stored.add(key)
        try:
            await self.repository.add_request(key)
        except BaseException:
            self._leave_queue(key)
            raise
        finally:
            self._being_stored.discard(key)
        self._has_waiting.set()
        await self._sharing.announce(key, address)

    def _refuse_second(self, key: MatchKey, address: str) -> None:
        """Raise ``Refusal`` if the address or the table waits already: nobody can fill the queue for the others."""
        if any(code == key[0] for code, _ in self._waiting):
            whose = "another match of this table"
        elif self._sharing.waits(address):
            whose = "another match, requested from your address,"
        else:
            return
        text = f"{whose} waits for its review: ask again after that"
        raise Refusal("too_many_reviews", text, retry_after=len(self._waiting) * REVIEW_SECONDS)

    def _leave_queue(self, key: MatchKey) -> None:
        """Remove a review from the queue, once: it may wait a second time, to be tried again."""
        if key in self._waiting:
            self._waiting.remove(key)
        if key not in self._waiting:
            self._sharing.forget(key)

    async def _check(self, key: MatchKey) -> None:
        """Raise ``Refusal`` for a match that is not over, or did not begin with a deal."""
        if (await self._matches.summary(*key)).review is None:
            raise Refusal(
                "no_review", "this match began from a position, and a review needs a record, from the deal on"
            )

    def _show(self, key: MatchKey, state: ReviewState = "waiting", *, packed: bool) -> bytes:
        progress, ahead = 0.0, 0
        if key in self._waiting:
            ahead = self._waiting.index(key)
            here = self._progress if key == self._working_on else None
            computed = here if here is not None else self._sharing.progress_elsewhere(key)
            if computed is not None:
                state, progress, ahead = "working", computed, 0
        data = msgspec.json.encode(ReviewShown(state, progress, ahead, None))
        return pack(data) if packed else data

    # In the background

    async def _work(self) -> None:
        try:
            requests = await self.repository.requests()
            self._waiting[:0] = [key for key in requests if key not in self._waiting]
            await self._wait_for_search()
        except Exception:  # no code awaits this task: unlogged, the error would be lost
            log.exception("requests for reviews cannot be read from the store")
        while True:
            self._has_waiting.clear()
            key = await self._claim_next()
            if key is None:
                await self._has_waiting.wait()
            else:
                await self._review_claimed(key)

    async def _refresh(self) -> None:
        """Read which requests other nodes have stored, and which they have finished."""
        if self._sharing.is_shared:
            stored = await self.repository.requests()
            self._waiting = [*stored, *(key for key in self._waiting if key in self._being_stored - set(stored))]

    async def _claim_next(self) -> MatchKey | None:
        """Return the first waiting review that no other node computes; None if there is none."""
        try:
            await self._refresh()
            for key in self._waiting:
                if await self._sharing.claim(key):
                    return key
        except StoreError as error:
            if not isinstance(error, StoreUnavailable):
                log.exception("requests for reviews cannot be read from the store")
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._has_waiting.set)
        return None

    async def _wait_for_search(self) -> None:
        await self._engine.wait_ready()
        for _ in range(MAX_COMPILING_SECONDS):
            if self._can_search():
                return
            await asyncio.sleep(1)

    async def _review_claimed(self, key: MatchKey) -> None:
        """Compute a review, and store its outcome."""
        self._progress, self._working_on = 0.0, key
        try:
            outcome = await self._try(key)
            async with self.repository.writing(key[0]):
                await self._store(key, outcome)
        except Exception as error:  # the queue must go on with the next one
            if not isinstance(error, StoreUnavailable):  # which the store has logged
                log.exception("a review could not be stored", table=key[0], match=key[1])
            if _is_temporary(error):
                self._waiting.append(key)  # again, after the others
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._working_on = None
            self._leave_queue(key)  # its first occurrence; only now ``look`` finds the stored outcome
            await self._give_up_claim(key)

    async def _give_up_claim(self, key: MatchKey) -> None:
        try:
            await self._sharing.release(key)
        except StoreError as error:  # the claim ends with this node
            log.warning("a review could not be released", table=key[0], match=key[1], reason=str(error))

    async def _store(self, key: MatchKey, outcome: Reviewed | Failed | None) -> None:
        """Store an outcome under the players' names of now: somebody may have deleted theirs while it was computed."""
        if isinstance(outcome, Reviewed):
            try:
                names = dict(enumerate((await self._matches.summary(*key)).players))
                guests = await self._matches.guests(*key)
            except Refusal as refusal:
                if _is_temporary(refusal):
                    raise
                outcome = None  # the match has been deleted meanwhile
            else:
                packed = await self._record_pool.ask(rename_players, outcome.packed, names)
                numbers = await self._record_pool.ask(numbers_of_guests, packed, guests)
                await self.repository.put(key, Reviewed(outcome.version, packed), numbers)
                return
        if outcome is None:
            await self.repository.remove_request(key)
        else:
            await self.repository.put(key, outcome)

    async def _try(self, key: MatchKey) -> Reviewed | Failed | None:
        """Review a match; return None if its record is gone, and raise temporary errors."""
        try:
            record = await self._matches.record(*key)
            review = await self._review(record, self._set_progress)
            packed = await self._record_pool.ask(pack, review)
        except (ReviewFailedError, OSError) as error:
            log.error("a match could not be reviewed", table=key[0], match=key[1], reason=str(error))  # noqa: TRY400  # the reason is enough
            return Failed(str(error)[:MAX_ERROR_LENGTH])
        except Exception as error:
            if _is_temporary(error):
                raise
            if isinstance(error, Refusal):
                log.warning(
                    "a review was cancelled: its match has no record", table=key[0], match=key[1], reason=error.reason
                )
                return None
            # A bug, or moves of an old table that are no longer legal: a retry would fail the same way.
            reason = f"{type(error).__name__}: {error}"
            log.exception("a match could not be reviewed", table=key[0], match=key[1], reason=reason)
            return Failed(reason[:MAX_ERROR_LENGTH])
        log.info("a match was reviewed", event_id="match_reviewed", table=key[0], match=key[1], bytes=len(review))
        return Reviewed(VERSION, packed)

    def _set_progress(self, progress: float) -> None:
        self._progress = progress
        if self._working_on is not None:
            self._sharing.tell_progress(self._working_on, progress)


def _is_temporary(error: Exception) -> bool:
    """Whether trying again later can help."""
    if isinstance(error, Refusal):
        return error.reason == "server_busy"
    return isinstance(error, StoreError) and not isinstance(error, UnreadableStream)


def _show_done(review: bytes, *, packed: bool) -> bytes:
    data = msgspec.json.encode(ReviewShown("done", 1.0, 0, Raw(gzip.decompress(review))))
    return pack(data) if packed else data
