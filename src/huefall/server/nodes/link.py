"""``Link``: the connection between two nodes that have proven themselves. Its exchanges (calls, relayed sockets) share it.

What is sent in one turn of the event loop goes out in one write. Sending never waits; a link that the other node does not
read is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol, cast

import structlog

from huefall.server.nodes.frames import (
    COUNTED_HEADER_BYTES,
    HEADER,
    LATER_KINDS,
    LENGTH,
    MAX_FRAME_BYTES,
    NOT_KNOWN,
    PART,
    PING,
    FrameBuffer,
    FrameError,
    LinkLost,
)

log = structlog.get_logger("huefall.nodes")

#: A link with more unsent bytes than this is dropped.
MAX_UNSENT_BYTES = 8 << 20

#: Long data is sent in parts of this size, so that moves do not wait behind it, and waits itself while this much is unsent.
PART_BYTES = 1 << 16
MAX_UNSENT_PARTS_BYTES = 1 << 18

#: A node says that it is there every second; it is lost if nothing came for three.
LOOK_SECONDS = 0.5
LOOKS_PER_PING = 2
MAX_SILENT_LOOKS = 6

#: How long a link that another one has replaced stays without exchanges: something may still be on its way.
MAX_RETIRED_LOOKS = 6


class Exchange(Protocol):
    """One call or relayed socket on a link."""

    def receive(self, kind: int, data: bytes) -> None:
        """Take a frame of this exchange."""

    def lose(self, why: str) -> None:
        """End, since the link is lost or cannot be used any more."""


#: Begins an exchange that the other node has asked for.
Accept = Callable[["Link", int, bytes], None]


class Link(asyncio.Protocol):
    """A link to one node. ``accept`` has, by the kind of the first frame, who takes exchanges that the other node begins."""

    def __init__(
        self,
        peer_id: int,
        *,
        dialled: bool,
        version: int,
        accept: Mapping[int, Accept],
        on_lost: Callable[[Link, str], None],
    ) -> None:
        self.peer_id = peer_id
        self.is_dialled = dialled  # by this node
        self.version = version
        self.exchanges: dict[int, Exchange] = {}
        self.is_lost = False
        #: Raised whenever nothing written before is unsent any more.
        self.emptied = 0
        self.is_retired = False  # another link is used for whatever begins now
        self._accept = accept
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._frames = FrameBuffer(MAX_FRAME_BYTES)
        self._unsent: list[bytes] = []  # in this turn of the loop
        self._next_exchange = 1 if dialled else 2  # odd ones are begun by the dialler
        self._parts: dict[int, list[bytes]] = {}
        self._is_heard = True
        self._silent_looks = 0
        self._looks = 0
        self._retired_looks = 0
        self._timer: asyncio.TimerHandle | None = None
        self._unused: asyncio.Future[None] | None = None
        self._may_write = asyncio.Event()
        self._may_write.set()

    # Sending

    def begin(self, exchange: Exchange) -> int:
        """Return the number of a new exchange; raises ``LinkLost`` if the link is lost."""
        if self.is_lost:
            raise LinkLost(f"the link to node {self.peer_id} is lost")
        number = self._next_exchange
        self._next_exchange += 2
        self.exchanges[number] = exchange
        return number

    def end(self, number: int) -> None:
        """Forget an exchange; frames that still come for it are ignored."""
        self.exchanges.pop(number, None)
        self._parts.pop(number, None)
        if not self.exchanges and self._unused is not None and not self._unused.done():
            self._unused.set_result(None)

    async def wait_unused(self) -> None:
        """Wait until all exchanges have ended."""
        if self.exchanges:
            self._unused = self._unused or self._loop.create_future()
            await asyncio.shield(self._unused)

    def send(self, kind: int, exchange: int, data: bytes = b"") -> None:
        """Send a frame of at most ``MAX_FRAME_BYTES``; ignored once the link is lost."""
        if self.is_lost:
            return
        unsent = self._unsent
        if not unsent:
            self._loop.call_soon(self._flush)
        unsent.append(HEADER.pack(COUNTED_HEADER_BYTES + len(data), kind, exchange))
        unsent.append(data)

    async def send_long(self, kind: int, exchange: int, data: bytes) -> None:
        """Send data of any length in parts, each when the other node has taken most of those before it."""
        start = 0
        while len(data) - start > PART_BYTES and not self.is_lost:
            self.send(PART, exchange, data[start : start + PART_BYTES])
            start += PART_BYTES
            await asyncio.sleep(0)  # it is written now
            await self._may_write.wait()
        self.send(kind, exchange, data[start:])

    def _flush(self) -> None:
        if self.is_lost or not self._unsent:
            return
        waiting = self._transport.get_write_buffer_size()
        if not waiting:
            self.emptied += 1
        elif waiting > MAX_UNSENT_BYTES:
            self.lose(f"node {self.peer_id} does not read what it is sent")
            return
        data = b"".join(self._unsent)
        self._unsent.clear()
        self._transport.write(data)

    def pause_writing(self) -> None:
        self._may_write.clear()

    def resume_writing(self) -> None:
        self._may_write.set()

    # Receiving

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=MAX_UNSENT_PARTS_BYTES)
        self._timer = self._loop.call_later(LOOK_SECONDS, self._look)

    def data_received(self, data: bytes) -> None:
        self._is_heard = True
        data, start = self._frames.add(data), 0
        length = len(data)
        try:
            while length - start >= HEADER.size:
                counted, kind, exchange = HEADER.unpack_from(data, start)
                end = start + LENGTH.size + self._frames.check(counted)
                if end > length:
                    break
                if counted < COUNTED_HEADER_BYTES:
                    raise FrameError(f"a frame of {counted} bytes is too short")  # noqa: TRY301
                begin, start = start + HEADER.size, end
                self._receive(kind, exchange, data[begin:end])
                if self.is_lost:
                    return
            if start < length:
                self._frames.keep(data, start)
        except FrameError as error:
            self.lose(str(error))

    def _receive(self, kind: int, number: int, data: bytes) -> None:
        if kind == PART:
            self._keep_part(number, data)
            return
        if self._parts and number in self._parts:
            data = b"".join([*self._parts.pop(number), data])
        exchange = self.exchanges.get(number)
        try:
            if exchange is not None:
                exchange.receive(kind, data)
            elif kind in self._accept:
                self._accept[kind](self, number, data)
            elif kind not in LATER_KINDS:  # of a newer version
                self.send(NOT_KNOWN, number)
        except Exception:
            log.exception("a frame of another node could not be handled", node=self.peer_id, kind=kind)
            self.send(NOT_KNOWN, number)
            if exchange is not None:
                self.end(number)
                exchange.lose("a frame could not be handled")

    def _keep_part(self, number: int, data: bytes) -> None:
        parts = self._parts.setdefault(number, [])
        parts.append(data)
        if len(parts) * PART_BYTES > MAX_FRAME_BYTES or len(data) > PART_BYTES:
            raise FrameError(f"expected data of at most {MAX_FRAME_BYTES} bytes in parts, got more")

    # Ending

    def connection_lost(self, error: Exception | None) -> None:
        self.lose(f"the connection ended: {error}" if error else "the connection ended")

    def lose(self, why: str) -> None:
        """Drop the link and end all its exchanges; ignored once it is lost."""
        if not self.is_lost:
            self._transport.abort()
            self._end_exchanges(why)

    def close(self) -> None:
        """End the link after everything sent before."""
        if not self.is_lost:
            self._flush()
            self._transport.close()
            self._end_exchanges("this node has closed the link")

    def retire(self) -> None:
        """Close the link when its exchanges have ended: another one has taken its place."""
        self.is_retired = True

    def _end_exchanges(self, why: str) -> None:
        self.is_lost = True
        if self._timer is not None:
            self._timer.cancel()
        self._unsent.clear()
        self._may_write.set()
        exchanges = list(self.exchanges.values())
        self.exchanges.clear()
        self._parts.clear()
        for exchange in exchanges:
            try:
                exchange.lose(why)
            except Exception:
                log.exception("an exchange with another node could not be ended", node=self.peer_id)
        if self._unused is not None and not self._unused.done():
            self._unused.set_result(None)
        self._on_lost(self, why)

    # Keeping alive

    def _look(self) -> None:
        """Look whether the other node is there. Looks are counted, not seconds: this node may have been stopped itself."""
        self._timer = self._loop.call_later(LOOK_SECONDS, self._look)
        self._looks += 1
        if self._looks % LOOKS_PER_PING == 0:
            self.send(PING, 0)
        self._silent_looks = 0 if self._is_heard else self._silent_looks + 1
        self._is_heard = False
        self._retired_looks = self._retired_looks + 1 if self.is_retired and not self.exchanges else 0
        if self._silent_looks >= MAX_SILENT_LOOKS:
            self.lose(f"node {self.peer_id} has been silent for {MAX_SILENT_LOOKS * LOOK_SECONDS:g} s")
        elif self._retired_looks >= MAX_RETIRED_LOOKS:
            self.close()
