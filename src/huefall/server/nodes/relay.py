"""``RemoteTable``: a table of another node, in the place of a ``Table`` for the socket of one client.

The owner's side is ``relayed_tables``. Everything the owner sends is passed on unchanged.
"""

from __future__ import annotations

import asyncio

import structlog

from huefall.server.nodes.channel_messages import (
    MOVED,
    PREPARING,
    Connect,
    encode,
    encode_command,
    encode_person,
    read_close,
    read_rejected,
)
from huefall.server.nodes.frames import (
    CLOSE,
    COMMAND,
    CONNECT,
    DROP,
    LEAVE,
    MESSAGE,
    NOT_KNOWN,
    OPEN,
    OPENED,
    REJECTED,
    LinkLost,
)
from huefall.server.nodes.link import Link
from huefall.server.nodes.relayed_tables import Find
from huefall.server.nodes.server import NodeServer
from huefall.server.ownership import OwnedElsewhere, Peer, TableMoving
from huefall.server.refusal import Refusal
from huefall.server.tables.inbox import CommandReceived, Connected, Disconnected, Incoming
from huefall.server.tables.registry import NotReady
from huefall.server.tables.table import Table
from huefall.server.transport.connection import Connection

log = structlog.get_logger("huefall.nodes")

#: How long the owner may take to load a table.
OPEN_SECONDS = 10.0


#: How long to wait before a table that has moved is looked for again.
PAUSES_SECONDS = (0.02, 0.1, 0.3, 0.6, 1.0)


class RemoteNotReady(NotReady):
    """The owner of a table is still compiling the rules."""

    def __init__(self, progress: float) -> None:
        super().__init__()
        self.progress = progress


class RemoteTable:
    """One client's channel to a table of another node."""

    __slots__ = ("_code", "_connection", "_is_over", "_link", "_number", "_opened")

    def __init__(self, code: str, link: Link) -> None:
        self._code = code
        self._link = link
        self._connection: Connection | None = None
        self._is_over = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._number = link.begin(self)

    @classmethod
    async def open(cls, server: NodeServer, code: str, owner: Peer) -> RemoteTable:
        """Open a channel to a table.

        Raises what the owner found: ``OwnedElsewhere`` or ``TableMoving`` if the table has moved, ``RemoteNotReady``, or a
        ``Refusal`` with the reason for the client; and ``LinkLost``.
        """
        table = cls(code, await server.link_to(owner))
        table._link.send(OPEN, table._number, code.encode())
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                await table._opened
        except TimeoutError:
            table.leave()
            raise LinkLost(f"node {owner.name} did not open table {code} within {OPEN_SECONDS:g} s") from None
        except BaseException:
            table.leave()
            raise
        return table

    # From the socket of the client

    def post(self, message: Incoming) -> None:
        """Pass on what a client's socket posts to its table."""
        if isinstance(message, CommandReceived):
            self._link.send(COMMAND, self._number, encode_command(message.command))
        elif isinstance(message, Connected):
            self._connect(message.connection, message.since)
        elif isinstance(message, Disconnected):
            self.leave()

    def leave(self) -> None:
        """Close the channel; ignored once it is closed."""
        if not self._is_over:
            self._is_over = True
            self._link.send(LEAVE, self._number)
            self._link.end(self._number)

    def _connect(self, connection: Connection, since: int | None) -> None:
        if self._is_over:
            _end_moved(connection)
            return
        self._connection = connection
        person = encode_person(connection.person)
        self._link.send(CONNECT, self._number, encode(Connect(person, since, sorted(connection.muted))))

    # From the owner

    def receive(self, kind: int, data: bytes) -> None:
        """Take a frame of the owner."""
        connection = self._connection
        if kind == MESSAGE:
            if connection is not None:
                connection.push(data)
        elif kind == CLOSE and connection is not None:
            close = read_close(data)
            connection.close(close.code, close.reason)
        elif kind == DROP and connection is not None:
            connection.drop()
        elif kind == OPENED and not self._opened.done():
            self._opened.set_result(None)
        elif kind in {REJECTED, NOT_KNOWN} and not self._opened.done():
            self._opened.set_exception(self._read_rejection(kind, data))
        elif kind == NOT_KNOWN:
            self._link.end(self._number)
            self.lose("the owner cannot go on")

    def lose(self, why: str) -> None:
        """Ask the client to come back: the table is, or will be, on another node."""
        self._is_over = True
        if not self._opened.done():
            self._opened.set_exception(LinkLost(why))
        if self._connection is not None:
            _end_moved(self._connection)

    def _read_rejection(self, kind: int, data: bytes) -> Exception:
        if kind == NOT_KNOWN:
            return TableMoving(self._code)  # from a version that relays nothing
        rejected = read_rejected(data)
        if rejected.reason == MOVED:
            return TableMoving(self._code) if rejected.owner is None else OwnedElsewhere(self._code, rejected.owner)
        if rejected.reason == PREPARING:
            return RemoteNotReady(rejected.progress)
        return Refusal(rejected.reason, rejected.text, retry_after=rejected.retry_after)


async def find_anywhere(find: Find, nodes: NodeServer | None, code: str) -> Table | RemoteTable | None:
    """Find a table, here or on the node that owns it; a table that moves meanwhile is looked for again.

    Raises what ``find`` and ``RemoteTable.open`` raise; ``TableMoving`` if it stays on the move.
    """
    for pause in PAUSES_SECONDS:
        try:
            try:
                return await find(code)
            except OwnedElsewhere as error:
                if nodes is None:
                    raise TableMoving(code) from None
                return await RemoteTable.open(nodes, code, error.owner)
        except (OwnedElsewhere, TableMoving, LinkLost) as error:
            log.debug("a table is looked for again", table=code, reason=str(error))
            await asyncio.sleep(pause)
    raise TableMoving(code)


def _end_moved(connection: Connection) -> None:
    connection.end("table_moved", "this table has moved to another machine: come back to it", again=True)
