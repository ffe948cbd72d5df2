"""The socket of a table, from the handshake and ``hello`` to the end. Every message of a client gets a reply.

Tested in tests/server/test_play.py, tests/server/test_timeouts.py and tests/server/test_fuzz.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from huefall.protocol.commands import Command, Configure, Hello, decode_command
from huefall.protocol.fields import VERSION, MessageId
from huefall.protocol.messages import Preparing, Refused
from huefall.server.guard.address import Proxies
from huefall.server.guard.connections import Admission, Connections
from huefall.server.guard.rates import Rate
from huefall.server.guard.rejection import Rejection
from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.nodes.relay import RemoteNotReady, RemoteTable, find_anywhere
from huefall.server.nodes.server import NodeServer
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.store import StoreUnavailable, UnreadableStream
from huefall.server.tables.inbox import CommandReceived, Connected, Disconnected
from huefall.server.tables.registry import NotReady, TableRegistry
from huefall.server.tables.setup import read_ahead
from huefall.server.tables.table import Table
from huefall.server.transport.connection import POLICY_VIOLATION, TRY_AGAIN_LATER, Connection
from huefall.server.transport.live_connections import LiveConnections
from huefall.server.transport.wire import wire_for

#: How long a client may take to send ``hello``.
HELLO_SECONDS = 10.0

#: Messages that are unreadable or come too fast: this many at once, then one per second, before the connection ends.
MAX_BAD_MESSAGES = 30

#: A setup may contain a whole edition, and each is stored.
MAX_SETUPS_PER_SECOND, MAX_SETUPS_AT_ONCE = 0.2, 20

STOPPING_TEXT = "the server stops: come back in a moment"

#: How often a client that waits for the rules gets their progress.
PROGRESS_SECONDS = 1.0


class TableSockets:
    """The endpoint of all table sockets."""

    def __init__(
        self,
        tables: TableRegistry,
        guests: GuestRegistry,
        engine: Engine,
        record_pool: Workers,
        connections: Connections,
        proxies: Proxies,
        metrics: Metrics,
        messages_per_second: float,
        live_connections: LiveConnections,
        nodes: NodeServer | None = None,
    ) -> None:
        self._tables = tables
        self._guests = guests
        self._engine = engine
        self._record_pool = record_pool
        self._connections = connections
        self._proxies = proxies
        self._metrics = metrics
        self._messages_per_second = messages_per_second
        self._live_connections = live_connections
        self._nodes = nodes

    async def receive(self, socket: WebSocket) -> None:
        """Serve one socket from its handshake to its end."""
        admitted = self._connections.admit(self._proxies.client(socket.scope).address)
        await socket.accept()
        if isinstance(admitted, Rejection):
            await self._reject(socket, HelloRejectedError(admitted.reason, admitted.text, TRY_AGAIN_LATER))
            return
        self._metrics.connections.inc()
        try:
            await self._serve(socket, admitted)
        except HelloRejectedError as error:
            await self._reject(socket, error)
        except StoreUnavailable as error:
            await self._reject(socket, HelloRejectedError(error.reason, error.text, TRY_AGAIN_LATER))
        except Refusal as error:  # of the node that owns the table
            code = POLICY_VIOLATION if error.retry_after is None else TRY_AGAIN_LATER
            await self._reject(socket, HelloRejectedError(error.reason, error.text, code))
        except UnreadableStream as error:
            await self._reject(socket, HelloRejectedError(error.reason, error.text))
        except WebSocketDisconnect:
            pass
        finally:
            self._metrics.connections.dec()
            admitted.release()

    async def _reject(self, socket: WebSocket, error: HelloRejectedError) -> None:
        self._metrics.count_refused(error.reason)
        with contextlib.suppress(WebSocketDisconnect):
            await socket.send_text(msgspec.json.encode(Refused(None, error.reason, str(error))).decode())
            await socket.close(error.code, error.reason)

    async def _serve(self, socket: WebSocket, admission: Admission) -> None:
        hello = await self._read_hello(socket)
        table = await self._find(socket)
        try:
            person = await self._admit(hello, admission)
        except BaseException:
            if isinstance(table, RemoteTable):
                table.leave()
            raise

        listening = asyncio.timeout(None)
        connection = Connection(person, wire_for(socket, on_abort=partial(_end_now, listening)))
        connection.muted.update(hello.muted)
        self._live_connections.add(connection)  # at once after its token was checked, so that no revocation is missed
        table.post(Connected(connection, hello.since))
        is_relayed = isinstance(table, RemoteTable)
        self._metrics.relayed.inc(is_relayed)
        try:
            async with listening:
                await self._listen(socket, table, connection)
        except TimeoutError:
            pass  # the client did not keep up, and its wire was aborted
        finally:
            self._metrics.relayed.dec(is_relayed)
            self._live_connections.remove(connection)
            table.post(Disconnected(connection))
            await connection.closed()

    async def _read_hello(self, socket: WebSocket) -> Hello:
        """Wait for ``hello`` of somebody who may look for a table, or raise ``HelloRejectedError``."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = read_command(await _receive(socket))
        except TimeoutError:
            raise HelloRejectedError("hello_first", f"say hello within {HELLO_SECONDS:.0f} s") from None
        except BadMessageError as error:
            raise HelloRejectedError("bad_message", str(error)) from None
        if not isinstance(hello, Hello):
            raise HelloRejectedError("hello_first", "the first message must be hello")
        if hello.version != VERSION:
            text = f"this server speaks version {VERSION} of the protocol, not {hello.version}: load the page again"
            raise HelloRejectedError("version", text)
        await self._authenticate(hello)
        return hello

    async def _admit(self, hello: Hello, admission: Admission) -> Person | None:
        """Return the guest who comes to a table; None for a spectator without a token."""
        if self._tables.stopping:
            raise HelloRejectedError("stopping", STOPPING_TEXT, TRY_AGAIN_LATER)
        # Again, since the device may have been revoked while the rules were compiled.
        person = await self._authenticate(hello)
        rejection = admission.assign_to(person.guest) if person is not None else None
        if rejection is not None:
            raise HelloRejectedError(rejection.reason, rejection.text, TRY_AGAIN_LATER)
        return person

    async def _authenticate(self, hello: Hello) -> Person | None:
        """Return the guest; None for a spectator without a token."""
        if hello.token is None:
            return None
        person = await self._guests.find(hello.token)
        if person is None:
            raise HelloRejectedError("no_such_guest", "nobody has this token: ask for a new one")
        return person

    async def _find(self, socket: WebSocket) -> Table | RemoteTable:
        """Find the table, here or on another node; while the rules are not ready, send the client their progress."""
        while True:
            try:
                table = await find_anywhere(self._tables.find, self._nodes, socket.path_params["code"])
                if table is not None:
                    return table
                if self._tables.stopping:
                    raise HelloRejectedError("stopping", STOPPING_TEXT, TRY_AGAIN_LATER)
                raise HelloRejectedError("no_such_table", "there is no such table: it may have been closed")
            except RemoteNotReady as error:
                await socket.send_text(msgspec.json.encode(Preparing(error.progress)).decode())
                await asyncio.sleep(PROGRESS_SECONDS)
                continue
            except NotReady:
                if self._engine.failed is not None:
                    raise HelloRejectedError("engine_failed", f"no match can go on: {self._engine.failed}") from None
                await socket.send_text(msgspec.json.encode(Preparing(self._engine.progress)).decode())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PROGRESS_SECONDS):
                    await self._engine.wait_ready()

    async def _listen(self, socket: WebSocket, table: Table | RemoteTable, connection: Connection) -> None:
        rate = Rate(self._messages_per_second)
        bad_messages = Rate(1.0, MAX_BAD_MESSAGES)
        setups = Rate(MAX_SETUPS_PER_SECOND, MAX_SETUPS_AT_ONCE) if self._messages_per_second else Rate(0)
        while not connection.ended:
            data = await _receive(socket)
            try:
                command = read_command(data) if rate.hit(time.monotonic()) else _reject_too_fast(data)
                if isinstance(command, Configure) and not setups.hit(time.monotonic()):
                    _reject_too_fast(data)
            except BadMessageError as error:
                self._metrics.count_refused(error.reason)
                connection.tell(Refused(error.id, error.reason, str(error)))
                if not bad_messages.hit(time.monotonic()):
                    connection.end("too_many_faults", "too many messages that cannot be carried out", again=False)
                continue
            if isinstance(command, Configure):
                await self._record_pool.ask(read_ahead, command.setup)
            _post_unless_ended(table, connection, command)


class HelloRejectedError(Exception):
    """A client is rejected at ``hello``; ``code`` closes its socket."""

    def __init__(self, reason: str, text: str, code: int = POLICY_VIOLATION) -> None:
        super().__init__(text)
        self.reason = reason
        self.code = code


class BadMessageError(Exception):
    """A message is malformed or came too fast; ``id`` is its id, if it has a valid one."""

    def __init__(self, reason: str, text: str, message_id: str | None = None) -> None:
        super().__init__(text)
        self.reason = reason
        self.id = message_id


def _end_now(timeout: asyncio.Timeout) -> None:
    with contextlib.suppress(RuntimeError):  # has ended already
        timeout.reschedule(asyncio.get_running_loop().time())


def _post_unless_ended(table: Table | RemoteTable, connection: Connection, command: Command) -> None:
    """Post a command, unless its device has been revoked while it was on its way."""
    if not connection.ended:
        table.post(CommandReceived(connection, command))


def _reject_too_fast(data: str | bytes) -> Command:
    raise BadMessageError("too_fast", "too many messages: wait a moment", _find_id(data))


class _Id(msgspec.Struct):
    id: MessageId | None = None  # None if missing or malformed


_id_decoder = msgspec.json.Decoder(_Id)


def read_command(data: str | bytes) -> Command:
    """Decode a client's message; raise ``BadMessageError`` with its id, if it has one."""
    try:
        return decode_command(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessageError("bad_message", f"this message cannot be read: {error}", _find_id(data)) from None


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
