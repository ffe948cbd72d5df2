"""``RelayedTables``: the owner's side of relayed sockets. A client of another node becomes a ``Connection`` like any other.

Tested in tests/server/nodes/test_relay.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import structlog

from huefall.protocol.commands import decode_command
from huefall.protocol.fields import MessageId
from huefall.protocol.messages import Refused
from huefall.server.nodes.channel_messages import MOVED, PREPARING, Close, Rejected, encode, read_connect
from huefall.server.nodes.frames import CLOSE, COMMAND, CONNECT, DROP, LEAVE, MESSAGE, NOT_KNOWN, OPEN, OPENED, REJECTED
from huefall.server.nodes.link import Link
from huefall.server.nodes.server import NodeServer
from huefall.server.ownership import OwnedElsewhere, TableMoving
from huefall.server.refusal import Refusal
from huefall.server.store import StoreUnavailable, UnreadableStream
from huefall.server.tables.inbox import CommandReceived, Connected, Disconnected
from huefall.server.tables.registry import NotReady
from huefall.server.tables.table import Table
from huefall.server.transport.connection import Connection
from huefall.server.transport.live_connections import LiveConnections

log = structlog.get_logger("huefall.nodes")


class Rules(Protocol):
    """What a channel asks the engine while no table can be loaded."""

    @property
    def progress(self) -> float: ...

    @property
    def failed(self) -> str | None: ...


#: Finds a table of this node; None if there is none. May raise what ``TableRegistry.find`` raises.
Find = Callable[[str], Awaitable[Table | None]]


class RelayedTables:
    """Accepts the channels of other nodes."""

    def __init__(
        self,
        server: NodeServer,
        find: Find,
        is_stopping: Callable[[], bool],
        rules: Rules,
        live_connections: LiveConnections,
    ) -> None:
        self._find = find
        self._is_stopping = is_stopping
        self._rules = rules
        self._live_connections = live_connections
        server.accept(OPEN, self._open)

    def _open(self, link: Link, number: int, data: bytes) -> None:
        channel = _Channel(link, number, self._live_connections)
        link.exchanges[number] = channel
        channel.opening = asyncio.create_task(self._find_table(channel, data.decode("ascii", "replace")))

    async def _find_table(self, channel: _Channel, code: str) -> None:
        try:
            table = await self._find(code)
            if table is None and self._is_stopping():
                raise TableMoving(code)  # noqa: TRY301  # here, or on another node
            if table is None:
                raise Refusal("no_such_table", "there is no such table: it may have been closed")  # noqa: TRY301
        except Exception as error:  # noqa: BLE001  # whatever it is, the other node must know
            channel.reject(self._explain(error, code))
        else:
            channel.accept(table)

    def _explain(self, error: Exception, code: str) -> Rejected:
        match error:
            case OwnedElsewhere():
                return Rejected(MOVED, owner=error.owner)
            case TableMoving():
                return Rejected(MOVED)
            case NotReady() if self._rules.failed is None:
                return Rejected(PREPARING, progress=self._rules.progress)
            case NotReady():
                return Rejected("engine_failed", f"no match can go on: {self._rules.failed}")
            case Refusal() | StoreUnavailable():
                return Rejected(error.reason, error.text, error.retry_after)
            case UnreadableStream():
                return Rejected(error.reason, error.text)
            case _:
                log.error("a table could not be found for another node", table=code, exc_info=error)
                return Rejected("internal", "something went wrong here: it has been noted")


class _Channel:
    """One client of another node."""

    __slots__ = ("_connection", "_link", "_live_connections", "_number", "_table", "opening")

    def __init__(self, link: Link, number: int, live_connections: LiveConnections) -> None:
        self.opening: asyncio.Task[None] | None = None
        self._link = link
        self._number = number
        self._live_connections = live_connections
        self._table: Table | None = None
        self._connection: Connection | None = None

    def accept(self, table: Table) -> None:
        self._table = table
        self._link.send(OPENED, self._number)

    def reject(self, rejected: Rejected) -> None:
        self._link.send(REJECTED, self._number, encode(rejected))
        self._link.end(self._number)

    def receive(self, kind: int, data: bytes) -> None:
        """Take a frame of the node that the client has reached."""
        connection, table = self._connection, self._table
        if kind == COMMAND:
            if connection is not None and table is not None and not connection.ended:
                _take_command(table, connection, data)
        elif kind == CONNECT:
            if connection is None and table is not None:
                self._connect(table, data)
        elif kind in {LEAVE, NOT_KNOWN}:
            self._link.end(self._number)
            self.lose("the client has left")

    def lose(self, _why: str) -> None:
        """Tell the table that the client has gone."""
        if self.opening is not None:
            self.opening.cancel()
        connection, self._connection = self._connection, None
        if connection is not None and self._table is not None:
            connection.ended = True
            self._live_connections.remove(connection)
            self._table.post(Disconnected(connection))

    def _connect(self, table: Table, data: bytes) -> None:
        sent = read_connect(data)
        person = None if sent.person is None else sent.person.to_person()
        self._connection = connection = Connection(person, RelayWire(self._link, self._number))
        connection.muted.update(sent.muted)
        self._live_connections.add(connection)
        table.post(Connected(connection, sent.since))


class RelayWire:
    """Writes to a client of another node. What the link has not sent counts for the channels that wrote it."""

    __slots__ = ("_counted_at", "_link", "_number", "_unsent")

    def __init__(self, link: Link, number: int) -> None:
        self._link = link
        self._number = number
        self._unsent = 0  # bytes written since the link was last empty
        self._counted_at = 0

    def write(self, text: bytes) -> None:
        link = self._link
        if self._counted_at != link.emptied:
            self._counted_at = link.emptied
            self._unsent = 0
        self._unsent += len(text)
        link.send(MESSAGE, self._number, text)

    @property
    def backlog(self) -> int:
        return self._unsent if self._counted_at == self._link.emptied else 0

    def abort(self) -> None:
        self._link.send(DROP, self._number)

    async def close(self, code: int, reason: str) -> None:
        self._link.send(CLOSE, self._number, encode(Close(code, reason)))


class _Id(msgspec.Struct):
    id: MessageId


_id_decoder = msgspec.json.Decoder(_Id)


def _take_command(table: Table, connection: Connection, data: bytes) -> None:
    """Post a command, checked again. One of a newer version is refused; what is no command ends the connection."""
    try:
        command = decode_command(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        try:
            message_id = _id_decoder.decode(data).id
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            log.warning("another node has relayed what is no command", event_id="bad_relayed_command")
            connection.end("bad_message", "what came from you cannot be read: load the page again", again=False)
        else:
            connection.tell(Refused(message_id, "bad_message", f"this message cannot be read: {error}"))
    else:
        table.post(CommandReceived(connection, command))
