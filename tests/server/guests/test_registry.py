"""Guests: a name and a secret token."""

from __future__ import annotations

import asyncio

from huefall.server.guests.registry import GuestRegistry
from huefall.server.ops.clock import DAY_MS
from huefall.server.store import MemoryStore


def test_a_token_is_its_guests_and_nobody_elses() -> None:
    async def run() -> None:
        guests = GuestRegistry(MemoryStore())
        anna, token = await guests.make("Anna")
        ben, other = await guests.make("Ben")
        assert await guests.find(token) == anna
        assert await guests.find(other) == ben
        assert await guests.find(f"{anna.guest}.{other.partition('.')[2]}") is None
        assert await guests.find(token[:-1]) is None
        assert await guests.find("") is None

    asyncio.run(run())


def test_tokens_still_work_after_a_restart_and_are_kept_only_as_a_hash() -> None:
    async def run() -> None:
        store = MemoryStore()
        anna, token = await GuestRegistry(store).make("Anna")
        assert await GuestRegistry(store).find(token) == anna
        secret = token.partition(".")[2]
        entries = await store.read(f"guest:{anna.guest}")
        assert all(secret.encode() not in entry.data for entry in entries)

    asyncio.run(run())


def test_a_new_name_is_kept() -> None:
    async def run() -> None:
        store = MemoryStore()
        guests = GuestRegistry(store)
        anna, token = await guests.make("Anna")
        await asyncio.gather(*(guests.rename(anna, name) for name in ("Anne", "Annie", "Ann")))
        assert (await guests.find(token)).name == "Ann"
        assert (await GuestRegistry(store).find(token)).name == "Ann"

    asyncio.run(run())


def test_who_stays_away_is_forgotten_and_who_comes_back_is_not() -> None:
    async def run() -> None:
        store = MemoryStore()
        guests = GuestRegistry(store)
        gone, gone_token = await guests.make("Gone")
        back, back_token = await guests.make("Back")
        for person in (gone, back):  # as if it were long ago
            stream = store._streams[f"guest:{person.guest}"]
            stream[0] = type(stream[0])(stream[0].stream, 1, stream[0].at - 40 * DAY_MS, stream[0].data)
        again = GuestRegistry(store)
        assert await again.find(back_token) == back
        assert await again.forget_idle(30) == 1
        assert await again.find(back_token) == back
        assert await again.find(gone_token) is None

    asyncio.run(run())
