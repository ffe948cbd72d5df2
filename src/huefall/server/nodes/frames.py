"""The frames of a link: a length, a kind, the number of an exchange, and data. Tested in tests/server/nodes/test_link.py.

Numbers of kinds are never given a new meaning, so that two versions can run side by side.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

from huefall.server.refusal import Refusal

#: Length of what follows it, kind, exchange.
HEADER: Final = Struct(">IBI")
LENGTH: Final = Struct(">I")

#: What the length counts besides the data.
COUNTED_HEADER_BYTES = HEADER.size - LENGTH.size

MAX_FRAME_BYTES = 16 << 20

#: Both nodes say that they are there.
PING = 1
#: The exchange cannot begin or go on: this version does not know its first frame, or could not handle a later one.
NOT_KNOWN = 2
#: A piece of data that is completed by the next frame of its exchange that is not a part.
PART = 3

#: Calls: the caller sends CALL and gets ANSWER or REFUSED.
CALL, ANSWER, REFUSED = 8, 9, 10

#: Relayed sockets. The edge sends OPEN and gets OPENED or REJECTED; then it sends CONNECT, COMMAND and LEAVE, and the owner
#: MESSAGE, CLOSE (after everything sent before) and DROP (at once).
OPEN, OPENED, REJECTED = 16, 17, 18
CONNECT, COMMAND, LEAVE = 19, 20, 21
MESSAGE, CLOSE, DROP = 22, 23, 24

#: Kinds that begin no exchange: for one that has ended they are ignored.
LATER_KINDS: Final = frozenset(
    {PING, NOT_KNOWN, PART, ANSWER, REFUSED, OPENED, REJECTED, CONNECT, COMMAND, LEAVE, MESSAGE, CLOSE, DROP}
)


class LinkLost(Refusal):
    """Another node cannot be reached, or the link to it was lost before it answered."""

    def __init__(self, cause: str) -> None:
        super().__init__(
            "table_moved", "the machine of this table does not answer: try again in a moment", retry_after=1
        )
        self.cause = cause  # for the log

    def __str__(self) -> str:
        return self.cause


class FrameError(Exception):
    """What came is no frame of a link."""


class FrameBuffer:
    """Cuts what arrives into frames."""

    __slots__ = ("_needed", "_rest", "max_bytes")

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._rest = bytearray()
        self._needed = 0  # bytes until the next frame is complete

    def add(self, data: bytes) -> bytes:
        """Return all bytes that have not been cut yet; empty while the next frame is incomplete."""
        if not self._rest:
            return data
        self._rest += data
        if len(self._rest) < self._needed:
            return b""
        data = bytes(self._rest)
        self._rest.clear()
        return data

    def keep(self, data: bytes, start: int) -> None:
        """Keep an incomplete frame, which begins at ``start``; raise ``FrameError`` if it is too long."""
        self._needed = LENGTH.size
        if len(data) - start >= LENGTH.size:
            self._needed += self.check(LENGTH.unpack_from(data, start)[0])
        self._rest += data[start:]

    def check(self, length: int) -> int:
        """Return the length of a frame; raise ``FrameError`` if it is too long."""
        if length > self.max_bytes:
            raise FrameError(f"expected a frame of at most {self.max_bytes} bytes, got one of {length}")
        return length
