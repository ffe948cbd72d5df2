"""A client's connection as a table sees it: somewhere to put messages, which never makes the table wait."""

from __future__ import annotations

import asyncio

import msgspec

from huefall.protocol.messages import Bye, Message
from huefall.server.guests.person import Person
from huefall.server.transport.wire import MAX_BACKLOG, Wire

#: How long a client has to take what was said to it last.
GOODBYE_SECONDS = 5.0

NORMAL, POLICY, TRY_AGAIN, GOODBYE = 1000, 1008, 1013, 4000

_encode = msgspec.json.Encoder().encode


class Connection:
    """One window of one guest, or of somebody who only watches."""

    __slots__ = ("_closing", "_wire", "ended", "muted", "person")

    def __init__(self, person: Person | None, wire: Wire) -> None:
        self.person = person
        self.muted: set[int] = set()
        self.ended = False  # good-bye has been said, or the client was dropped
        self._wire = wire
        self._closing: asyncio.Task[None] | None = None

    @property
    def guest(self) -> str | None:
        """Return whose it is."""
        return self.person.guest if self.person is not None else None

    def push(self, data: bytes) -> None:
        """Put a message on its way; the one who pushes never waits for the network."""
        if self.ended:
            return
        if self._wire.backlog > MAX_BACKLOG:
            self.ended = True
            self._wire.abort()
            return
        self._wire.write(data)

    def tell(self, message: Message) -> None:
        """Put a message on its way."""
        self.push(_encode(message))

    def end(self, reason: str, text: str, *, again: bool) -> None:
        """Say good-bye and close, after what is already on its way."""
        if not self.ended:
            self.tell(Bye(reason, text, again))
            self.ended = True
            code = TRY_AGAIN if again else GOODBYE
            self._closing = asyncio.create_task(self._wire.close(code, reason))

    async def closed(self) -> None:
        """Wait until good-bye has been said, though not for ever."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=GOODBYE_SECONDS)
            self._closing.cancel()
