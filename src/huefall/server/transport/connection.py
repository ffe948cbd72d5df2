"""``Connection``: a client as a table sees it. Sending never makes the table wait."""

from __future__ import annotations

import asyncio

import msgspec

from huefall.protocol.messages import Bye, Message
from huefall.server.guests.person import Person
from huefall.server.transport.wire import MAX_BACKLOG_BYTES, Wire

#: How long a client has to receive the last messages before its connection is dropped.
GOODBYE_SECONDS = 5.0

#: Close codes of a WebSocket; those from 4000 on are an application's own.
POLICY_VIOLATION, TRY_AGAIN_LATER, GOODBYE = 1008, 1013, 4000

_encode = msgspec.json.Encoder().encode


class Connection:
    """One window of one guest, or of a spectator without a token."""

    __slots__ = ("_closing", "_wire", "ended", "guest", "muted", "person")

    def __init__(self, person: Person | None, wire: Wire) -> None:
        self.person = person
        #: The id of the guest; None for a spectator without a token.
        self.guest = None if person is None else person.guest
        self.muted: set[int] = set()
        self.ended = False  # ``bye`` has been sent, or the client was dropped
        self._wire = wire
        self._closing: asyncio.Task[None] | None = None

    def push(self, data: bytes) -> None:
        """Send an encoded message, without waiting for the network; drop a client that does not keep up."""
        if self.ended:
            return
        if self._wire.backlog > MAX_BACKLOG_BYTES:
            self.drop()
            return
        self._wire.write(data)

    def tell(self, message: Message) -> None:
        self.push(_encode(message))

    def end(self, reason: str, text: str, *, again: bool) -> None:
        """Send ``bye`` and close, after everything sent before; ``again`` asks the client to reconnect."""
        if not self.ended:
            self.tell(Bye(reason, text, again))
            self.close(TRY_AGAIN_LATER if again else GOODBYE, reason)

    def close(self, code: int, reason: str) -> None:
        """Close after everything sent before; ``bye`` is among it."""
        if not self.ended:
            self.ended = True
            self._closing = asyncio.create_task(self._wire.close(code, reason))

    def drop(self) -> None:
        """Close at once; what is still unsent is lost."""
        if not self.ended:
            self.ended = True
            self._wire.abort()

    async def closed(self) -> None:
        """Wait until the socket is closed, at most ``GOODBYE_SECONDS``."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=GOODBYE_SECONDS)
            self._closing.cancel()
