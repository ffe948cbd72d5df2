"""A client whose table is on another node notices nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from tests.server.local_server import ANNA, BEN, Client, LocalServer, RecordingWire, play_out
from tests.server.nodes.local_nodes import LocalNode, local_nodes, until

from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.nodes import relay
from huefall.server.nodes.frames import COMMAND, CONNECT, LEAVE, OPEN, LinkLost
from huefall.server.nodes.relay import RemoteNotReady, RemoteTable, find_anywhere
from huefall.server.nodes.relayed_tables import RelayedTables, RelayWire
from huefall.server.ownership import OwnedElsewhere, Peer, TableMoving
from huefall.server.refusal import Refusal
from huefall.server.store import StoreFull
from huefall.server.store.errors import StreamDamaged
from huefall.server.tables.inbox import CommandReceived, Connected, Disconnected
from huefall.server.tables.registry import NotReady
from huefall.server.tables.table import Table
from huefall.server.transport.connection import GOODBYE, TRY_AGAIN_LATER, Connection
from huefall.server.transport.live_connections import LiveConnections
from huefall.server.transport.wire import MAX_BACKLOG_BYTES

pytestmark = pytest.mark.process


class RawWire(RecordingWire):
    """Keeps the bytes as well."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: list[bytes] = []

    def write(self, text: bytes) -> None:
        super().write(text)
        self.raw.append(text)


class RawClient(Client):
    """A client at a table of this or another node."""

    table: Any

    def __init__(
        self, table: Any, person: Person | None, since: int | None = None, muted: tuple[int, ...] = ()
    ) -> None:
        self.table = table
        self.wire: RawWire = RawWire()
        self.connection = Connection(person, self.wire)
        self.connection.muted.update(muted)
        table.post(Connected(self.connection, since))

    def raw(self, kind: str) -> list[bytes]:
        """Return the messages of a type as they came."""
        return [raw for raw, message in zip(self.wire.raw, self.received, strict=True) if message["type"] == kind]


class Service:
    """An owner with tables, and an edge without."""

    def __init__(self, owner: LocalNode, edge: LocalNode) -> None:
        self.owner, self.edge = owner, edge
        self.tables = LocalServer()
        self.live = LiveConnections()
        self.found: Exception | None = None
        RelayedTables(owner.server, self._find, lambda: self.tables.registry.stopping, self.tables.engine, self.live)

    async def _find(self, code: str) -> Table | None:
        if self.found is not None:
            raise self.found
        return await self.tables.registry.find(code)

    async def open(self, table: Table) -> RemoteTable:
        return await RemoteTable.open(self.edge.server, table.state.code, self.owner.peer)

    async def client(self, table: Table, person: Person | None, **fields: Any) -> RawClient:
        client = RawClient(await self.open(table), person, **fields)
        await client.until(lambda: client.received)
        return client


@asynccontextmanager
async def service() -> AsyncIterator[Service]:
    async with local_nodes(2) as (owner, edge):
        running = Service(owner, edge)
        yield running
        await running.tables.close()


def test_a_relayed_seat_receives_byte_for_byte_what_a_direct_one_does() -> None:
    async def run() -> None:
        async with service() as running:
            table, players = await running.tables.started(ANNA, BEN)
            watched: list[RawClient] = []
            for person in (ANNA, BEN, None):
                watched += [RawClient(table, person), await running.client(table, person)]
            await play_out(table, players)
            for client in watched:
                await client.say(commands.Resync)
            for direct, relayed in zip(watched[::2], watched[1::2], strict=True):
                assert len(direct.raw("update")) > 10
                assert relayed.raw("update") == direct.raw("update")
                assert relayed.raw("welcome")[-1] == direct.raw("welcome")[-1]
            hands = {client.wire.raw[0] for client in watched[1::2]}
            assert len(hands) == 3  # Anna's, Ben's and a spectator's view differ

    asyncio.run(run())


def test_a_match_of_relayed_players_is_played_to_its_end() -> None:
    async def run() -> None:
        async with service() as running:
            table = await running.tables.table(ANNA, BEN)
            players: list[Any] = [await running.client(table, person) for person in (ANNA, BEN)]
            assert (await players[0].say(commands.Start))["type"] == "done"
            await play_out(table, players)
            assert table.state.match.over
            assert (await players[1].say(commands.Kick, seat=0))["reason"] == "not_host"
            players[1].leave()
            await until(lambda: len(table.audience) == 1)
            assert running.live.devices_of(ANNA.guest) == {ANNA.device}
            assert not running.live.devices_of(BEN.guest)

    asyncio.run(run())


def test_muted_seats_are_muted_at_the_owner() -> None:
    async def run() -> None:
        async with service() as running:
            table, (anna, _) = await running.tables.started(ANNA, BEN)
            deaf = await running.client(table, Person("g-cara", "Cara"), muted=(0,))
            hearing = await running.client(table, Person("g-dora", "Dora"))
            assert (await anna.say(commands.SendEmote, emote="wow"))["type"] == "done"
            await hearing.until(lambda: [each for each in hearing.received if each["type"] == "emoted"])
            assert not [each for each in deaf.received if each["type"] == "emoted"]
            assert (await hearing.say(commands.Mute, seat=0))["type"] == "done"
            assert (await deaf.say(commands.Mute, seat=0, on=False))["type"] == "done"
            assert (await anna.say(commands.SendEmote, emote="wow"))["type"] == "done"
            await deaf.until(lambda: [each for each in deaf.received if each["type"] == "emoted"])
            assert len([each for each in hearing.received if each["type"] == "emoted"]) == 1

    asyncio.run(run())


def test_the_owner_ends_a_relayed_client_as_it_ends_its_own() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            first, second = await running.client(table, Person("g-anna", "Anna", 2)), await running.client(table, None)
            running.live.end_devices("g-anna", [2])
            await until(lambda: first.wire.closed)
            assert first.wire.closed == (GOODBYE, "device_revoked")
            assert first.received[-1] == {
                "type": "bye",
                "reason": "device_revoked",
                "text": "this device has been signed out from another one",
                "again": False,
            }
            first.leave()
            await running.tables.registry.stop()
            await until(lambda: second.wire.closed)
            assert second.wire.closed == (TRY_AGAIN_LATER, "stopping")
            assert [each["type"] for each in second.received].count("bye") == 1
            second.leave()
            owner_link = running.owner.server._links[running.edge.peer.id]
            await until(lambda: not owner_link.exchanges)
            assert not running.live._by_guest

    asyncio.run(run())


def test_a_node_that_stops_lets_clients_of_other_nodes_know_why() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            client = await running.client(table, None)
            await running.tables.registry.stop()
            stopping = asyncio.create_task(running.owner.server.stop())
            await until(lambda: client.wire.closed)
            assert client.wire.closed == (TRY_AGAIN_LATER, "stopping")
            client.leave()
            await stopping
            assert len(running.owner.server) == 0

    asyncio.run(run())


def test_clients_come_back_when_the_link_is_lost_and_the_table_sees_them_leave() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            client = await running.client(table, ANNA)
            unconnected = await running.open(table)
            assert len(table.audience) == 3
            running.edge.server._links[running.owner.peer.id].lose("for the test")
            await until(lambda: client.wire.closed)
            assert client.wire.closed == (TRY_AGAIN_LATER, "table_moved")
            assert client.received[-1]["reason"] == "table_moved"
            assert client.received[-1]["again"] is True
            late = RawClient(unconnected, None)
            assert late.received[-1]["reason"] == "table_moved"
            await until(lambda: len(table.audience) == 2)
            assert not running.live._by_guest
            client.leave()  # nothing to do any more
            again = await running.client(table, ANNA)
            assert again.received[0]["type"] == "welcome"

    asyncio.run(run())


def test_a_client_that_goes_away_leaves_nothing_behind() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            client = await running.client(table, ANNA)
            waiting = await running.open(table)
            ends = [
                running.edge.server._links[running.owner.peer.id],
                running.owner.server._links[running.edge.peer.id],
            ]
            assert [len(end.exchanges) for end in ends] == [2, 2]
            client.leave()
            waiting.leave()
            await until(lambda: not ends[1].exchanges)
            assert not ends[0].exchanges and not running.live._by_guest
            await until(lambda: len(table.audience) == 2)

    asyncio.run(run())


def test_a_client_that_does_not_keep_up_is_dropped_by_the_edge() -> None:
    async def run() -> None:
        async with service() as running:
            table, (anna, _) = await running.tables.started(ANNA, BEN)
            slow, other = await running.client(table, None), await running.client(table, None)
            slow.wire.backlog = MAX_BACKLOG_BYTES + 1
            await anna.say(commands.SendEmote, emote="wow")
            await until(lambda: slow.wire.aborted)
            slow.leave()
            await until(lambda: len(table.audience) == 3)
            assert (await other.say(commands.Ping))["type"] == "done"

    asyncio.run(run())


class CountingLink:
    """Counts what is sent, and is empty when told."""

    def __init__(self) -> None:
        self.emptied = 0
        self.sent: list[int] = []

    def send(self, kind: int, _number: int, _data: bytes = b"") -> None:
        self.sent.append(kind)


def test_the_backlog_of_a_relayed_client_is_what_its_channel_has_unsent() -> None:
    link: Any = CountingLink()
    one, two = RelayWire(link, 1), RelayWire(link, 3)
    one.write(b"x" * 10)
    two.write(b"x" * 5)
    one.write(b"x" * 10)
    assert (one.backlog, two.backlog) == (20, 5)
    link.emptied += 1
    assert (one.backlog, two.backlog) == (0, 0)
    two.write(b"x" * 7)
    assert (one.backlog, two.backlog) == (0, 7)


def test_a_broken_command_ends_only_its_channel_and_an_unknown_one_is_refused() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            broken, newer, other = [await running.client(table, None) for _ in range(3)]
            link = running.edge.server._links[running.owner.peer.id]
            link.send(COMMAND, newer.table._number, b'{"type": "fly", "id": "f1"}')
            reply = await newer.until(lambda: [each for each in newer.received if each.get("id") == "f1"])
            assert reply[0]["type"] == "refused" and reply[0]["reason"] == "bad_message"
            link.send(COMMAND, broken.table._number, b"\xff\x00")
            await until(lambda: broken.wire.closed)
            assert broken.wire.closed == (GOODBYE, "bad_message")
            for client in (newer, other):
                assert (await client.say(commands.Ping))["type"] == "done"

    asyncio.run(run())


def test_frames_out_of_order_harm_nobody() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            other = await running.client(table, None)
            link = running.edge.server._links[running.owner.peer.id]
            for number, kind in enumerate((COMMAND, CONNECT, LEAVE)):
                link.send(kind, 1001 + 2 * number, b"x")  # of no channel
            opened = await running.open(table)
            link.send(COMMAND, opened._number, b'{"type": "ping", "id": "a"}')  # before it connects
            link.send(CONNECT, opened._number, b"no connect")  # ends this channel, on both sides
            await until(lambda: opened._is_over)
            link.send(OPEN, 2001, b"\xff\xfe")
            link.send(OPEN, 2003, table.state.code.encode())
            link.send(LEAVE, 2003)  # while it is opened
            assert (await other.say(commands.Ping))["type"] == "done"
            owner_link = running.owner.server._links[running.edge.peer.id]
            await until(lambda: len(owner_link.exchanges) == 1)
            assert len(table.audience) == 3

    asyncio.run(run())


ELSEWHERE = Peer(9, "node-9", "127.0.0.1", 1, "0")


@pytest.mark.parametrize(
    ("found", "expected", "reason"),
    [
        (OwnedElsewhere("abcd2345", ELSEWHERE), OwnedElsewhere, None),
        (TableMoving("abcd2345"), TableMoving, "table_moved"),
        (NotReady(), RemoteNotReady, None),
        (Refusal("kicked", "no"), Refusal, "kicked"),
        (StoreFull("full", 4), Refusal, "store_full"),
        (StreamDamaged("table/x", 3, "is broken"), Refusal, "cannot_be_read"),
        (ZeroDivisionError("a mistake"), Refusal, "internal"),
    ],
)
def test_the_edge_learns_why_a_table_cannot_be_opened(
    found: Exception, expected: type[Exception], reason: str | None
) -> None:
    async def run() -> None:
        async with service() as running:
            table = await running.tables.table(ANNA)
            running.found = found
            running.tables.engine.progress = 0.25
            with pytest.raises(expected) as caught:
                await running.open(table)
            assert getattr(caught.value, "reason", None) == reason
            if isinstance(caught.value, OwnedElsewhere):
                assert caught.value.owner == ELSEWHERE
            if isinstance(caught.value, RemoteNotReady):
                assert caught.value.progress == 0.25
            assert not running.edge.server._links[running.owner.peer.id].exchanges
            running.found = None
            assert (await running.client(table, ANNA)).received[0]["type"] == "welcome"

    asyncio.run(run())


def test_a_table_that_is_not_there_is_refused_and_one_of_a_node_that_stops_is_moving() -> None:
    async def run() -> None:
        async with service() as running:
            with pytest.raises(Refusal) as caught:
                await RemoteTable.open(running.edge.server, "abcd2345", running.owner.peer)
            assert caught.value.reason == "no_such_table"
            running.tables.registry.stopping = True
            with pytest.raises(TableMoving):
                await RemoteTable.open(running.edge.server, "abcd2345", running.owner.peer)

    asyncio.run(run())


def test_a_table_that_moves_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PAUSES_SECONDS", (0.0,) * 5)

    async def run() -> None:
        async with service() as running:
            table = await running.tables.table(ANNA)
            asked: list[str] = []
            owners = [ELSEWHERE, ELSEWHERE, running.owner.peer]  # the first does not exist

            async def find(code: str) -> Table | None:
                asked.append(code)
                raise OwnedElsewhere(code, owners[min(len(asked), len(owners)) - 1])

            async def find_here(_: str) -> Table | None:
                return table

            found = await find_anywhere(find, running.edge.server, table.state.code)
            assert isinstance(found, RemoteTable) and len(asked) == 3
            assert await find_anywhere(find_here, running.edge.server, table.state.code) is table
            running.found = OwnedElsewhere(table.state.code, ELSEWHERE)
            with pytest.raises(TableMoving):
                await find_anywhere(find, running.edge.server, table.state.code)
            assert len(asked) == 3 + 5
            with pytest.raises(TableMoving):
                await find_anywhere(find, None, table.state.code)

    asyncio.run(run())


def test_an_owner_that_cannot_be_reached_is_a_lost_link() -> None:
    async def run() -> None:
        async with service() as running:
            with pytest.raises(LinkLost):
                await RemoteTable.open(running.edge.server, "abcd2345", ELSEWHERE)

    asyncio.run(run())


def test_every_command_crosses_the_link_unchanged() -> None:
    from huefall.protocol.commands import decode_command
    from huefall.server.nodes.channel_messages import encode_command

    for text in (
        '{"type":"move","id":"a","revision":3,"move":"play r7 uno"}',
        '{"type":"mute","id":"a","seat":3,"on":false}',
        '{"type":"configure","id":"a","setup":{"edition":"bts","seats":4,"options":{"stacking":"plus"}}}',
        '{"type":"hello","version":1,"muted":[1,2]}',
    ):
        command = decode_command(text)
        assert decode_command(encode_command(command)) == command
    assert msgspec.json.decode(encode_command(commands.Ping("a"))) == {"type": "ping", "id": "a"}


def test_what_is_posted_is_passed_on_in_order() -> None:
    async def run() -> None:
        async with service() as running:
            table, _ = await running.tables.started(ANNA, BEN)
            client = await running.client(table, ANNA)
            for number in range(100):
                client.table.post(CommandReceived(client.connection, commands.Ping(f"p{number}")))
            client.table.post(Disconnected(client.connection))
            await until(lambda: len(table.audience) == 2)
            again = await running.client(table, ANNA)
            for number in range(100):
                again.table.post(CommandReceived(again.connection, commands.Ping(f"p{number}")))
            await again.until(lambda: again.received[-1].get("id") == "p99")
            replies = [each["id"] for each in again.received if each["type"] == "done"]
            assert replies == [f"p{number}" for number in range(100)]

    asyncio.run(run())
