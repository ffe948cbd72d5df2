"""All guests: a name and one secret token per device, no account. Each is a stream of entries in the store, like a table."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable

import structlog

from huefall.protocol.fields import Browser, DeviceKind
from huefall.server.guests.entries import (
    CodeMade,
    Deleted,
    DeviceAdded,
    DevicesRevoked,
    GuestEntry,
    Made,
    Renamed,
    Seen,
    decode_entry,
    encode_entry,
)
from huefall.server.guests.person import Person
from huefall.server.guests.state import Device, GuestState
from huefall.server.ops.clock import MINUTE_MS, now_ms
from huefall.server.ops.tokens import hash_secret, new_guest_id, new_token, split_token
from huefall.server.refusal import Refusal
from huefall.server.store import Store, StoreConflict, StoredEntry, StoreError, StoreUnavailable
from huefall.server.store.streams import DELETIONS, deletion_stream, guest_stream, streams_about_guests

log = structlog.get_logger("huefall.guests")

#: How many guests are cached.
MAX_CACHED = 10_000

#: Devices of one guest at the same time.
MAX_DEVICES = 10

#: How long a code for another device can be used.
CODE_MINUTES = 10


class _CachedGuest:
    """A guest in memory. The lock is held from a decision about the guest until its entry is stored and applied."""

    __slots__ = ("lock", "state")

    def __init__(self, state: GuestState) -> None:
        self.state = state
        self.lock = asyncio.Lock()


class GuestRegistry:
    """Creates, finds, renames and deletes guests, and adds and revokes their devices."""

    def __init__(self, store: Store, *, clock: Callable[[], int] = now_ms) -> None:
        self._store = store
        self._clock = clock
        self._cache: OrderedDict[str, _CachedGuest] = OrderedDict()
        self._deleted: set[str] = set()  # since the server was started

    async def make(self, name: str, kind: DeviceKind = "unknown", browser: Browser = "unknown") -> tuple[Person, str]:
        """Create a guest and its token. The token is stored nowhere, only the hash of its secret."""
        guest = new_guest_id()
        token, secret_hash = _new_secret(guest)
        cached = _CachedGuest(GuestState())
        await self._store_and_apply(guest, cached, Made(name, secret_hash, kind, browser))
        self._cache_guest(guest, cached)
        return Person(guest, name), token

    async def find(self, token: str) -> Person | None:
        """Return the guest of a token; None if the token is wrong or its device has been revoked."""
        parts = split_token(token)
        if parts is None:
            return None
        guest, secret = parts
        cached = await self._load(guest)
        device = cached.state.device_of(secret) if cached is not None else None
        if cached is None or device is None:
            return None
        if not device.was_seen_on_day_of(self._clock()):
            try:
                await self.note_activity(guest, device.number)
            except StoreUnavailable:
                pass  # no reason to reject the guest, and the store has logged it
            except StoreError:
                log.exception("the visit of a guest could not be stored")
            cached = await self._load(guest)  # storing took time, in which the device may have been revoked
            if cached is None or device.number not in cached.state.devices:
                return None
        return Person(guest, cached.state.name, device.number)

    async def rename(self, person: Person, name: str) -> Person:
        await self._change(person.guest, lambda _: Renamed(name))
        return Person(person.guest, name, person.device)

    async def begin_deletion(self, person: Person) -> None:
        """Make all tokens of a guest void for good, and note that everything about them has to be deleted."""

        def decide(state: GuestState) -> GuestEntry:
            _refuse_revoked(state, person)
            return Deleted()

        noted = StoredEntry(deletion_stream(person.guest), 1, self._clock(), b"{}")
        if await self._change(person.guest, decide, noted) is None:
            raise _revoked()
        self.note_deletion(person.guest)

    def note_deletion(self, guest: str) -> None:
        """Note that a guest has deleted everything, here or at another node."""
        self._deleted.add(guest)

    async def pending_deletions(self) -> list[str]:
        """Return the guests about whom everything has to be deleted, the first to ask for it first."""
        infos = await self._store.streams(DELETIONS)
        return [info.stream.removeprefix(DELETIONS) for info in sorted(infos, key=lambda info: info.began)]

    async def end_deletion(self, guest: str) -> None:
        """Delete the guest themselves. Nothing else may be left that names them."""
        await self._store.forget([guest_stream(guest), deletion_stream(guest)])
        self._cache.pop(guest, None)

    def is_deleted(self, guest: str) -> bool:
        """Return whether a guest, whose token was right a moment ago, has deleted everything meanwhile."""
        return guest in self._deleted

    async def forget(self, guests: Collection[str]) -> None:
        """Delete guests, and what they have played."""
        # Guests last: if the server is killed meanwhile, the next sweep finds them again.
        about = await streams_about_guests(self._store, guests)
        await self._store.forget([*about, *map(guest_stream, guests)])
        for guest in guests:
            self._cache.pop(guest, None)

    async def note_activity(self, guest: str, device: int) -> None:
        """Store that a device is active, once a day."""

        def decide(state: GuestState) -> GuestEntry | None:
            known = state.devices.get(device)
            return Seen(device) if known is not None and not known.was_seen_on_day_of(self._clock()) else None

        await self._change(guest, decide)

    # Devices

    async def devices(self, person: Person) -> list[Device]:
        """Return the devices of a guest, the oldest first."""
        cached = await self._load(person.guest)
        return list(cached.state.devices.values()) if cached is not None else []

    async def device_numbers(self, guest: str) -> set[int]:
        """Return the numbers of a guest's devices; none if there is no such guest."""
        cached = await self._load(guest)
        return set(cached.state.devices) if cached is not None else set()

    async def make_code(self, person: Person) -> str:
        """Return a code that adds one device to this guest, for ``CODE_MINUTES``. The code made before is void."""
        code, code_hash = _new_secret(person.guest)

        def decide(state: GuestState) -> GuestEntry:
            _refuse_revoked(state, person)
            _refuse_full(state)
            return CodeMade(code_hash, until_ms=self._clock() + CODE_MINUTES * MINUTE_MS)

        if await self._change(person.guest, decide) is None:
            raise _revoked()
        return code

    async def look_up_code(self, code: str) -> Person:
        """Return the guest to whom a code adds a device. It can still be used afterwards."""
        guest, secret = _split_code(code)
        cached = await self._load(guest)
        if cached is None or not cached.state.has_code(secret, self._clock()):
            raise _no_such_code()
        return Person(guest, cached.state.name)

    async def add_device(self, code: str, kind: DeviceKind, browser: Browser) -> tuple[Person, str]:
        """Use a code: return its guest and the token of the new device. Of several who try it, one succeeds."""
        guest, secret = _split_code(code)
        token, secret_hash = _new_secret(guest)

        def decide(state: GuestState) -> GuestEntry:
            if not state.has_code(secret, self._clock()):
                raise _no_such_code()
            _refuse_full(state)
            return DeviceAdded(secret_hash, kind, browser)

        state = await self._change(guest, decide)
        if state is None:
            raise _no_such_code()
        return Person(guest, state.name, state.newest_device), token

    async def revoke(self, person: Person, numbers: Iterable[int] | None = None) -> tuple[int, ...]:
        """Revoke devices of a guest, by default all others; return their numbers. Their tokens are then wrong."""
        revoked: tuple[int, ...] = ()

        def decide(state: GuestState) -> GuestEntry | None:
            nonlocal revoked
            _refuse_revoked(state, person)
            others = [number for number in state.devices if number != person.device]
            revoked = tuple(others if numbers is None else numbers)
            if person.device in revoked:
                raise Refusal("this_device", "this is the device you are using: revoke it from another one")
            if not set(revoked) <= set(others):
                raise Refusal("no_such_device", "you have no such device: it may have been revoked already")
            return DevicesRevoked(revoked) if revoked or state.code is not None else None

        await self._change(person.guest, decide)
        return revoked

    # Entries

    async def _change(
        self, guest: str, decide: Callable[[GuestState], GuestEntry | None], *others: StoredEntry
    ) -> GuestState | None:
        """Store and apply the entry that ``decide`` returns for a guest, who does not change meanwhile.

        Entries of other streams are stored together with it. Returns the guest as it is then; None if there is no such guest.
        """
        while (cached := await self._load(guest)) is not None:
            async with cached.lock:
                if self._cache.get(guest) is not cached:
                    continue  # dropped while this waited for the lock
                entry = decide(cached.state)
                if entry is not None:
                    try:
                        await self._store_and_apply(guest, cached, entry, *others)
                    except StoreConflict:
                        if self._store.is_shared:
                            continue  # another node has changed the guest
                        raise
                return cached.state
        return None

    async def _store_and_apply(self, guest: str, cached: _CachedGuest, entry: GuestEntry, *others: StoredEntry) -> None:
        at_ms = self._clock()
        own = StoredEntry(guest_stream(guest), cached.state.last + 1, at_ms, encode_entry(entry))
        try:
            await self._store.append([own, *others])
        except BaseException:  # cancelled, too: the entry may be stored or not, so the guest is read again next time
            self._cache.pop(guest, None)
            raise
        cached.state.apply(entry, at_ms)

    async def _load(self, guest: str) -> _CachedGuest | None:
        cached = self._cache.get(guest)
        if cached is not None and self._store.is_shared:
            return await self._complete(guest, cached)
        if cached is not None:
            self._cache.move_to_end(guest)
            return cached
        entries = await self._store.read(guest_stream(guest))
        if not entries:
            return None
        if guest in self._cache:  # loaded by another request meanwhile
            return self._cache[guest]
        cached = _CachedGuest(GuestState())
        for entry in entries:
            cached.state.apply(decode_entry(entry.data), entry.at)
        self._cache_guest(guest, cached)
        return cached

    async def _complete(self, guest: str, cached: _CachedGuest) -> _CachedGuest | None:
        """Apply what other nodes have stored about a guest; return None if the guest is gone."""
        async with cached.lock:
            infos = await self._store.streams(guest_stream(guest))
            if not infos:
                self._cache.pop(guest, None)
                return None
            if infos[0].last > cached.state.last:
                for entry in await self._store.read(guest_stream(guest), cached.state.last):
                    cached.state.apply(decode_entry(entry.data), entry.at)
        return cached

    def _cache_guest(self, guest: str, cached: _CachedGuest) -> None:
        self._cache[guest] = cached
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)


def _new_secret(guest: str) -> tuple[str, str]:
    """Return a new token, or a code, which is written the same way, and the hash of its secret."""
    token = new_token(guest)
    return token, hash_secret(token.partition(".")[2])


def _split_code(code: str) -> tuple[str, str]:
    parts = split_token(code)
    if parts is None:
        raise _no_such_code()
    return parts


def _refuse_revoked(state: GuestState, person: Person) -> None:
    if person.device not in state.devices:  # while its request was under way
        raise _revoked()


def _refuse_full(state: GuestState) -> None:
    if len(state.devices) >= MAX_DEVICES:
        raise Refusal("too_many_devices", f"you have {MAX_DEVICES} devices already: revoke one first")


def _revoked() -> Refusal:
    return Refusal("no_such_guest", "this device has been revoked, or its guest deleted")


def _no_such_code() -> Refusal:
    return Refusal("no_such_code", "this code has been used or replaced, or is too old: make a new one")
