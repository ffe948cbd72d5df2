"""A minimal WebSocket client for text frames.

The client shares two cores with the server it measures, and must not be the bottleneck. A library's client costs as much per
message as the server's side, four times over, as every move is sent to four seats; this one costs a few microseconds. It
understands only short, unfragmented text, and rejects the rest.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from typing import cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED = 0x80

#: Masks protect proxies, and there is none here; the server unmasks with this one as with any other.
MASK = bytes(4)


class WireError(Exception):
    """The server sent something this client does not understand."""


class TextSocket(asyncio.Protocol):
    """One WebSocket. ``on_text`` is called with each message; ``opened`` is done after the handshake."""

    def __init__(self, host: str, path: str) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._rest = b""
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def on_text(self, text: bytes) -> None:
        raise NotImplementedError

    def send_text(self, text: bytes) -> None:
        self._transport.write(_frame(TEXT, text))

    def disconnect(self) -> None:
        """Close the connection without a closing handshake."""
        self._transport.abort()

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the WebSocket."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(exc or WireError("the server hung up during the handshake"))

    def data_received(self, data: bytes) -> None:
        """Split the data into frames."""
        if self._rest:
            data = self._rest + data
        at = 0 if self.opened.done() else self._read_handshake(data)
        end = len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                start = at + 4
                size = int.from_bytes(data[at + 2 : start])
            elif size == 127:
                start = at + 10
                size = int.from_bytes(data[at + 2 : start])
            if end < start or end < start + size:
                break
            if data[at] == TEXT:
                self.on_text(data[start : start + size])
            else:
                self._on_control_frame(data[at], data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def _read_handshake(self, data: bytes) -> int:
        """Read the response to the request; return where the frames begin."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101 "):
            self.opened.set_exception(WireError(f"no WebSocket: {data[:200]!r}"))
            self._transport.abort()
            return len(data)
        self.opened.set_result(None)
        return end + 4

    def _on_control_frame(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self._transport.write(_frame(PONG, payload))
        elif kind == CLOSE:
            self._transport.abort()
        elif kind != PONG:
            raise WireError(f"expected unfragmented text, got a frame that begins with {kind:#x}")


def _frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return b"%c%c%b%b" % (kind, MASKED | size, MASK, payload)
    return struct.pack("!BBH", kind, MASKED | 126, size) + MASK + payload
