"""Reviews in the store: open requests, outcomes, and the numbers of each guest.

The stream ``review-asked:CODE:MATCH`` exists from the request until the review is done, so that a restarted server can
continue. The last entry of ``review:CODE:MATCH`` is the outcome. The last entry of
``guest-review:GUEST:CODE:MATCH`` is what the guest's statistics need of it. Tested in tests/server/reviews/test_queue.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import msgspec
from msgspec import Struct

from huefall.protocol.reviews import VERSION
from huefall.server.ops.clock import now_ms
from huefall.server.ownership import Ownership
from huefall.server.reviews.numbers import ReviewNumbers, encode_numbers, rename_players
from huefall.server.store import Store, StoreConflict, StoredEntry
from huefall.server.store.streams import (
    REVIEW_REQUESTS,
    REVIEWS,
    MatchKey,
    guest_review_stream,
    match_of_review,
    review_stream,
)

#: How long to wait for another node that writes about the same table.
CLAIM_SECONDS = 0.2


class Reviewed(Struct, frozen=True, tag="reviewed", tag_field="what"):
    version: int  # of the review's format
    packed: bytes  # its JSON, compressed with gzip


class Failed(Struct, frozen=True, tag="failed", tag_field="what"):
    """The match could not be reviewed. People may request it again."""

    text: str


ReviewOutcome = Reviewed | Failed

_decoder = msgspec.json.Decoder(ReviewOutcome)
_encode = msgspec.json.Encoder().encode


class ReviewRepository:
    def __init__(self, store: Store, ownership: Ownership) -> None:
        self._store = store
        self._ownership = ownership
        self._one_at_a_time = asyncio.Lock()

    @asynccontextmanager
    async def writing(self, code: str) -> AsyncIterator[None]:
        """Write an outcome of a table, or change the names in its outcomes, while nobody else does.

        Otherwise an outcome could be written with a name that has just been deleted.
        """
        name = f"review-writing:{code}"
        async with self._one_at_a_time:
            while not await self._ownership.claim_work(name):  # noqa: ASYNC110  # another process has it
                await asyncio.sleep(CLAIM_SECONDS)
            try:
                yield
            finally:
                await self._ownership.release_work(name)

    async def add_request(self, key: MatchKey) -> None:
        stream = review_stream(REVIEW_REQUESTS, key)
        try:
            await self._store.append([StoredEntry(stream, 1, now_ms(), b"{}")])
        except StoreConflict:
            return  # requested by another client at the same time

    async def requests(self) -> list[MatchKey]:
        """Return the open requests, oldest first."""
        infos = await self._store.streams(REVIEW_REQUESTS)
        return [match_of_review(info.stream) for info in sorted(infos, key=lambda info: info.began)]

    async def find(self, key: MatchKey) -> ReviewOutcome | None:
        """Return the outcome of a review; None if it is not stored in the current format."""
        entries = await self._store.read(review_stream(REVIEWS, key))
        if not entries:
            return None
        outcome: ReviewOutcome = _decoder.decode(entries[-1].data)
        return None if isinstance(outcome, Reviewed) and outcome.version != VERSION else outcome

    async def put(
        self, key: MatchKey, outcome: ReviewOutcome, numbers: Mapping[str, ReviewNumbers] | None = None
    ) -> None:
        """Store an outcome and the numbers of the guests who played, and close its request."""
        entries = [await self._next(review_stream(REVIEWS, key), _encode(outcome))]
        for guest, own in (numbers or {}).items():
            entries.append(await self._next(guest_review_stream(guest, key), encode_numbers(own)))
        await self._store.append(entries)
        await self.remove_request(key)

    async def put_numbers(self, key: MatchKey, numbers: Mapping[str, ReviewNumbers]) -> None:
        """Store the numbers of guests whose streams have none, of a review that was stored without them."""
        for guest, own in numbers.items():
            entry = await self._next(guest_review_stream(guest, key), encode_numbers(own))
            if entry.number == 1:
                await self._store.append([entry])

    async def rename(self, key: MatchKey, names: Mapping[int, str]) -> list[StoredEntry]:
        """Return the stored outcomes of a match with other names at some seats, to be rewritten."""
        rewritten = []
        for entry in await self._store.read(review_stream(REVIEWS, key)):
            outcome: ReviewOutcome = _decoder.decode(entry.data)
            if isinstance(outcome, Reviewed):
                packed = await asyncio.to_thread(rename_players, outcome.packed, names)
                data = _encode(Reviewed(outcome.version, packed))
                rewritten.append(msgspec.structs.replace(entry, data=data))
        return rewritten

    async def _next(self, stream: str, data: bytes) -> StoredEntry:
        return StoredEntry(stream, len(await self._store.read(stream)) + 1, now_ms(), data)

    async def remove_request(self, key: MatchKey) -> None:
        await self._store.forget([review_stream(REVIEW_REQUESTS, key)])
