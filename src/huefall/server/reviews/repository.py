"""Reviews in the store: open requests, and outcomes.

The stream ``review-asked:CODE:MATCH`` exists from the request until the review is done, so that a restarted server can
continue. The last entry of ``review:CODE:MATCH`` is the outcome. Tested in tests/server/reviews/test_queue.py.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from huefall.protocol.reviews import VERSION
from huefall.server.ops.clock import now_ms
from huefall.server.store import Store, StoreConflict, StoredEntry
from huefall.server.store.streams import REVIEW_REQUESTS, REVIEWS, MatchKey, match_of_review, review_stream


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
    def __init__(self, store: Store) -> None:
        self._store = store

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

    async def put(self, key: MatchKey, outcome: ReviewOutcome) -> None:
        """Store an outcome and close its request."""
        stream = review_stream(REVIEWS, key)
        before = await self._store.read(stream)
        await self._store.append([StoredEntry(stream, len(before) + 1, now_ms(), _encode(outcome))])
        await self.remove_request(key)

    async def remove_request(self, key: MatchKey) -> None:
        await self._store.forget([review_stream(REVIEW_REQUESTS, key)])
