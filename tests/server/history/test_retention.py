"""What a guest played goes with the table, or with the guest: nothing is left behind."""

from __future__ import annotations

import asyncio

from tests.server.history.guests_at_tables import GuestServer

from huefall.server.ops.clock import DAY_MS, now_ms
from huefall.server.store import MemoryStore, StoredEntry
from huefall.server.store.streams import guest_stream, table_stream
from huefall.server.tables.inbox import Close


def age(store: MemoryStore, stream: str, days: int) -> None:
    """Let all entries of a stream be as old as this."""
    kept = store._streams[stream]
    kept[:] = [StoredEntry(stream, each.number, now_ms() - days * DAY_MS, each.data) for each in kept]


async def names(store: MemoryStore) -> set[str]:
    return {info.stream for info in await store.streams("")}


async def close(server: GuestServer, code: str) -> None:
    table = server.tables.find_loaded(code)
    assert table is not None
    table.post(Close("idle"))
    await table._task


def test_with_an_old_table_go_its_reviews_and_what_guests_played_there() -> None:
    async def play() -> None:
        server = GuestServer(store := MemoryStore())
        anna, _ = await server.guests.make("Anna")
        ben, _ = await server.guests.make("Ben")
        old, recent = [await server.play(anna, ben, reviewed=True) for _ in range(2)]
        for code in (old, recent):
            await close(server, code)
        age(store, table_stream(old), 366)
        await server.tables.close_idle()
        assert not [name for name in await names(store) if old in name]
        assert [each.shown.table for each in (await server.history.games(anna.guest)).finished] == [recent]
        await server.close()

    asyncio.run(play())


def test_with_an_idle_guest_goes_what_they_played_but_not_what_others_did() -> None:
    async def play() -> None:
        server = GuestServer(store := MemoryStore())
        anna, _ = await server.guests.make("Anna")
        ben, _ = await server.guests.make("Ben")
        code = await server.play(anna, ben, reviewed=True)
        age(store, guest_stream(anna.guest), 91)
        assert await server.guests.forget_idle(90, server.tables.seats) == 0, "they still have a seat"
        await close(server, code)
        assert await server.guests.forget_idle(90, server.tables.seats) == 1
        assert not [name for name in await names(store) if anna.guest in name]
        assert [each.shown.table for each in (await server.history.games(ben.guest)).finished] == [code]
        await server.close()

    asyncio.run(play())
