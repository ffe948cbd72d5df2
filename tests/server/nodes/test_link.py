"""Links: who may have one, how many there are, and what ends them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import structlog
from tests.server.nodes.local_nodes import SECRET, LocalNode, local_nodes, until

from huefall.server.nodes import handshake, link, server
from huefall.server.nodes.frames import ANSWER, HEADER, LENGTH, MAX_FRAME_BYTES, NOT_KNOWN, PART, LinkLost
from huefall.server.nodes.handshake import ACCEPTER, DIALLER, MAX_HANDSHAKE_BYTES, Greeting, prove
from huefall.server.nodes.link import MAX_UNSENT_BYTES, Link
from huefall.server.nodes.server import NodeListenError, NodeServer
from huefall.server.ownership import Peer
from huefall.server.settings import Settings

pytestmark = pytest.mark.process

STRANGER = 77


async def echo(data: bytes) -> bytes:
    return data


def framed(data: bytes) -> bytes:
    return LENGTH.pack(len(data)) + data


def frame(kind: int, exchange: int, data: bytes = b"") -> bytes:
    return HEADER.pack(5 + len(data), kind, exchange) + data


async def read_framed(reader: asyncio.StreamReader) -> bytes:
    return await reader.readexactly(LENGTH.unpack(await reader.readexactly(4))[0])


class Stranger:
    """A connection to a node, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def at(cls, node: LocalNode) -> Stranger:
        return cls(*await asyncio.open_connection("127.0.0.1", node.server.port))

    async def is_closed(self) -> bool:
        """Wait for the end of the connection; return whether nothing came before it."""
        try:
            return await self.reader.read() == b""
        except ConnectionError:
            return True
        finally:
            self.writer.close()

    async def greet(self, node: LocalNode, sender: int = STRANGER) -> tuple[Greeting, Greeting]:
        hello = Greeting.of(sender, node.peer.id)
        self.writer.write(framed(hello.data))
        return hello, Greeting(await read_framed(self.reader))

    async def prove(self, node: LocalNode, sender: int = STRANGER) -> None:
        """Become a node that is written by hand."""
        hello, challenge = await self.greet(node, sender)
        self.writer.write(framed(prove(SECRET, DIALLER, hello, challenge)))
        assert await read_framed(self.reader) == prove(SECRET, ACCEPTER, hello, challenge)


async def check_health(node: LocalNode) -> None:
    """A node that has met strangers still answers one of its own."""
    node.calls.register("echo", echo)
    friend = LocalNode(1000)
    await friend.start()
    assert await friend.calls.call(node.peer, "echo", b"well") == b"well"
    assert len(node.server) == 1
    assert not node.server._unproven
    await friend.stop()


# Who may have one


#: What no node sends first. The names keep random bytes out of the names of tests.
NO_GREETINGS = {
    "nothing": b"",
    "HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "an empty frame": framed(b""),
    "a short frame": framed(b"hello"),
    "zeros": framed(bytes(62)),
    "a long frame": LENGTH.pack(MAX_HANDSHAKE_BYTES + 1),
    "an endless frame": LENGTH.pack(0xFFFFFFFF) + bytes(1 << 16),
    "a greeting for another node": framed(Greeting.of(STRANGER, 99).data),
    "a greeting from itself": framed(Greeting.of(1, 1).data),
    "a call": framed(frame(8, 1, b"\x92\xa4echo\xc4\x00")),
}


@pytest.mark.parametrize("sent", NO_GREETINGS.values(), ids=NO_GREETINGS)
def test_whoever_does_not_greet_as_a_node_is_closed(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            with monkeypatch.context() as patch:
                patch.setattr(handshake, "HANDSHAKE_SECONDS", 0.05)
                stranger = await Stranger.at(node)
                stranger.writer.write(sent)
                assert await stranger.is_closed()
            await check_health(node)

    asyncio.run(run())


@pytest.mark.parametrize("secret", [b"another secret", b"", None])
def test_a_wrong_secret_is_refused_and_logged_once(secret: bytes | None) -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            node.calls.register("echo", echo)
            with structlog.testing.capture_logs() as logs:
                for _ in range(3):
                    stranger = await Stranger.at(node)
                    hello, challenge = await stranger.greet(node)
                    proof = b"x" * 32 if not secret else prove(secret, DIALLER, hello, challenge)
                    stranger.writer.write(
                        framed(b"" if secret == b"" else proof) + frame(8, 1, b"\x92\xa4echo\xc4\x00")
                    )
                    assert await stranger.is_closed()
            assert [line["event_id"] for line in logs] == ["node_refused"]
            assert "exc_info" not in logs[0]
            await check_health(node)

    asyncio.run(run())


def test_nodes_of_two_services_refuse_each_other() -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            other = LocalNode(5, b"the secret of another service")
            await other.start()
            for caller, called in ((other, node), (node, other)):
                with pytest.raises(LinkLost):
                    await caller.calls.call(called.peer, "echo")
            assert len(node.server) == len(other.server) == 0
            await other.stop()
            await check_health(node)

    asyncio.run(run())


def test_nodes_without_a_secret_have_no_links() -> None:
    async def run() -> None:
        one, two = LocalNode(1, b""), LocalNode(2, b"")
        for node in (one, two):
            await node.start()
        with pytest.raises(LinkLost):
            await one.calls.call(two.peer, "echo")
        for node in (one, two):
            await node.stop()

    asyncio.run(run())


def test_a_recorded_handshake_proves_nothing() -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            stranger = await Stranger.at(node)
            hello, challenge = await stranger.greet(node)
            recorded = framed(hello.data) + framed(prove(SECRET, DIALLER, hello, challenge))
            stranger.writer.write(recorded[len(framed(hello.data)) :])
            await read_framed(stranger.reader)
            await until(lambda: len(node.server) == 1)
            stranger.writer.close()
            await until(lambda: len(node.server) == 0)
            replayed = await Stranger.at(node)
            replayed.writer.write(recorded)
            await read_framed(replayed.reader)  # another challenge
            assert await replayed.is_closed()
            await check_health(node)

    asyncio.run(run())


def test_a_reflected_challenge_proves_nothing() -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            # To the listener: it is sent back what it says.
            stranger = await Stranger.at(node)
            _, challenge = await stranger.greet(node)
            stranger.writer.write(framed(challenge.data))
            assert await stranger.is_closed()

            is_polite = False

            # To a node that dials us: it is sent back its greeting, and its proof.
            async def reflect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                hello = Greeting(await read_framed(reader))
                answer = Greeting.of(STRANGER, hello.sender) if is_polite else hello
                writer.write(framed(answer.data))
                if is_polite:
                    writer.write(framed(await read_framed(reader)))
                writer.close()

            listener = await asyncio.start_server(reflect, "127.0.0.1", 0)
            peer = Peer(STRANGER, "stranger", "127.0.0.1", listener.sockets[0].getsockname()[1], "0")
            with pytest.raises(LinkLost):
                await node.server.link_to(peer)
            is_polite = True
            with pytest.raises(LinkLost):
                await node.server.link_to(peer)
            listener.close()
            await check_health(node)

    asyncio.run(run())


def test_unproven_connections_are_few_and_short(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            with monkeypatch.context() as patch:
                patch.setattr(server, "MAX_UNPROVEN", 3)
                silent = [await Stranger.at(node) for _ in range(3)]
                await until(lambda: len(node.server._unproven) == 3)
                assert await (await Stranger.at(node)).is_closed()
                for stranger in silent:
                    stranger.writer.close()
                await until(lambda: not node.server._unproven)
            await check_health(node)

    asyncio.run(run())


# What a proven node may send


@pytest.mark.parametrize(
    "sent",
    [
        LENGTH.pack(MAX_FRAME_BYTES + 1),
        LENGTH.pack(0xFFFFFFFF) + bytes(5),
        LENGTH.pack(2) + bytes(7),
        frame(PART, 9, bytes(link.PART_BYTES + 1)),
        frame(PART, 9, b"") * (MAX_FRAME_BYTES // link.PART_BYTES + 1),
    ],
)
def test_what_is_no_frame_ends_the_link_and_no_more(sent: bytes) -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            stranger = await Stranger.at(node)
            await stranger.prove(node)
            stranger.writer.write(sent)
            assert await stranger.is_closed()
            await until(lambda: len(node.server) == 0)
            await check_health(node)

    asyncio.run(run())


def test_frames_of_a_newer_version_are_answered_and_late_ones_ignored() -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            node.calls.register("echo", echo)
            stranger = await Stranger.at(node)
            await stranger.prove(node)
            stranger.writer.write(
                frame(200, 7, b"new") + frame(ANSWER, 5, b"late") + frame(8, 9, b"\x92\xa4echo\xc4\x02hi")
            )
            assert await stranger.reader.readexactly(9) == frame(NOT_KNOWN, 7)
            assert await stranger.reader.readexactly(11) == frame(ANSWER, 9, b"hi")
            stranger.writer.write(frame(8, 11, b"this is no call"))  # refused, and the link goes on
            counted, kind, exchange = HEADER.unpack(await stranger.reader.readexactly(9))
            assert (kind, exchange) == (10, 11)
            await stranger.reader.readexactly(counted - 5)
            stranger.writer.write(frame(8, 13, b"\x92\xa4echo\xc4\x02hi"))
            assert await stranger.reader.readexactly(11) == frame(ANSWER, 13, b"hi")
            stranger.writer.close()

    asyncio.run(run())


def test_frames_arrive_whole_however_they_are_cut() -> None:
    async def run() -> None:
        async with local_nodes(1) as (node,):
            node.calls.register("echo", echo)
            stranger = await Stranger.at(node)
            await stranger.prove(node)
            sent = b"".join(frame(8, 2 * n + 1, b"\x92\xa4echo\xc4\x01%c" % n) for n in range(50))
            protocol = node.server._links[STRANGER]
            for start in range(0, len(sent), 7):
                protocol.data_received(sent[start : start + 7])
            received = await stranger.reader.readexactly(50 * 10)
            assert received == b"".join(frame(ANSWER, 2 * n + 1, b"%c" % n) for n in range(50))
            stranger.writer.close()

    asyncio.run(run())


# One link for each pair


def test_two_nodes_that_dial_at_once_use_the_link_of_the_lower_one_and_lose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(link, "MAX_SILENT_LOOKS", 100_000)

    async def run() -> None:
        for _ in range(5):
            async with local_nodes(2) as (one, two):
                for node in (one, two):
                    node.calls.register("echo", echo)
                calls = [
                    caller.calls.call(called.peer, "echo", b"%d" % number, 300)
                    for number in range(20)
                    for caller, called in ((one, two), (two, one))
                ]
                assert len(await asyncio.gather(*calls)) == 40
                await until(lambda: not one.server._retired and not two.server._retired)
                assert len(one.server) == len(two.server) == 1
                if one.server._links[2].is_dialled:
                    assert not two.server._links[1].is_dialled
                assert await two.calls.call(one.peer, "echo", b"again") == b"again"

    asyncio.run(run())


def test_a_link_of_the_lower_node_replaces_one_in_use_without_ending_its_exchanges() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            begun = asyncio.Event()

            async def wait(_: bytes) -> bytes:
                begun.set()
                return await answered

            one.calls.register("wait", wait)
            call = asyncio.create_task(two.calls.call(one.peer, "wait", b"", 300))
            await begun.wait()
            old = one.server._links[2]
            assert not old.is_dialled
            assert (await one.server._dial(two.peer)).is_dialled
            await until(lambda: old.is_retired and not two.server._links[1].is_dialled)
            answered.set_result(b"on the old link")
            assert await call == b"on the old link"

    asyncio.run(run())


# What ends them


def test_a_silent_node_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "LOOK_SECONDS", 0.01)

    async def run() -> None:
        async with local_nodes(1) as (node,):
            lost: list[str] = []

            class Waiting:
                def receive(self, kind: int, data: bytes) -> None:
                    pass

                def lose(self, why: str) -> None:
                    lost.append(why)

            stranger = await Stranger.at(node)
            await stranger.prove(node)
            established = await until(lambda: node.server._links.get(STRANGER))
            established.begin(Waiting())
            await until(lambda: established.is_lost)
            assert len(lost) == 1 and "silent" in lost[0]
            assert len(node.server) == 0
            assert await stranger.reader.readexactly(9) == frame(1, 0)  # it was asked
            stranger.writer.close()

    asyncio.run(run())


def test_nodes_that_have_nothing_to_say_stay_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "LOOK_SECONDS", 0.01)

    async def run() -> None:
        async with local_nodes(2) as (one, two):
            established = await one.server.link_to(two.peer)
            await until(lambda: established._looks > 20 * link.MAX_SILENT_LOOKS)
            assert not established.is_lost

    asyncio.run(run())


class StuckTransport(asyncio.Transport):
    """Takes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.unsent = 0
        self.writes = 0
        self.is_aborted = False

    def write(self, data: Any) -> None:
        self.unsent += len(data)
        self.writes += 1

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def abort(self) -> None:
        self.is_aborted = True


def test_what_is_sent_in_one_turn_is_one_write_and_a_node_that_does_not_read_is_dropped() -> None:
    async def run() -> None:
        lost: list[str] = []
        transport = StuckTransport()
        stuck = Link(2, dialled=True, version=1, accept={}, on_lost=lambda _, why: lost.append(why))
        stuck.connection_made(transport)
        for _ in range(10):
            stuck.send(ANSWER, 1, b"x" * 100)
        await asyncio.sleep(0)
        assert (transport.writes, transport.unsent) == (1, 10 * 109)
        stuck.send(ANSWER, 1, bytes(MAX_UNSENT_BYTES))
        await asyncio.sleep(0)
        assert not stuck.is_lost
        stuck.send(ANSWER, 1)
        await asyncio.sleep(0)
        assert stuck.is_lost and transport.is_aborted and len(lost) == 1
        assert transport.writes == 2

    asyncio.run(run())


def test_a_port_is_known_before_anybody_is_answered_and_one_that_is_taken_is_explained() -> None:
    async def run() -> None:
        first = LocalNode(1)
        first.server.bind()
        second = NodeServer("127.0.0.1", first.server.port, first.ownership)
        with pytest.raises(NodeListenError, match="--node-port"):
            await second.start()
        await first.start()
        await check_health(first)
        await first.stop()

    asyncio.run(run())


def test_a_lost_link_begins_nothing() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            established = await one.server.link_to(two.peer)
            established.lose("for the test")
            unused: Any = None
            with pytest.raises(LinkLost):
                established.begin(unused)

    asyncio.run(run())


def test_a_node_is_reached_where_the_settings_say() -> None:
    assert server.node_addresses(Settings(host="127.0.0.1")) == ("127.0.0.1", "127.0.0.1")
    assert server.node_addresses(Settings(host="127.0.0.1", node_host="10.0.0.5")) == ("10.0.0.5", "10.0.0.5")
    everywhere = "0.0.0.0"  # noqa: S104  # nothing listens there
    assert server.node_addresses(Settings(host=everywhere, node_host="cards-2")) == (everywhere, "cards-2")
    assert server.node_addresses(Settings(host=everywhere))[1] not in {"", everywhere}
