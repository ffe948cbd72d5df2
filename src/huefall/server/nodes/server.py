"""``NodeServer``: accepts and dials the links of a node, one for each other node. Tested in tests/server/nodes/test_link.py.

Whoever needs a link first dials, and both use it. If both have dialled at once, the link of the node with the lower id is
used; the other one ends when what has begun on it is over.
"""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from typing import cast

import structlog

from huefall.server.nodes.frames import LinkLost
from huefall.server.nodes.handshake import HANDSHAKE_SECONDS, Handshake
from huefall.server.nodes.link import Accept, Link
from huefall.server.ownership import Ownership, Peer
from huefall.server.settings import Settings
from huefall.vocabulary.errors import HuefallError

log = structlog.get_logger("huefall.nodes")

#: Connections that have not proven themselves yet; more are closed at once.
MAX_UNPROVEN = 64

#: How long a stop waits for other nodes to read why their clients must come back.
STOP_SECONDS = 2.0

#: Addresses whose refusal has been logged are remembered up to this many, so that strangers cannot fill the log.
MAX_LOGGED_ADDRESSES = 256

_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared, not listened on


def node_addresses(settings: Settings) -> tuple[str, str]:
    """Return where to listen for other nodes, and the address at which they reach this one."""
    if settings.host in _EVERYWHERE:
        return settings.host, settings.node_host or socket.gethostname()
    return (settings.node_host or settings.host,) * 2


class NodeListenError(HuefallError):
    """Other nodes cannot be listened for at the configured address."""


class NodeServer:
    """The links of this node. Bind it before ``ownership`` starts, which tells the other nodes its port, and start it after."""

    def __init__(self, host: str, port: int, ownership: Ownership) -> None:
        self._host, self._port = host, port
        self._ownership = ownership
        self._accept: dict[int, Accept] = {}
        self._links: dict[int, Link] = {}
        self._retired: set[Link] = set()
        self._dialling: dict[int, asyncio.Task[Link]] = {}
        self._unproven: set[Handshake] = set()
        self._logged_addresses: set[str] = set()
        self._socket: socket.socket | None = None
        self._listener: asyncio.Server | None = None
        self._is_stopping = False

    def __len__(self) -> int:
        """The number of nodes to which there is a link."""
        return len(self._links)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    def accept(self, kind: int, accept: Accept) -> None:
        """Set who takes exchanges that other nodes begin with a frame of this kind."""
        self._accept[kind] = accept

    def bind(self) -> socket.socket:
        """Take the port, without answering yet; raises ``NodeListenError`` if that is not possible."""
        is_ipv6 = ":" in self._host
        try:
            self._socket = socket.create_server(
                (self._host, self._port),
                family=socket.AF_INET6 if is_ipv6 else socket.AF_INET,
                dualstack_ipv6=self._host == "::" and socket.has_dualstack_ipv6(),
            )
        except OSError as error:
            raise NodeListenError(
                f"cannot listen for other nodes on {self._host} port {self._port}: {error.strerror or error}; "
                "name an address of this machine with --node-host, and a free port with --node-port"
            ) from error
        self._port = self._socket.getsockname()[1]
        return self._socket

    async def start(self) -> None:
        """Answer other nodes, on a port that is taken now if it was not bound before."""
        listening = self._socket or self.bind()
        self._listener = await asyncio.get_running_loop().create_server(self._accept_connection, sock=listening)

    async def stop(self) -> None:
        """Accept nothing more, give the other nodes time to end what they have here, and close all links."""
        self._is_stopping = True
        if self._listener is not None:
            self._listener.close()
        elif self._socket is not None:
            self._socket.close()
        dialling = list(self._dialling.values())
        for dial in dialling:
            dial.cancel()
        await asyncio.gather(*dialling, return_exceptions=True)
        for handshake in list(self._unproven):
            handshake.fail("this node stops")
        links = [*self._links.values(), *self._retired]
        waiting = [asyncio.create_task(link.wait_unused()) for link in links]
        if waiting:
            await asyncio.wait(waiting, timeout=STOP_SECONDS)
        for task in waiting:
            task.cancel()
        for link in links:
            link.close()

    async def link_to(self, peer: Peer) -> Link:
        """Return the link to a node, dialled if there is none; raises ``LinkLost`` if it cannot be reached."""
        link = self._links.get(peer.id)
        if link is not None:
            return link
        if self._is_stopping or peer.id == self._ownership.node.id:
            raise LinkLost("this node stops" if self._is_stopping else "a node has no link to itself")
        task = self._dialling.get(peer.id)
        if task is None:
            task = self._dialling[peer.id] = asyncio.create_task(self._dial(peer), name=f"dial node {peer.id}")
            task.add_done_callback(partial(self._end_dialling, peer.id))
        return await asyncio.shield(task)

    def _end_dialling(self, peer_id: int, task: asyncio.Task[Link]) -> None:
        self._dialling.pop(peer_id, None)
        if not task.cancelled():
            task.exception()  # whoever waited has got it

    async def _dial(self, peer: Peer) -> Link:
        loop = asyncio.get_running_loop()
        proven: asyncio.Future[Link] = loop.create_future()

        def succeed(handshake: Handshake, rest: bytes) -> None:
            link = self._establish(handshake, rest)
            if not proven.done():
                proven.set_result(link)

        def fail(_: Handshake, why: str) -> None:
            if not proven.done():
                proven.set_exception(LinkLost(why))

        make = partial(
            Handshake,
            self._ownership.secret,
            self._ownership.node.id,
            dials=peer.id,
            proven=succeed,
            failed=fail,
        )
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                await loop.create_connection(make, peer.host, peer.port)
                return await proven
        except (OSError, TimeoutError, LinkLost) as error:
            link = self._links.get(peer.id)  # it has dialled us meanwhile, and its link is the one to use
            if link is not None:
                return link
            log.warning(
                "another node cannot be reached",
                event_id="node_unreachable",
                node=peer.name,
                reason=str(error) or type(error).__name__,
            )
            raise LinkLost(f"node {peer.name} cannot be reached: {error}") from None

    # Accepting

    def _accept_connection(self) -> asyncio.Protocol:
        if len(self._unproven) >= MAX_UNPROVEN or self._is_stopping:
            return _Closing()
        handshake = Handshake(
            self._ownership.secret,
            self._ownership.node.id,
            dials=None,
            proven=self._welcome,
            failed=self._refuse,
        )
        self._unproven.add(handshake)
        return handshake

    def _welcome(self, handshake: Handshake, rest: bytes) -> None:
        self._unproven.discard(handshake)
        self._establish(handshake, rest)

    def _refuse(self, handshake: Handshake, why: str) -> None:
        self._unproven.discard(handshake)
        address = handshake.address
        if address in self._logged_addresses or len(self._logged_addresses) >= MAX_LOGGED_ADDRESSES:
            return
        self._logged_addresses.add(address)
        log.warning(
            "a connection that is not from a node of this service was closed; more from its address are not logged",
            event_id="node_refused",
            address=address,
            reason=why,
        )

    # One link for each node

    def _establish(self, handshake: Handshake, rest: bytes) -> Link:
        """Make a link of a connection that has proven itself; return the one to use."""
        peer_id, dialled = handshake.peer_id, handshake.is_dialler
        link = Link(peer_id, dialled=dialled, version=handshake.version, accept=self._accept, on_lost=self._forget)
        handshake.transport.set_protocol(link)
        link.connection_made(handshake.transport)
        old = self._links.get(peer_id)
        if old is not None and old.is_dialled == dialled:
            old.lose("the same node has dialled again")  # it knows that the old one is lost
            old = None
        if old is not None:
            # Both have dialled. Something may have begun on either link already, so neither is closed.
            unused = link if self._is_dialled_by_lower(old) else old
            unused.retire()
            self._retired.add(unused)
        if not link.is_retired:
            self._links[peer_id] = link
        log.info("linked with another node", event_id="node_linked", node_id=peer_id, dialled=dialled)
        if rest:
            link.data_received(rest)
        return self._links.get(peer_id, link)

    def _is_dialled_by_lower(self, link: Link) -> bool:
        """Return whether a link was dialled by the node with the lower id."""
        return link.is_dialled == (self._ownership.node.id < link.peer_id)

    def _forget(self, link: Link, why: str) -> None:
        self._retired.discard(link)
        if self._links.get(link.peer_id) is link:
            del self._links[link.peer_id]
            log.info("the link to another node has ended", event_id="node_unlinked", node_id=link.peer_id, reason=why)


class _Closing(asyncio.Protocol):
    """Closes a connection at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast("asyncio.Transport", transport).abort()
