"""All guests: a name and a secret token, no account. Each is a stream of entries in the store, like a table."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
import structlog
from msgspec import Struct

from huefall.server.guests.person import Person
from huefall.server.ops.clock import DAY_MS, now_ms
from huefall.server.ops.tokens import hash_secret, matches, new_guest_id, new_token, split_token
from huefall.server.store import Store, StoredEntry, StoreError
from huefall.server.store.streams import GUESTS, guest_stream

log = structlog.get_logger("huefall.guests")

#: How many guests are cached.
MAX_CACHED = 10_000


class Made(Struct, frozen=True, tag_field="what", tag="made"):
    name: str
    hash: str


class Renamed(Struct, frozen=True, tag_field="what", tag="renamed"):
    name: str


class Seen(Struct, frozen=True, tag_field="what", tag="seen"):
    """The guest was active; stored at most once a day, so that active guests are not deleted as idle."""


_decoder = msgspec.json.Decoder(Made | Renamed | Seen)
_encode = msgspec.json.Encoder().encode


class _CachedGuest:
    __slots__ = ("changed_at", "hash", "last", "name")

    def __init__(self, name: str, secret_hash: str) -> None:
        self.name = name
        self.hash = secret_hash
        self.last = 1
        self.changed_at = 0


class GuestRegistry:
    """Creates, finds, renames and deletes guests."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: OrderedDict[str, _CachedGuest] = OrderedDict()

    async def make(self, name: str) -> tuple[Person, str]:
        """Create a guest and its token. The token is stored nowhere, only the hash of its secret."""
        guest = new_guest_id()
        token = new_token(guest)
        _, _, secret = token.partition(".")
        cached = _CachedGuest(name, hash_secret(secret))
        cached.changed_at = now_ms()
        await self._store.append(
            [StoredEntry(guest_stream(guest), 1, cached.changed_at, _encode(Made(name, cached.hash)))]
        )
        self._cache_guest(guest, cached)
        return Person(guest, name), token

    async def find(self, token: str) -> Person | None:
        """Return the guest of a token; None if the token is wrong."""
        parts = split_token(token)
        if parts is None:
            return None
        guest, secret = parts
        cached = await self._load(guest)
        if cached is None or not matches(secret, cached.hash):
            return None
        if now_ms() - cached.changed_at > DAY_MS:
            try:
                await self._append(guest, cached, Seen())
            except StoreError:  # no reason to reject the guest
                log.exception("the visit of a guest could not be stored")
        return Person(guest, cached.name)

    async def rename(self, person: Person, name: str) -> Person:
        cached = await self._load(person.guest)
        if cached is not None:
            await self._append(person.guest, cached, Renamed(name))
            cached.name = name
        return Person(person.guest, name)

    async def forget_idle(self, days: int) -> int:
        """Delete guests who were not active for this many days; return how many."""
        before = now_ms() - days * DAY_MS
        idle = [info.stream for info in await self._store.streams(GUESTS) if info.changed < before]
        if idle:
            await self._store.forget(idle)
            for stream in idle:
                self._cache.pop(stream.removeprefix(GUESTS), None)
        return len(idle)

    async def _append(self, guest: str, cached: _CachedGuest, entry: Renamed | Seen) -> None:
        cached.last += 1  # before the first await, so that two concurrent calls use different numbers
        cached.changed_at = now_ms()
        try:
            await self._store.append([StoredEntry(guest_stream(guest), cached.last, cached.changed_at, _encode(entry))])
        except StoreError:
            self._cache.pop(guest, None)  # the cache is ahead of the store: load the guest again next time
            raise

    async def _load(self, guest: str) -> _CachedGuest | None:
        cached = self._cache.get(guest)
        if cached is not None:
            self._cache.move_to_end(guest)
            return cached
        entries = await self._store.read(guest_stream(guest))
        if not entries:
            return None
        if guest in self._cache:  # loaded by another request meanwhile
            return self._cache[guest]
        for entry in entries:
            decoded = _decoder.decode(entry.data)
            if isinstance(decoded, Made):
                cached = _CachedGuest(decoded.name, decoded.hash)
            elif isinstance(decoded, Renamed) and cached is not None:
                cached.name = decoded.name
            if cached is not None:
                cached.last, cached.changed_at = entry.number, entry.at
        if cached is not None:
            self._cache_guest(guest, cached)
        return cached

    def _cache_guest(self, guest: str, cached: _CachedGuest) -> None:
        self._cache[guest] = cached
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
