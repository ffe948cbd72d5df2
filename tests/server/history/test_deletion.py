"""Everything about a guest is deleted, whatever happens meanwhile, and the others keep what is theirs."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.server.history.guests_at_tables import GuestServer, deleted

from huefall.protocol import commands
from huefall.record import verify
from huefall.server.guests.deleted import DELETED_NAME
from huefall.server.history import deletion
from huefall.server.refusal import Refusal
from huefall.server.reviews.repository import Reviewed
from huefall.server.store import MemoryStore, SqliteStore, StoredEntry, StoreError
from huefall.server.store.streams import table_stream

NAME = "Annabelle"


class MortalStore(MemoryStore):
    """A store whose process is killed before one of its writes; a deletion of streams is one write for each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0
        self.killed_at: int | None = None
        self.killed = asyncio.Event()

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        self._write()
        await super().append(entries)

    async def rewrite(self, entries: Sequence[StoredEntry]) -> None:
        self._write()
        await super().rewrite(entries)

    async def forget(self, streams: Sequence[str]) -> None:
        for stream in streams:
            self._write()
            await super().forget([stream])

    def _write(self) -> None:
        self.writes += 1
        if self.killed_at is not None and self.writes >= self.killed_at:
            self.killed.set()
            raise StoreError("killed")  # and at every write from now on


class World:
    """Annabelle has played alone, with Ben, and is in the middle of a match with him; Ben has played with Cara, too."""

    def __init__(self, server: GuestServer) -> None:
        self.server = server

    async def play(self) -> None:
        server = self.server
        self.anna, self.token = await server.guests.make(NAME)
        self.ben, _ = await server.guests.make("Ben")
        self.cara, _ = await server.guests.make("Cara")
        table, _ = await server.seat(self.anna, bots=1)
        self.alone = table.state.code
        self.shared = await server.play(self.anna, self.ben, reviewed=True)
        self.others = await server.play(self.ben, self.cara, reviewed=True)
        running, clients = await server.seat(self.anna, self.ben)
        assert (await clients[0].say(commands.Start))["type"] == "done"
        self.running = running.state.code
        closed_to_strangers, (host, _) = await server.seat(self.ben, self.cara, late_joining="ask")
        self.asked_at = closed_to_strangers.state.code
        assert (await host.say(commands.Start))["type"] == "done"
        assert (await server.connect(closed_to_strangers, self.anna).say(commands.TakeOver))["type"] == "done"
        assert len(closed_to_strangers.shown.requests) == 1

    async def check(self, server: GuestServer) -> None:
        """Nothing names Annabelle; Ben and Cara have their matches."""
        store, guest = server.store, self.anna.guest
        for entry in await store.read_all(""):
            text = readable(entry)
            assert guest not in entry.stream and guest not in text and NAME not in text, entry
        assert await store.read(table_stream(self.alone)) == []
        assert await server.guests.find(self.token) is None
        assert await server.tables.find(self.alone) is None
        with pytest.raises(Refusal, match="no match 1"):
            await server.matches.summary(self.alone, 1)

        games = await server.history.games(self.ben.guest)
        finished = {each.shown.table: each.shown for each in games.finished}
        assert set(finished) == {self.shared, self.others}
        names = {code: [player.name for player in match.players] for code, match in finished.items()}
        assert names == {self.shared: [DELETED_NAME, "Ben"], self.others: ["Ben", "Cara"]}
        assert all(match.reviewed is not None for match in finished.values())

        assert (await server.matches.summary(self.shared, 1)).players == [DELETED_NAME, "Ben"]
        verify(await server.matches.record(self.shared, 1))
        outcome = await server.reviews.find((self.shared, 1))
        assert isinstance(outcome, Reviewed)
        assert json.loads(gzip.decompress(outcome.packed))["players"] == [DELETED_NAME, "Ben"]

        running = await server.tables.find(self.running)
        assert running is not None
        seats = running.shown.seats
        assert [(seat.name, seat.left) for seat in seats] == [(DELETED_NAME, True), ("Ben", False)]
        assert running.shown.host == 1, "the host's role passes on"
        asked_at = await server.tables.find(self.asked_at)
        assert asked_at is not None and asked_at.shown.requests == []


def readable(entry: StoredEntry) -> str:
    """Return what an entry says, a review unpacked."""
    text = entry.data.decode()
    if entry.stream.startswith("review:"):
        outcome = json.loads(text)
        if "packed" in outcome:
            text += gzip.decompress(base64.b64decode(outcome["packed"])).decode()
    return text


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_everything_is_deleted_and_the_others_keep_their_matches() -> None:
    async def play() -> None:
        server = GuestServer()
        world = World(server)
        await world.play()
        await server.deletions.start()
        await server.deletions.delete(world.anna)
        await world.check(server)
        await server.close()

    run(play())


def test_a_server_killed_before_any_write_finishes_after_its_next_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "RETRY_SECONDS", 3600.0)

    async def play() -> int:
        """Return how many writes a deletion has."""
        for kill in range(1, 200):
            server = GuestServer(store := MortalStore())
            world = World(server)
            await world.play()
            await server.deletions.start()
            store.killed_at = store.writes + kill
            asked = asyncio.create_task(server.deletions.delete(world.anna))
            ends = [asked, asyncio.create_task(store.killed.wait())]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            await server.crash()
            store.killed_at = None

            again = GuestServer(store)
            if kill == 1:
                assert await again.guests.find(world.token) is not None, "nothing was promised, nothing has changed"
                await again.deletions.start()
                await again.deletions.delete(world.anna)
            else:
                assert await again.guests.find(world.token) is None, "what was promised holds"
                await again.deletions.start()
                await deleted(again)
            await world.check(again)
            await again.close()
            if not store.killed.is_set():
                return kill - 1
        raise AssertionError("a deletion never came to its end")

    writes = asyncio.run(play())
    print(f"{writes} writes")
    assert writes > 10


def test_the_guests_sockets_close_and_those_of_others_come_back() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, _ = await server.guests.make(NAME)
        ben, _ = await server.guests.make("Ben")
        _, (ours, theirs) = await server.seat(anna, ben)
        _, elsewhere = server.connection(anna)
        await server.deletions.start()
        await server.deletions.delete(anna)
        await theirs.until(lambda: theirs.wire.closed is not None and ours.wire.closed is not None)
        for wire in (ours.wire, elsewhere):
            assert (wire.written[-1]["reason"], wire.written[-1]["again"]) == ("guest_deleted", False)
        assert (theirs.received[-1]["reason"], theirs.received[-1]["again"]) == ("table_reloaded", True)
        await server.close()

    run(play())


def test_a_guest_is_deleted_once_and_a_request_under_way_can_tell() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, _ = await server.guests.make(NAME)
        await server.deletions.start()
        assert not server.guests.is_deleted(anna.guest)
        await server.deletions.delete(anna)
        assert server.guests.is_deleted(anna.guest)
        with pytest.raises(Refusal, match="revoked"):
            await server.deletions.delete(anna)
        await server.close()

    run(play())


def test_a_deletion_waits_until_the_tables_are_open() -> None:
    async def play() -> None:
        server = GuestServer()
        world = World(server)
        await world.play()
        await server.deletions.delete(world.anna)
        assert await server.guests.find(world.token) is None
        assert await server.guests.pending_deletions() == [world.anna.guest]
        await server.deletions.start()
        await deleted(server)
        await world.check(server)
        await server.close()

    run(play())


def test_when_the_last_of_those_who_shared_a_table_goes_the_table_goes() -> None:
    async def play() -> None:
        server = GuestServer()
        anna, _ = await server.guests.make(NAME)
        ben, _ = await server.guests.make("Ben")
        code = await server.play(anna, ben, reviewed=True)
        await server.deletions.start()
        await server.deletions.delete(anna)
        assert await server.store.read(table_stream(code))
        await server.deletions.delete(ben)
        assert await server.store.read_all("") == []
        await server.close()

    run(play())


def test_not_a_trace_of_the_name_is_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "huefall.db"

    async def play(*, deletes: bool) -> list[bytes]:
        """Return what must be in no file afterwards."""
        server = GuestServer(await SqliteStore.open(path))
        world = World(server)
        await world.play()
        await server.deletions.start()
        if deletes:
            await server.deletions.delete(world.anna)
            await world.check(server)
        await server.close()
        return [NAME.encode(), world.anna.guest.encode()]

    traces = asyncio.run(play(deletes=True))
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".db"] == [path.name]
    assert not [trace for trace in traces if trace in path.read_bytes()]
    traces = asyncio.run(play(deletes=False))
    assert all(trace in path.read_bytes() for trace in traces), "they can be found where nothing is deleted"
