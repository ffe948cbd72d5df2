"""Guests: a name and a secret token."""

from __future__ import annotations

import asyncio

from huefall.server.guests.registry import GuestRegistry
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


def test_a_forgotten_guest_is_gone_and_another_one_is_not() -> None:
    async def run() -> None:
        guests = GuestRegistry(MemoryStore())
        gone, gone_token = await guests.make("Gone")
        kept, kept_token = await guests.make("Kept")
        await guests.forget([gone.guest])
        assert await guests.find(kept_token) == kept
        assert await guests.find(gone_token) is None

    asyncio.run(run())


class SharedStore(MemoryStore):
    """A store that other nodes write to as well."""

    is_shared = True


def test_what_another_node_has_stored_about_a_guest_counts_at_once() -> None:
    async def run() -> None:
        store = SharedStore()
        here, there = GuestRegistry(store), GuestRegistry(store)
        anna, token = await here.make("Anna")
        assert await there.find(token) == anna
        code = await here.make_code(anna)
        second, second_token = await there.add_device(code, "phone", "firefox")
        assert await here.find(second_token) == second
        await there.rename(anna, "Anne")
        assert (await here.find(token)).name == "Anne"
        await here.revoke(await here.find(token))
        assert await there.find(second_token) is None
        await there.begin_deletion(await there.find(token))
        assert await here.find(token) is None
        await there.end_deletion(anna.guest)
        assert await here.find(token) is None
        assert await here.device_numbers(anna.guest) == set()

    asyncio.run(run())


def test_two_nodes_that_change_a_guest_at_once_both_succeed() -> None:
    async def run() -> None:
        store = SharedStore()
        here, there = GuestRegistry(store), GuestRegistry(store)
        anna, token = await here.make("Anna")
        await there.find(token)
        names = [f"Anna {number}" for number in range(10)]
        await asyncio.gather(
            *(registry.rename(anna, name) for registry, name in zip([here, there] * 5, names, strict=True))
        )
        assert (await here.find(token)).name == (await there.find(token)).name
        assert len(await store.read(f"guest:{anna.guest}")) == 11

    asyncio.run(run())
