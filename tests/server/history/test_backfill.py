"""Tables of versions before 0.7.0: what guests played there is written once, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.history.guests_at_tables import GuestServer
from tests.server.tables.test_rules_versions import OLD_ENTRIES, old_table

from huefall.server.guests.person import Person
from huefall.server.history import backfill
from huefall.server.history.backfill import Backfill
from huefall.server.history.running import show_running
from huefall.server.history.statistics import count
from huefall.server.ops.clock import now_ms
from huefall.server.store import MemoryStore, StoredEntry, StoreError
from huefall.server.store.streams import BACKFILL, table_stream
from huefall.server.tables import entries
from huefall.server.tables.inbox import Close


async def fill(server: GuestServer) -> None:
    await Backfill(server.store, server.tables, server.reviews, server.workers).run()


async def played_before(tables: int = 3) -> tuple[MemoryStore, list[str], Any]:
    """Return a store as an older version left it, the guests who played, and what they played.

    The first table was closed, the others are open.
    """
    server = GuestServer()
    people = [(await server.guests.make(name))[0] for name in ("Anna", "Ben")]
    codes = [await server.play(*people, reviewed=True) for _ in range(tables)]
    table = server.tables.find_loaded(codes[0])
    assert table is not None
    table.post(Close("idle"))
    await table._task
    guests = [person.guest for person in people]
    games = [await server.history.games(guest) for guest in guests]
    await server.crash()
    for prefix in ("participation:", "guest-review:"):
        await server.store.forget([info.stream for info in await server.store.streams(prefix)])
    assert isinstance(server.store, MemoryStore)
    return server.store, guests, [without_times(each) for each in games]


def without_times(games: Any) -> Any:
    """Return what is the same whenever it is written."""
    return [(table.table, table.seated) for table in games.tables], games.finished


async def found(server: GuestServer, guests: list[str]) -> Any:
    return [without_times(await server.history.games(guest)) for guest in guests]


def test_matches_seats_and_reviews_of_older_tables_are_found() -> None:
    async def play() -> None:
        store, guests, expected = await played_before()
        server = GuestServer(store)
        assert await found(server, guests) == [([], []), ([], [])]
        await server.tables.list_open()
        await fill(server)
        assert await found(server, guests) == expected
        assert all(each.shown.reviewed is not None for _, finished in expected for each in finished)
        written = await store.read_all("")
        await fill(server)
        assert await store.read_all("") == written, "it is done once"
        await server.close()

    asyncio.run(play())


class FailingStore(MemoryStore):
    """A store that fails at one of its appends."""

    appends_left: int | None = None

    async def append(self, entries: Any) -> None:
        if self.appends_left is not None and entries:
            self.appends_left -= 1
            if self.appends_left < 0:
                raise StoreError("killed")
        await super().append(entries)


@pytest.mark.parametrize("appends", range(8))
def test_a_server_killed_meanwhile_goes_on_from_there(appends: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backfill, "TABLES_PER_NOTE", 1)

    async def play() -> None:
        before, guests, expected = await played_before()
        store = FailingStore()
        await store.append(await before.read_all(""))
        store.appends_left = appends
        server = GuestServer(store)
        with pytest.raises(StoreError):
            await fill(server)
        store.appends_left = None
        await server.crash()
        again = GuestServer(store)
        await again.tables.list_open()
        await fill(again)
        assert await found(again, guests) == expected
        await again.close()

    asyncio.run(play())


#: A database of 0.6.0, entry by entry. Anna and Ben have played and reviewed a match, after which Ben has left; Anna has
#: played another one against two bots, at a table that is closed, and is in the middle of a third; and has begun a lesson.
OLD_DATABASE = Path(__file__).parent / "tables_of_0_6_0.json"
ANNA, BEN = "gjfymbyejcaj2", "gq5ysbarmvw6u"
SHARED, CLOSED, RUNNING, LESSON = "duqv6636", "canvacxw", "mqz4yz8z", "tsf6hmvs"


async def old_server() -> GuestServer:
    """Return a server over that database, after its first start."""
    server = GuestServer()
    rows = json.loads(OLD_DATABASE.read_text(encoding="utf-8"))
    await server.store.append(
        [StoredEntry(stream, number, at, json.dumps(data).encode()) for stream, number, at, data in rows]
    )
    await server.tables.list_open()
    await fill(server)
    return server


def test_a_database_of_0_6_0_shows_what_was_played() -> None:
    async def play() -> None:
        server = await old_server()
        games = await server.history.games(ANNA)
        closed, shared = (match.shown for match in games.finished)
        assert (closed.table, shared.table) == (CLOSED, SHARED), "the newest first"
        assert shared.reviewed is not None and closed.reviewed is None
        assert [player.name or player.level for player in shared.players] == ["Anna", "Ben"]
        assert [player.name or player.level for player in closed.players] == ["Anna", "hard", "hard"]
        for match in (closed, shared):
            recorded = await server.matches.summary(match.table, 1)
            assert (match.winners, match.scores) == (recorded.winners, recorded.scores)
        assert set(games.seated_at) == {SHARED, RUNNING, LESSON}
        tables = {code: await server.tables.find(code) for code in games.seated_at}
        listed = {code for code, table in tables.items() if table and show_running(table, ANNA)}
        assert listed == {SHARED, RUNNING}, "a lesson is no game"
        statistics = count([match.shown for match in games.finished])
        assert [(each.level, each.matches) for each in statistics.by_level] == [("hard", 1), ("people", 1)]

        games = await server.history.games(BEN)
        assert [match.shown.table for match in games.finished] == [SHARED] and games.seated_at == []
        await server.close()

    asyncio.run(play())


def test_a_guest_of_0_6_0_can_be_deleted() -> None:
    async def play() -> None:
        server = await old_server()
        await server.deletions.start()
        await server.deletions.delete(Person(ANNA, "Anna"))
        left = await server.store.read_all("")
        assert not [entry for entry in left if ANNA in entry.stream or ANNA.encode() in entry.data]
        assert not [entry for entry in left if b'"Anna"' in entry.data]
        assert {entry.stream for entry in left if entry.stream.startswith("table:")} == {table_stream(SHARED)}
        assert (await server.matches.summary(SHARED, 1)).players == ["(deleted)", "Ben"]
        await server.close()

    asyncio.run(play())


def test_a_match_that_0_4_0_stored_and_that_is_not_over_is_a_running_game() -> None:
    async def play() -> None:
        server = GuestServer()
        await server.store.append(
            [
                StoredEntry(table_stream("abcdefgh"), number, now_ms(), json.dumps(entry).encode())
                for number, entry in enumerate(OLD_ENTRIES, 1)
            ]
        )
        await server.tables.list_open()
        await fill(server)
        assert (await server.history.games("a")).seated_at == ["abcdefgh"]
        await server.close()

    asyncio.run(play())


def test_a_table_that_cannot_be_read_to_its_end_stops_nothing() -> None:
    async def play() -> None:
        server = GuestServer()
        state = old_table()
        impossible = entries.encode_entry(entries.Moved(seat=0, move="play nothing"))
        stored = [*(json.dumps(entry).encode() for entry in OLD_ENTRIES), impossible]
        await server.store.append(
            [StoredEntry(table_stream(state.code), number, now_ms(), data) for number, data in enumerate(stored, 1)]
        )
        await fill(server)
        assert (await server.history.games("a")).tables != []
        notes = await server.store.read(BACKFILL)
        assert json.loads(notes[-1].data) == {"after": "table:abcdefgh", "done": True}
        await server.close()

    asyncio.run(play())
