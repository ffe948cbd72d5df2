"""The socket as a connection uses it: a small interface, and uvicorn's side of it.

A message through ASGI passes a task, an event and four layers before it reaches the transport; at four seats a move that
was a third of all work. Here a text frame is put together and handed to the transport at once. The frames that come
in, pings, and closing stay with uvicorn.
"""

from __future__ import annotations

from typing import Any, Protocol

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from huefall.server.guard.rates import Rate

#: Where the protocol is found in the scope of a connection.
KEY = "huefall.wire"

#: A whole text message in one frame, not masked (RFC 6455, 5.2): how its length is written depends on the length.
TEXT = 0x81
SHORT, MEDIUM = 125, 0xFFFF


#: A client that leaves so many bytes waiting does not keep up: it is dropped, and comes back to a fresh view.
MAX_BACKLOG = 1 << 20

PINGS_PER_SECOND = 5


class Wire(Protocol):
    """Somewhere to write to that never makes the writer wait."""

    def write(self, text: bytes) -> None:
        """Send a text message; nothing happens if nobody is there any more."""

    @property
    def backlog(self) -> int:
        """Tell how many bytes the other side has not taken yet."""

    def abort(self) -> None:
        """Drop the connection; nothing more is sent."""

    async def close(self, code: int, reason: str) -> None:
        """Say why, and close."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which puts itself into the scope so that it can be written to directly.

    Pings are answered below ASGI, where no limit of ours counts them: who floods them, or does not take the answers, is
    dropped here.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pings = Rate(PINGS_PER_SECOND)

    def data_received(self, data: bytes) -> None:
        """Take what comes. A handshake that cannot be read is left standing by uvicorn for ever: it is closed here."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping, if that is not asked too much."""
        if self._pings.hit(self.loop.time()) and self.transport.get_write_buffer_size() <= MAX_BACKLOG:
            super().handle_ping()
        else:
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve the connection."""
        scope: Scope = self.scope  # type: ignore[assignment]  # a TypedDict that takes no further key
        scope[KEY] = self
        await super().run_asgi()


class DirectWire:
    """The wire of a socket that ``DirectProtocol`` serves. Messages are not compressed: nothing else would fit a frame."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._protocol: DirectProtocol = socket.scope[KEY]
        self._transport = self._protocol.transport

    def write(self, text: bytes) -> None:
        """Send a text message; nothing happens if nobody is there any more."""
        if not (self._protocol.close_sent or self._transport.is_closing()):
            self._transport.write(write_frame(text))

    @property
    def backlog(self) -> int:
        """Tell how many bytes the other side has not taken yet."""
        waiting: int = self._transport.get_write_buffer_size()
        return waiting

    def abort(self) -> None:
        """Drop the connection; nothing more is sent."""
        self._transport.abort()

    async def close(self, code: int, reason: str) -> None:
        """Say why, and close."""
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(code, reason)


def write_frame(text: bytes) -> bytes:
    """Put a message into a frame.

    >>> write_frame(b"hi").hex(" ")
    '81 02 68 69'
    """
    length = len(text)
    if length <= SHORT:
        return b"%c%c%b" % (TEXT, length, text)
    if length <= MEDIUM:
        return b"%c%c%b%b" % (TEXT, 126, length.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (TEXT, 127, length.to_bytes(8, "big"), text)
