"""A WebSocket client that can break the protocol: it sends any bytes, and checks everything it receives."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import msgspec
from tests.waiting import MAX_WAIT_SECONDS

from huefall.protocol.messages import Message
from huefall.protocol.reasons import SOCKET_REASONS, move_reasons

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10

#: Close codes in docs/protocol.md, and those of RFC 6455 for a client that breaks the WebSocket protocol (1002, 1007).
CODES = {1000, 1002, 1007, 1008, 1009, 1013, 4000}

REASONS = {*SOCKET_REASONS, *move_reasons()}

_decoder = msgspec.json.Decoder(Message)
_ids = itertools.count(1)


def frame(data: bytes, opcode: int = TEXT, *, fin: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """Put data into a frame of a client; the mask is zero, so that the bytes stay readable."""
    mask = 0x80 if masked else 0
    length = len(data)
    head = bytes([fin << 7 | reserved << 4 | opcode])
    if length < 126:
        head += bytes([mask | length])
    elif length < 1 << 16:
        head += bytes([mask | 126]) + length.to_bytes(2, "big")
    else:
        head += bytes([mask | 127]) + length.to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + data


@dataclass
class Ended:
    """How a connection ended: the code of its close frame, None without such a frame, and the last message."""

    code: int | None
    reason: str
    last: dict[str, Any] = field(default_factory=dict)


class RawSocket:
    """One connection to a table's socket."""

    def __init__(self, port: int, code: str) -> None:
        self._port = port
        self._code = code
        self.ended: Ended | None = None
        self.last: dict[str, Any] = {}
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        handshake = (
            f"GET /ws/{self._code} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self._writer.write(handshake.encode())
        answer = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), MAX_WAIT_SECONDS)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def send(self, data: bytes) -> None:
        """Send bytes as they are. If the server has closed the connection, nothing is sent; `receive` returns the reason."""
        with contextlib.suppress(OSError):
            self._writer.write(data)
            await self._writer.drain()

    async def say(self, message: Any, opcode: int = TEXT) -> None:
        """Send a message in a frame."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        await self.send(frame(data, opcode))

    @property
    def is_cut(self) -> bool:
        """Whether the connection is lost."""
        return self._writer.is_closing()

    def drop(self) -> None:
        """Drop the connection without a close frame."""
        self._writer.transport.abort()

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message, or None if the connection has ended; then ``ended`` says how."""
        while self.ended is None:
            try:
                opcode, data = await asyncio.wait_for(self._read_frame(), MAX_WAIT_SECONDS)
            except (asyncio.IncompleteReadError, OSError):
                self.ended = Ended(None, "", self.last)
                return None
            if opcode == TEXT:
                self.last = check_message(data)
                return self.last
            if opcode == CLOSE:
                code = int.from_bytes(data[:2], "big") if data else 1005
                self.ended = Ended(code, data[2:].decode(), self.last)
                await self.send(frame(data, CLOSE))
        return None

    async def receive_all(self) -> list[dict[str, Any]]:
        """Listen until the connection ends."""
        received = []
        while (message := await self.receive()) is not None:
            received.append(message)
        return received

    async def receive_until_pong(self) -> list[dict[str, Any]]:
        """Send a ping, and return all messages until its answer or the end of the connection."""
        mark = f"pong-{next(_ids)}"
        await self.say({"type": "ping", "id": mark})
        received = []
        while (message := await self.receive()) is not None and message.get("id") != mark:
            received.append(message)
        return received

    async def _read_frame(self) -> tuple[int, bytes]:
        first, second = await self._reader.readexactly(2)
        assert first & 0xF0 == 0x80 and not second & 0x80, "the server sends whole, unmasked frames"
        length = second
        if length >= 126:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
        return first & 0x0F, await self._reader.readexactly(length)


def check_message(data: bytes) -> dict[str, Any]:
    """Check that a message has one of the documented types, and that a refusal has a documented reason."""
    _decoder.decode(data)
    message: dict[str, Any] = json.loads(data)
    if message["type"] in {"refused", "bye"}:
        assert message["reason"] in REASONS, message
        assert message["text"], message
    return message


def check_ended(socket: RawSocket) -> Ended:
    """Check that the server has ended a connection in a documented way, and return how."""
    ended = socket.ended
    assert ended is not None and ended.code in CODES, ended
    if ended.code in {1013, 4000}:
        assert ended.last.get("type") in {"bye", "refused"}, ended
        assert ended.last["reason"] == ended.reason, ended
    if ended.code == 1008:
        assert (ended.last.get("type"), ended.last.get("reason")) == ("refused", ended.reason), ended
    return ended
