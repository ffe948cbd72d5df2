"""``Wire``: how a connection writes to its socket. ``wire_for`` picks the implementation the server runs on.

Tested in tests/server/transport/test_asgi_wire.py and tests/server/transport/test_uvicorn_protocols.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from starlette.websockets import WebSocket

from huefall.server.transport.asgi_wire import AsgiWire

#: Where ``uvicorn_protocols.DirectProtocol`` leaves, in the scope of a socket, the function that makes its wire.
WIRE_KEY = "huefall.wire"

#: A client with more unread bytes than this does not keep up: it is dropped, reconnects and gets a fresh view.
MAX_BACKLOG_BYTES = 1 << 20


class Wire(Protocol):
    """The sending side of a socket. Writing never waits for the network."""

    def write(self, text: bytes) -> None:
        """Send a text message; ignored once the socket is closed."""

    @property
    def backlog(self) -> int:
        """Bytes written but not yet taken by the network."""

    def abort(self) -> None:
        """Drop the connection; what is still unsent is lost."""

    async def close(self, code: int, reason: str) -> None:
        """Close the socket after everything written so far."""


def wire_for(socket: WebSocket, on_abort: Callable[[], None]) -> Wire:
    """Return the fastest wire this socket has. A plain ASGI socket cannot be aborted: ``on_abort`` must end its handler."""
    make_wire: Callable[[WebSocket], Wire] | None = socket.scope.get(WIRE_KEY)
    return AsgiWire(socket, on_abort) if make_wire is None else make_wire(socket)
