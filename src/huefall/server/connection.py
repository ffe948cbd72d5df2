"""A client's connection as a table sees it: somewhere to put messages, which never makes the table wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from huefall.protocol.messages import Bye, Message
from huefall.server.table.decide import Person

#: A client that has so much waiting for it does not keep up: it is sent away and comes back to a fresh view.
MOST_WAITING = 256

NORMAL, POLICY, TRY_AGAIN, GOODBYE = 1000, 1008, 1013, 4000

_encode = msgspec.json.Encoder().encode


class Connection:
    """One window of one guest, or of somebody who only watches. ``send`` and ``close`` are the socket's."""

    def __init__(
        self,
        person: Person | None,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int, str], Awaitable[None]],
    ) -> None:
        self.person = person
        self.muted: set[int] = set()
        self._send = send
        self._close = close
        self._waiting: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._ending: tuple[int, str] | None = None

    @property
    def guest(self) -> str | None:
        """Return whose it is."""
        return self.person.guest if self.person is not None else None

    @property
    def ended(self) -> bool:
        """Tell whether good-bye has been said."""
        return self._ending is not None

    def push(self, data: bytes) -> None:
        """Put a message on its way; the one who pushes never waits for the network."""
        if self._ending is None:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.clear()
                self.end("too_slow", "this connection does not keep up: come back for a fresh view", again=True)
                return
            self._waiting.append(data)
            self._something.set()

    def tell(self, message: Message) -> None:
        """Put a message on its way."""
        self.push(_encode(message))

    def end(self, reason: str, text: str, *, again: bool) -> None:
        """Say good-bye and close, after what is already on its way."""
        if self._ending is None:
            self.tell(Bye(reason, text, again))
            self._ending = (TRY_AGAIN if again else GOODBYE, reason)
            self._something.set()

    async def write(self) -> None:
        """Send what is pushed, in order, until the end. One task per connection runs this."""
        while True:
            while self._waiting:
                await self._send(self._waiting.popleft().decode())
            if self._ending is not None:
                await self._close(*self._ending)
                return
            self._something.clear()
            await self._something.wait()
