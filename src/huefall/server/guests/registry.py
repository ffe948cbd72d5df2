"""Guests: a name and a secret token, no account. Each is a stream of entries in the store, like a table."""

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

#: How many guests are kept at hand.
REMEMBERED = 10_000


class Made(Struct, frozen=True, tag_field="what", tag="made"):
    """The guest is there."""

    name: str
    hash: str


class Renamed(Struct, frozen=True, tag_field="what", tag="renamed"):
    """The guest is called something else."""

    name: str


class Seen(Struct, frozen=True, tag_field="what", tag="seen"):
    """The guest was here; kept at most once a day, so that who comes back is not forgotten."""


_decoder = msgspec.json.Decoder(Made | Renamed | Seen)
_encode = msgspec.json.Encoder().encode


class _Known:
    """A guest at hand."""

    __slots__ = ("changed_at", "hash", "last", "name")

    def __init__(self, name: str, secret_hash: str) -> None:
        self.name = name
        self.hash = secret_hash
        self.last = 1
        self.changed_at = 0


class GuestRegistry:
    """All guests."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def make(self, name: str) -> tuple[Person, str]:
        """Make a guest; the token is returned this once, and kept nowhere."""
        guest = new_guest_id()
        token = new_token(guest)
        _, _, secret = token.partition(".")
        known = _Known(name, hash_secret(secret))
        known.changed_at = now_ms()
        await self._store.append(
            [StoredEntry(guest_stream(guest), 1, known.changed_at, _encode(Made(name, known.hash)))]
        )
        self._remember(guest, known)
        return Person(guest, name), token

    async def find(self, token: str) -> Person | None:
        """Return whose token it is; nobody's if it is wrong."""
        parts = split_token(token)
        if parts is None:
            return None
        guest, secret = parts
        known = await self._load(guest)
        if known is None or not matches(secret, known.hash):
            return None
        if now_ms() - known.changed_at > DAY_MS:
            try:
                await self._append(guest, known, Seen())
            except StoreError:  # no reason to keep somebody out
                log.exception("that a guest was here could not be stored")
        return Person(guest, known.name)

    async def rename(self, person: Person, name: str) -> Person:
        """Call a guest something else."""
        known = await self._load(person.guest)
        if known is not None:
            await self._append(person.guest, known, Renamed(name))
            known.name = name
        return Person(person.guest, name)

    async def forget_idle(self, days: int) -> int:
        """Forget guests who have stayed away for so many days; return how many."""
        before = now_ms() - days * DAY_MS
        idle = [info.stream for info in await self._store.streams(GUESTS) if info.changed < before]
        if idle:
            await self._store.forget(idle)
            for stream in idle:
                self._known.pop(stream.removeprefix(GUESTS), None)
        return len(idle)

    async def _append(self, guest: str, known: _Known, entry: Renamed | Seen) -> None:
        known.last += 1  # taken before anything is awaited, so that two at once do not take the same
        known.changed_at = now_ms()
        try:
            await self._store.append([StoredEntry(guest_stream(guest), known.last, known.changed_at, _encode(entry))])
        except StoreError:
            self._known.pop(guest, None)  # what is at hand is ahead of what is stored: load it again
            raise

    async def _load(self, guest: str) -> _Known | None:
        known = self._known.get(guest)
        if known is not None:
            self._known.move_to_end(guest)
            return known
        entries = await self._store.read(guest_stream(guest))
        if not entries:
            return None
        if guest in self._known:  # somebody else has loaded it meanwhile
            return self._known[guest]
        for entry in entries:
            said = _decoder.decode(entry.data)
            if isinstance(said, Made):
                known = _Known(said.name, said.hash)
            elif isinstance(said, Renamed) and known is not None:
                known.name = said.name
            if known is not None:
                known.last, known.changed_at = entry.number, entry.at
        if known is not None:
            self._remember(guest, known)
        return known

    def _remember(self, guest: str, known: _Known) -> None:
        self._known[guest] = known
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
