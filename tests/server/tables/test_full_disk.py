"""A table while the disk is full: it stays as it is stored, says so, and goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs
from tests.server.local_server import ANNA, BEN, Client, LocalServer

from huefall.protocol import commands
from huefall.server.store import MemoryStore, StoredEntry, StoreFailed, StoreFull
from huefall.server.tables.inbox import CommandReceived, Disconnected, TimeUp
from huefall.server.tables.table import Table


class FillingStore(MemoryStore):
    """A store whose disk is full, or has failed, from the next append on."""

    has_room = True
    has_failed = False
    reads = 0

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        self.health.check()
        if self.has_failed:
            self.health.note_failure("the disk failed")
        elif not self.has_room:
            self.health.note_full("the disk is full")
        self.health.check()
        await super().append(entries)

    async def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        self.reads += stream.startswith("table:")
        return await super().read(stream, after)

    def make_room(self) -> None:
        self.has_room = True
        self.health.note_room()


def legal_move(table: Table) -> str:
    assert table.state.match is not None
    return next(str(move) for move in table.state.match.legal() if not move.is_claim)


def asked_client(table: Table, *clients: Client) -> Client:
    assert table.state.match is not None and table.state.match.asked is not None
    return clients[table.state.match.asked]


def test_what_finds_no_room_is_refused_and_changes_nothing() -> None:
    async def play() -> None:
        store = FillingStore()
        local = LocalServer(store)
        table, clients = await local.started(ANNA, BEN)
        asked = asked_client(table, *clients)
        before = (table.state.revision, table.state.match.position(), table.state.show())
        store.has_room = False
        told = [len(client.received) for client in clients]
        with capture_logs() as lines:
            for _ in range(20):
                answer = await asked.say(commands.Move, revision=table.state.revision, move=legal_move(table))
                assert (answer["reason"], answer["retry_after"]) == ("store_full", 1)
        assert before == (table.state.revision, table.state.match.position(), table.state.show())
        assert store.reads == 1, "the table is read again once, not for every command"
        assert [line["event_id"] for line in lines] == ["store_full"]
        for client, count in zip(clients, told, strict=True):
            assert {message["type"] for message in client.received[count:]} <= {"refused"}
            assert client.wire.closed is None
        store.make_room()
        answer = await asked.say(commands.Move, revision=table.state.revision, move=legal_move(table))
        assert answer["type"] == "done"
        assert await local.registry.find(table.state.code) is table
        await local.close()

    asyncio.run(play())


def test_a_table_that_hears_of_the_full_disk_in_time_need_not_be_read_again() -> None:
    async def play() -> None:
        store = FillingStore()
        local = LocalServer(store)
        table, clients = await local.started(ANNA, BEN)
        store.health.note_full("the disk is full")
        answer = await clients[0].say(commands.Configure, setup=table.state.setup)
        assert answer["reason"] in {"store_full", "match_running"}
        answer = await asked_client(table, *clients).say(
            commands.Move, revision=table.state.revision, move=legal_move(table)
        )
        assert answer["reason"] == "store_full"
        assert store.reads == 0
        await local.close()

    asyncio.run(play())


def test_people_may_come_look_and_go_meanwhile() -> None:
    async def play() -> None:
        store = FillingStore()
        local = LocalServer(store)
        table, (anna, ben) = await local.started(ANNA, BEN)
        store.has_room = False
        asked = asked_client(table, anna, ben)
        # All in one batch with what is refused.
        table.post(
            CommandReceived(
                asked.connection, commands.Move(id="x", revision=table.state.revision, move=legal_move(table))
            )
        )
        spectator = Client(table, None)
        table.post(Disconnected(ben.connection))
        await spectator.until(lambda: any(message["type"] == "welcome" for message in spectator.received))
        assert (await spectator.say(commands.Ping))["type"] == "done"
        assert (await anna.say(commands.SendEmote, emote="hello"))["type"] == "done"
        assert table.audience.has(ANNA.guest) and not table.audience.has(BEN.guest)
        assert [message["reason"] for message in asked.received if message["type"] == "refused"] == ["store_full"]
        again = Client(table, BEN)
        await again.until(lambda: any(message["type"] == "welcome" for message in again.received))
        await local.close()

    asyncio.run(play())


def test_bots_go_on_by_themselves_when_there_is_room() -> None:
    async def play() -> None:
        store = FillingStore()
        local = LocalServer(store)
        table, (anna,) = await local.started(ANNA, bots=1)
        store.has_room = False
        while table.state.match.asked == 0 and store.health.is_full is False:
            await anna.say(commands.Move, revision=table.state.revision, move=legal_move(table))
        await anna.until(lambda: store.health.is_full)
        revision = table.state.revision
        stored = len(await store.read(f"table:{table.state.code}"))
        wait = table._parts.scheduler.wait()
        if wait is not None:
            table.post(TimeUp(wait))
        for _ in range(20):
            await asyncio.sleep(0)
        await anna.until(lambda: table.state.revision == stored)
        assert revision >= stored
        store.make_room()
        if table.state.match.asked == 0:
            done = await anna.say(commands.Move, revision=table.state.revision, move=legal_move(table))
            assert done["type"] == "done"
        await anna.until(lambda: table.state.revision > stored)
        assert anna.wire.closed is None
        await local.close()

    asyncio.run(play())


def test_nothing_is_closed_or_deleted_while_the_disk_is_full() -> None:
    async def play() -> None:
        store = FillingStore()
        local = LocalServer(store)
        table, (anna, _) = await local.started(ANNA, BEN)
        store.health.note_full("the disk is full")
        with pytest.raises(StoreFull):
            await local.registry.close(table.state.code, "by the admin")
        with pytest.raises(StoreFull):
            async with local.registry.without_guest(table.state.code, ANNA.guest):
                pass
        with pytest.raises(StoreFull):
            await local.table(ANNA)
        assert (await anna.say(commands.Ping))["type"] == "done"
        await local.close()

    asyncio.run(play())


def test_a_failed_disk_ends_every_table_with_one_sentence() -> None:
    async def play() -> None:
        store = FillingStore()
        local = LocalServer(store)
        table, clients = await local.started(ANNA, BEN)
        other = await local.table(ANNA)
        watching = Client(other, None)
        await watching.until(lambda: watching.received)
        store.has_failed = True
        asked = asked_client(table, *clients)
        with capture_logs() as lines:
            table.post(
                CommandReceived(
                    asked.connection, commands.Move(id="x", revision=table.state.revision, move=legal_move(table))
                )
            )
            for client in (*clients, watching):
                await client.until(lambda client=client: client.wire.closed)
                assert client.wire.closed == (1013, "store_failed")
                assert [message["reason"] for message in client.received if message["type"] == "bye"] == [
                    "store_failed"
                ]
        assert [line["event_id"] for line in lines] == ["store_failed"]
        with pytest.raises(StoreFailed):
            await local.registry.find(table.state.code)
        await local.close()

    asyncio.run(play())
