"""A WebSocket client that keeps no rule of its own: any bytes can be sent, and everything that comes back is checked."""

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

#: How connections may end: as docs/protocol.md says, and as RFC 6455 says of what is no WebSocket (1002, 1007).
CODES = {1000, 1002, 1007, 1008, 1009, 1013, 4000}

REASONS = {*SOCKET_REASONS, *move_reasons()}

_decoder = msgspec.json.Decoder(Message)
_ids = itertools.count(1)


def frame(data: bytes, opcode: int = TEXT, *, fin: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """Put data into a frame of a client; the mask is zero, so that what is sent can be read."""
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
    """How a connection ended: the code of its close frame, none if there was no such frame; and what was said last."""

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
        """Send bytes as they are. Who is sent away cannot send, and finds out why when it listens."""
        with contextlib.suppress(OSError):
            self._writer.write(data)
            await self._writer.drain()

    async def say(self, message: Any, opcode: int = TEXT) -> None:
        """Send a message in a frame."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        await self.send(frame(data, opcode))

    @property
    def is_cut(self) -> bool:
        """Tell whether nothing can be sent any more."""
        return self._writer.is_closing()

    def drop(self) -> None:
        """Lose the connection without a word."""
        self._writer.transport.abort()

    async def hear(self) -> dict[str, Any] | None:
        """Return the next message; nothing if the connection has ended, and ``ended`` says how."""
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

    async def hear_all(self) -> list[dict[str, Any]]:
        """Listen until the connection ends."""
        heard = []
        while (message := await self.hear()) is not None:
            heard.append(message)
        return heard

    async def hear_until_pong(self) -> list[dict[str, Any]]:
        """Return what is said until a ping of our own is answered; the end of the connection ends it as well."""
        mark = f"pong-{next(_ids)}"
        await self.say({"type": "ping", "id": mark})
        heard = []
        while (message := await self.hear()) is not None and message.get("id") != mark:
            heard.append(message)
        return heard

    async def _read_frame(self) -> tuple[int, bytes]:
        first, second = await self._reader.readexactly(2)
        assert first & 0xF0 == 0x80 and not second & 0x80, "the server sends whole, unmasked frames"
        length = second
        if length >= 126:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
        return first & 0x0F, await self._reader.readexactly(length)


def check_message(data: bytes) -> dict[str, Any]:
    """Check that a message of the server is of the types it has described, and that what it refuses has a reason."""
    _decoder.decode(data)
    message: dict[str, Any] = json.loads(data)
    if message["type"] in {"refused", "bye"}:
        assert message["reason"] in REASONS, message
        assert message["text"], message
    return message


def check_ended(socket: RawSocket) -> Ended:
    """Check that a connection was ended by the server, in a way that is described, and return how."""
    ended = socket.ended
    assert ended is not None and ended.code in CODES, ended
    if ended.code in {1013, 4000}:
        assert ended.last.get("type") in {"bye", "refused"}, ended
        assert ended.last["reason"] == ended.reason, ended
    if ended.code == 1008:
        assert (ended.last.get("type"), ended.last.get("reason")) == ("refused", ended.reason), ended
    return ended
