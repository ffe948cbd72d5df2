"""Everything that uses uvicorn's private protocol classes, so that an upgrade has one module to break.

``HeaderTimeoutProtocol`` closes HTTP connections that never send a complete request. ``DirectProtocol`` and
``DirectWire`` write WebSocket messages straight to the transport: through ASGI a message passes a task, an event and
four layers, which with four seats was a third of the time of a move. Incoming frames, pings and closing stay with uvicorn.

``huefall.server.run`` serves over plain ASGI (``asgi_wire``) when this module cannot be imported or
``check_uvicorn`` misses a name.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from huefall.server.guard.rates import Rate
from huefall.server.transport.wire import MAX_BACKLOG_BYTES, WIRE_KEY

#: Time for the headers of a request, from the opening of the connection or the end of the last response.
HEADER_SECONDS = 15.0

MAX_PINGS_PER_SECOND = 5

#: A whole text message in one unmasked frame (RFC 6455, 5.2). How the length is written depends on the length.
TEXT_FRAME = 0x81
MAX_SHORT_LENGTH, MAX_MEDIUM_LENGTH = 125, 0xFFFF

#: The private names used below.
NEEDED_NAMES: dict[type, tuple[str, ...]] = {
    H11Protocol: (
        "connection_lost",
        "connection_made",
        "cycle",
        "data_received",
        "handle_websocket_upgrade",
        "loop",
        "on_response_complete",
        "transport",
    ),
    WebSocketsSansIOProtocol: (
        "close_sent",
        "conn",
        "data_received",
        "handle_ping",
        "handshake_initiated",
        "loop",
        "run_asgi",
        "transport",
    ),
}


class UvicornChangedError(Exception):
    """The installed uvicorn lacks private names that this module needs."""


def check_uvicorn() -> None:
    """Raise ``UvicornChangedError`` if uvicorn's protocols lack a name used here. Needs a running event loop."""
    config = uvicorn.Config(_no_app, http=HeaderTimeoutProtocol, ws=DirectProtocol, log_config=None, lifespan="off")
    for protocol, names in NEEDED_NAMES.items():
        instance = protocol(config, ServerState(), {})
        missing = [name for name in names if not hasattr(instance, name)]
        if missing:
            raise UvicornChangedError(
                f"{protocol.__name__} of uvicorn {uvicorn.__version__} has no {', '.join(missing)}"
            )


async def _no_app(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """Stand in for the application while the protocols are checked."""


class HeaderTimeoutProtocol(H11Protocol):
    """Closes a connection whose next request does not come within ``HEADER_SECONDS``.

    uvicorn waits forever: silent connections would use up all file descriptors.
    """

    _timer: asyncio.TimerHandle | None = None
    _is_upgraded = False
    _answered: object = None  # the request whose response is complete

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_upgraded:
            return
        if self._is_answering():
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()

    def on_response_complete(self) -> None:
        self._answered = self.cycle
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._is_upgraded = True
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def _is_answering(self) -> bool:
        return self.cycle is not None and self.cycle is not self._answered

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(HEADER_SECONDS, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        if not self.transport.is_closing() and not self._is_answering():
            self.transport.close()


class DirectProtocol(WebSocketsSansIOProtocol):
    """Leaves in the scope of its socket the function that makes a ``DirectWire``, and limits pings.

    uvicorn answers pings below ASGI, where no other limit counts them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pings = Rate(MAX_PINGS_PER_SECOND)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # uvicorn leaves the connection of an unreadable handshake open forever.
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.close()

    def handle_ping(self) -> None:
        if self._pings.hit(self.loop.time()) and self.transport.get_write_buffer_size() <= MAX_BACKLOG_BYTES:
            super().handle_ping()
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        scope: Scope | None = getattr(self, "scope", None)  # set by the handshake, so check_uvicorn cannot look for it
        if scope is not None:
            scope[WIRE_KEY] = partial(DirectWire, self)
        await super().run_asgi()


class DirectWire:
    """The wire of a socket served by ``DirectProtocol``. Its frames are not compressed."""

    def __init__(self, protocol: DirectProtocol, socket: WebSocket) -> None:
        self._socket = socket
        self._protocol = protocol
        self._transport = protocol.transport

    def write(self, text: bytes) -> None:
        if not (self._protocol.close_sent or self._transport.is_closing()):
            self._transport.write(text_frame(text))

    @property
    def backlog(self) -> int:
        unsent: int = self._transport.get_write_buffer_size()
        return unsent

    def abort(self) -> None:
        self._transport.abort()

    async def close(self, code: int, reason: str) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(code, reason)


def text_frame(text: bytes) -> bytes:
    """Put a message into a WebSocket frame.

    >>> text_frame(b"hi").hex(" ")
    '81 02 68 69'
    """
    length = len(text)
    if length <= MAX_SHORT_LENGTH:
        return b"%c%c%b" % (TEXT_FRAME, length, text)
    if length <= MAX_MEDIUM_LENGTH:
        return b"%c%c%b%b" % (TEXT_FRAME, 126, length.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (TEXT_FRAME, 127, length.to_bytes(8, "big"), text)
