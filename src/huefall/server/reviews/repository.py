"""What the store keeps of reviews: which ones are asked for, and what came of them.

``review-asked:CODE:MATCH`` is there from the question until it is answered, so that a server that is started again knows
what it owes. ``review:CODE:MATCH`` has what came of it, the last entry counts.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from huefall.protocol.reviews import VERSION
from huefall.server.ops.clock import now_ms
from huefall.server.store import Store, StoreConflict, StoredEntry
from huefall.server.store.streams import REVIEWS, REVIEWS_ASKED, MatchKey, match_of_review, review_stream


class Reviewed(Struct, frozen=True, tag="reviewed", tag_field="what"):
    """The match was reviewed."""

    version: int  # of the review's form
    packed: bytes  # its JSON, compressed


class Failed(Struct, frozen=True, tag="failed", tag_field="what"):
    """The match could not be reviewed; it may be tried again."""

    text: str


Outcome = Reviewed | Failed

_decoder = msgspec.json.Decoder(Outcome)
_encode = msgspec.json.Encoder().encode


class ReviewRepository:
    """Reviews in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note_asked(self, key: MatchKey) -> None:
        """Remember that a review is owed, safely."""
        stream = review_stream(REVIEWS_ASKED, key)
        try:
            await self._store.append([StoredEntry(stream, 1, now_ms(), b"{}")])
        except StoreConflict:
            return  # somebody else has asked at the same time

    async def owed(self) -> list[MatchKey]:
        """List the reviews that were asked for and never came, those asked for first at the front."""
        infos = await self._store.streams(REVIEWS_ASKED)
        return [match_of_review(info.stream) for info in sorted(infos, key=lambda info: info.began)]

    async def find(self, key: MatchKey) -> Outcome | None:
        """Return what came of a review; nothing if it was never made, or in a form that nobody reads any more."""
        entries = await self._store.read(review_stream(REVIEWS, key))
        if not entries:
            return None
        outcome: Outcome = _decoder.decode(entries[-1].data)
        return None if isinstance(outcome, Reviewed) and outcome.version != VERSION else outcome

    async def put(self, key: MatchKey, outcome: Outcome) -> None:
        """Keep what came of a review, safely; then it is owed no more."""
        stream = review_stream(REVIEWS, key)
        before = await self._store.read(stream)
        await self._store.append([StoredEntry(stream, len(before) + 1, now_ms(), _encode(outcome))])
        await self.forget_asked(key)

    async def forget_asked(self, key: MatchKey) -> None:
        """Owe a review no more."""
        await self._store.forget([review_stream(REVIEWS_ASKED, key)])
