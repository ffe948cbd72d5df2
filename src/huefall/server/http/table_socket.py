"""A table's socket: from the handshake over ``hello`` to the end. Whatever a client sends, the answer is a message."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from huefall.protocol.commands import Command, Configure, Hello, decode_command
from huefall.protocol.fields import VERSION, MessageId
from huefall.protocol.messages import Preparing, Refused
from huefall.server.guard.address import Proxies
from huefall.server.guard.connections import Connections, Place
from huefall.server.guard.rates import Rate
from huefall.server.guard.rejection import Rejection
from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.tables.inbox import CommandReceived, Connected, Disconnected
from huefall.server.tables.registry import NotReady, TableRegistry
from huefall.server.tables.setup import read_ahead
from huefall.server.tables.table import Table
from huefall.server.transport.connection import POLICY, TRY_AGAIN, Connection
from huefall.server.transport.wire import DirectWire

#: How long a client has to say hello.
HELLO_SECONDS = 10.0

#: Messages that cannot be read or come too fast: one a second is forgiven, so many at once end the connection.
FAULTS_AT_ONCE = 30

#: Setups may bring a whole edition along, and each is kept.
SETUPS_PER_SECOND, SETUPS_AT_ONCE = 0.2, 20

#: How often a client that waits for the rules is told how far they are.
PROGRESS_SECONDS = 1.0


class Sockets:
    """Receives clients at tables."""

    def __init__(
        self,
        hall: TableRegistry,
        guests: GuestRegistry,
        engine: Engine,
        archivists: Workers,
        counts: Connections,
        proxies: Proxies,
        metrics: Metrics,
        messages_per_second: float,
    ) -> None:
        self._hall = hall
        self._guests = guests
        self._engine = engine
        self._archivists = archivists
        self._counts = counts
        self._proxies = proxies
        self._metrics = metrics
        self._rate = messages_per_second

    async def receive(self, socket: WebSocket) -> None:
        """Serve one connection from its handshake to its end."""
        admitted = self._counts.admit(self._proxies.client(socket.scope).address)
        await socket.accept()
        if isinstance(admitted, Rejection):
            await self._turn_away(socket, HandshakeRejection(admitted.reason, admitted.text, TRY_AGAIN))
            return
        self._metrics.connections.inc()
        try:
            await self._serve(socket, admitted)
        except HandshakeRejection as turned:
            await self._turn_away(socket, turned)
        except WebSocketDisconnect:
            pass
        finally:
            self._metrics.connections.dec()
            admitted.release()

    async def _turn_away(self, socket: WebSocket, turned: HandshakeRejection) -> None:
        self._metrics.count_refused(turned.reason)
        with contextlib.suppress(WebSocketDisconnect):
            await socket.send_text(msgspec.json.encode(Refused(None, turned.reason, str(turned))).decode())
            await socket.close(turned.code, turned.reason)

    async def _serve(self, socket: WebSocket, admitted: Place) -> None:
        table, person, hello = await self._greet(socket)
        refusal = admitted.belong_to(person.guest) if person is not None else None
        if refusal is not None:
            raise HandshakeRejection(refusal.reason, refusal.text, TRY_AGAIN)

        connection = Connection(person, DirectWire(socket))
        connection.muted.update(hello.muted)
        table.post(Connected(connection, hello.since))
        try:
            await self._listen(socket, table, connection)
        finally:
            table.post(Disconnected(connection))
            await connection.closed()

    async def _greet(self, socket: WebSocket) -> tuple[Table, Person | None, Hello]:
        """Wait for hello and find out who it is and which table; raises ``HandshakeRejection``."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = read_command(await _receive(socket))
        except TimeoutError:
            raise HandshakeRejection("hello_first", f"say hello within {HELLO_SECONDS:.0f} s") from None
        except UnreadableCommand as fault:
            raise HandshakeRejection("bad_message", str(fault)) from None
        if not isinstance(hello, Hello):
            raise HandshakeRejection("hello_first", "the first message must be hello")
        if hello.version != VERSION:
            text = f"this server speaks version {VERSION} of the protocol, not {hello.version}: load the page again"
            raise HandshakeRejection("version", text)
        person = None
        if hello.token is not None:
            person = await self._guests.find(hello.token)
            if person is None:
                raise HandshakeRejection("no_such_guest", "nobody has this token: ask for a new one")
        table = await self._find(socket)
        if self._hall.stopping:
            raise HandshakeRejection("stopping", "the server stops: come back in a moment", TRY_AGAIN)
        if table is None:
            raise HandshakeRejection("no_such_table", "there is no such table: it may have been closed")
        return table, person, hello

    async def _find(self, socket: WebSocket) -> Table | None:
        """Find the table; if the rules are still being made ready, have the client wait and tell it how far that is."""
        while True:
            try:
                return await self._hall.find(socket.path_params["code"])
            except NotReady:
                if self._engine.failed is not None:
                    raise HandshakeRejection("engine_failed", f"no match can go on: {self._engine.failed}") from None
                await socket.send_text(msgspec.json.encode(Preparing(self._engine.progress)).decode())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PROGRESS_SECONDS):
                    await self._engine.wait_ready()

    async def _listen(self, socket: WebSocket, table: Table, connection: Connection) -> None:
        rate = Rate(self._rate)
        faults = Rate(1.0, FAULTS_AT_ONCE)
        setups = Rate(SETUPS_PER_SECOND, SETUPS_AT_ONCE) if self._rate else Rate(0)
        while not connection.ended:
            data = await _receive(socket)
            try:
                command = read_command(data) if rate.hit(time.monotonic()) else _slow_down(data)
                if isinstance(command, Configure) and not setups.hit(time.monotonic()):
                    _slow_down(data)
            except UnreadableCommand as fault:
                self._metrics.count_refused(fault.reason)
                connection.tell(Refused(fault.id, fault.reason, str(fault)))
                if not faults.hit(time.monotonic()):
                    connection.end("too_many_faults", "too many messages that cannot be carried out", again=False)
                continue
            if isinstance(command, Configure):
                await self._archivists.ask(read_ahead, command.setup)
            table.post(CommandReceived(connection, command))


class HandshakeRejection(Exception):
    """A client that cannot come in."""

    def __init__(self, reason: str, text: str, code: int = POLICY) -> None:
        super().__init__(text)
        self.reason = reason
        self.code = code


class UnreadableCommand(Exception):
    """A message that cannot be carried out as it came."""

    def __init__(self, reason: str, text: str, message: str | None = None) -> None:
        super().__init__(text)
        self.reason = reason
        self.id = message


def _slow_down(data: str | bytes) -> Command:
    raise UnreadableCommand("too_fast", "too many messages: wait a moment", _find_id(data))


class _Id(msgspec.Struct):
    id: MessageId | None = None  # what is none is not repeated


_id_decoder = msgspec.json.Decoder(_Id)


def read_command(data: str | bytes) -> Command:
    """Read a client's message; raises ``UnreadableCommand`` with what is wrong, and the id if it can be made out."""
    try:
        return decode_command(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableCommand("bad_message", f"this message cannot be read: {error}", _find_id(data)) from None


def _find_id(data: str | bytes) -> str | None:
    try:
        return _id_decoder.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def _receive(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""
