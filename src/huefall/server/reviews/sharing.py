"""``ReviewSharing``: what the nodes of a service tell each other about reviews, so that each is computed once.

A review is claimed by name; the node that computes it tells the others how far it is. A server that is alone claims
everything and tells nobody. Tested in tests/server/reviews/test_sharing.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from hashlib import blake2b

import msgspec
from msgspec import Struct

from huefall.server.ownership import Ownership
from huefall.server.store import StoreUnavailable
from huefall.server.store.streams import REVIEW_REQUESTS, MatchKey, review_stream

#: What nodes tell each other.
ASKED = "review_asked"
PROGRESS = "review_progress"

#: How often the others are told about progress.
PROGRESS_SECONDS = 1.0

#: A node that has told nothing for this long has stopped computing.
MAX_SILENT_SECONDS = 20.0

ADDRESS_HASH_BYTES = 16


class _Asked(Struct):
    key: MatchKey
    address: str  # a keyed hash: no node keeps or tells the address itself


class _Progress(Struct):
    key: MatchKey
    progress: float  # from 0 to 1; 1 when it is over, whatever came out


class ReviewSharing:
    """``wake`` is called when there may be something to compute."""

    def __init__(self, ownership: Ownership, wake: Callable[[], None]) -> None:
        self._ownership = ownership
        self._wake = wake
        self._addresses: dict[MatchKey, str] = {}  # of requests, hashed
        self._progress: dict[MatchKey, tuple[float, float]] = {}  # at other nodes: how far, and when that was told
        self._told_at = 0.0
        self._telling: set[asyncio.Task[None]] = set()
        ownership.on_told(ASKED, self._take_asked)
        ownership.on_told(PROGRESS, self._take_progress)
        ownership.on_peers_changed(wake)

    @property
    def is_shared(self) -> bool:
        return self._ownership.is_shared

    # Claims

    async def claim(self, key: MatchKey) -> bool:
        """Return whether this node may compute a review."""
        return await self._ownership.claim_work(review_stream(REVIEW_REQUESTS, key))

    async def release(self, key: MatchKey) -> None:
        await self._ownership.release_work(review_stream(REVIEW_REQUESTS, key))
        self.tell_progress(key, 1.0)

    # Addresses

    async def announce(self, key: MatchKey, address: str) -> None:
        """Tell all nodes that a review is asked for, and by which address, if that is known."""
        hashed = self._hash(address) if address else ""
        if hashed:
            self._addresses[key] = hashed
        with contextlib.suppress(StoreUnavailable):  # the request is stored: it is found when nodes come or go
            await self._ownership.tell(ASKED, msgspec.json.encode(_Asked(key, hashed)).decode())

    def waits(self, address: str) -> bool:
        """Return whether an address has a review in the queue."""
        return bool(address) and self._hash(address) in self._addresses.values()

    def forget(self, key: MatchKey) -> None:
        """Forget everything about a review that has left the queue."""
        self._addresses.pop(key, None)
        self._progress.pop(key, None)

    def _hash(self, address: str) -> str:
        return blake2b(address.encode(), key=self._ownership.secret, digest_size=ADDRESS_HASH_BYTES).hexdigest()

    def _take_asked(self, text: str) -> None:
        asked = msgspec.json.decode(text, type=_Asked)
        if asked.address:
            self._addresses[asked.key] = asked.address
        self._wake()

    # Progress

    def tell_progress(self, key: MatchKey, progress: float) -> None:
        """Tell the other nodes how far a review is, now and then."""
        now = time.monotonic()
        if progress >= 1 or now - self._told_at >= PROGRESS_SECONDS:
            self._told_at = now
            self._tell_progress(_Progress(key, progress))

    def progress_elsewhere(self, key: MatchKey) -> float | None:
        """Return how far another node is with a review; None if none computes it."""
        progress, told_at = self._progress.get(key, (0.0, -MAX_SILENT_SECONDS))
        return progress if time.monotonic() - told_at < MAX_SILENT_SECONDS else None

    def _take_progress(self, text: str) -> None:
        told = msgspec.json.decode(text, type=_Progress)
        if told.progress < 1:
            self._progress[told.key] = (told.progress, time.monotonic())
        else:
            self.forget(told.key)

    def _tell_progress(self, progress: _Progress) -> None:
        if self.is_shared:
            task = asyncio.create_task(self._ownership.tell(PROGRESS, msgspec.json.encode(progress).decode()))
            self._telling.add(task)
            task.add_done_callback(self._note_told)

    def _note_told(self, task: asyncio.Task[None]) -> None:
        self._telling.discard(task)
        if not task.cancelled():
            task.exception()  # a database that is away: what is told here only makes waiting more pleasant
