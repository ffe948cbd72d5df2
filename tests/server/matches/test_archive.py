"""Finished matches in memory, while their tables are rewritten or deleted."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.history.guests_at_tables import GuestServer

from huefall.server.refusal import Refusal
from huefall.server.store import MemoryStore, StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables.deleted_guest import anonymize


class SlowStore(MemoryStore):
    """A store whose reads of a stream wait for the test."""

    slow = ""

    def __init__(self) -> None:
        super().__init__()
        self.was_asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        found = await super().read(stream, after)
        if stream == self.slow:
            self.was_asked.set()
            await self.may_answer.wait()
        return found


def test_a_match_that_is_rewritten_while_it_is_loaded_is_loaded_again() -> None:
    async def play() -> None:
        server = GuestServer(store := SlowStore())
        anna, _ = await server.guests.make("Anna")
        ben, _ = await server.guests.make("Ben")
        code = await server.play(anna, ben)
        store.slow = table_stream(code)
        loading = asyncio.create_task(server.matches.summary(code, 1))
        await store.was_asked.wait()  # it has read the old name
        stored = await MemoryStore.read(store, table_stream(code))
        await store.rewrite(anonymize(stored, anna.guest, "deleted-1"))
        server.matches.drop(code)
        store.may_answer.set()
        assert (await loading).players == ["(deleted)", "Ben"]
        assert await server.matches.guests(code, 1) == ("deleted-1", ben.guest)
        await server.close()

    asyncio.run(play())


def test_a_match_is_found_in_memory_until_its_table_is_dropped() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, _ = await server.guests.make("Anna")
        ben, _ = await server.guests.make("Ben")
        code, other = [await server.play(anna, ben) for _ in range(2)]
        for each in (code, other):
            assert await server.matches.guests(each, 1) == (anna.guest, ben.guest)
        await server.store.forget([table_stream(code), table_stream(other)])
        assert (await server.matches.summary(code, 1)).players == ["Anna", "Ben"]
        server.matches.drop(code)
        with pytest.raises(Refusal, match="no match 1"):
            await server.matches.summary(code, 1)
        assert (await server.matches.summary(other, 1)).players == ["Anna", "Ben"]
        await server.close()

    asyncio.run(play())
