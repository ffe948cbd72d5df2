"""What the store keeps of reviews: which ones are asked for, and what came of them.

``review-asked:CODE:MATCH`` is there from the question until it is answered, so that a server that is started again knows
what it owes. ``review:CODE:MATCH`` has what came of it, the last entry counts.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import Struct

from huefall.review.model import VERSION
from huefall.server.moment import now_ms
from huefall.server.store import Entry, Store, StoreConflict

ASKED, CAME = "review-asked:", "review:"

#: A table's code and the number of a match there.
Key = tuple[str, int]


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


class Shelf:
    """Reviews in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note_asked(self, key: Key) -> None:
        """Remember that a review is owed, safely."""
        stream = _name(ASKED, key)
        try:
            await self._store.append([Entry(stream, 1, now_ms(), b"{}")])
        except StoreConflict:
            return  # somebody else has asked at the same time

    async def owed(self) -> list[Key]:
        """List the reviews that were asked for and never came, those asked for first at the front."""
        infos = await self._store.streams(ASKED)
        return [_key(info.stream) for info in sorted(infos, key=lambda info: info.began)]

    async def find(self, key: Key) -> Outcome | None:
        """Return what came of a review; nothing if it was never made, or in a form that nobody reads any more."""
        entries = await self._store.read(_name(CAME, key))
        if not entries:
            return None
        outcome: Outcome = _decoder.decode(entries[-1].data)
        return None if isinstance(outcome, Reviewed) and outcome.version != VERSION else outcome

    async def put(self, key: Key, outcome: Outcome) -> None:
        """Keep what came of a review, safely; then it is owed no more."""
        stream = _name(CAME, key)
        before = await self._store.read(stream)
        await self._store.append([Entry(stream, len(before) + 1, now_ms(), _encode(outcome))])
        await self.forget_asked(key)

    async def forget_asked(self, key: Key) -> None:
        """Owe a review no more."""
        await self._store.forget([_name(ASKED, key)])


async def streams_of(store: Store, codes: Collection[str]) -> list[str]:
    """Name all streams about reviews of matches at these tables."""
    infos = [*await store.streams(ASKED), *await store.streams(CAME)]
    return [info.stream for info in infos if _key(info.stream)[0] in codes]


def _name(kind: str, key: Key) -> str:
    return f"{kind}{key[0]}:{key[1]}"


def _key(stream: str) -> Key:
    _, code, number = stream.split(":")
    return code, int(number)
