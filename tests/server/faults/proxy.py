"""A proxy between clients and a server that behaves like a bad network.

Each connection gets a `Trouble` of its own: its data is delayed, cut off in the middle of a frame, reset, or swallowed.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

#: Longer than a message of the server, so that a connection may end in any of its first hundred.
MAX_BYTES = 60_000

#: Delays in seconds, per piece of data; and how long a connection that swallows everything stays open.
MAX_DELAY_SECONDS = 0.03
HALF_OPEN_SECONDS = 0.2

_PIECE_BYTES = 4096


@dataclass(frozen=True)
class Trouble:
    """What happens to one connection."""

    kind: str  # "none", "delay", "cut", "reset" or "half_open"
    to_server: bool = True  # the direction in which it happens
    after_bytes: int = 0  # in that direction
    delay_seconds: float = 0.0

    @staticmethod
    def choose(rng: Random) -> Trouble:
        kind = rng.choice(["none", "delay", "cut", "reset", "half_open"])
        # Often soon, so that handshakes and first commands are hit; sometimes in the middle of play.
        after = int(MAX_BYTES ** rng.uniform(0.4, 1.0))
        return Trouble(kind, rng.random() < 0.5, after, rng.uniform(0, MAX_DELAY_SECONDS))


NO_TROUBLE = Trouble("none")


class Proxy:
    """Listens on a port of its own and passes on to the port that ``target`` returns."""

    def __init__(self, target: Callable[[], int], rng: Random) -> None:
        self._target = target
        self._rng = rng
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_bad = True
        self.met: list[str] = []  # the kinds of trouble that happened
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        self.drop_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def heal(self) -> None:
        """Treat all connections well from now on; those that are open end."""
        self.is_bad = False
        self.drop_all()

    def drop_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        trouble = Trouble.choose(self._rng) if self.is_bad else NO_TROUBLE
        try:
            onward_reader, onward_writer = await asyncio.open_connection("127.0.0.1", self._target())
        except OSError:  # the server is down
            writer.transport.abort()
            return
        self._open |= {writer, onward_writer}
        directions = [
            asyncio.create_task(self._pass_on(reader, onward_writer, trouble if trouble.to_server else None)),
            asyncio.create_task(self._pass_on(onward_reader, writer, None if trouble.to_server else trouble)),
        ]
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for direction in directions:
                direction.cancel()
            await asyncio.gather(*directions, return_exceptions=True)
            for end in (writer, onward_writer):
                if trouble.kind == "reset":
                    _reset(end)
                end.transport.abort()
            self._open -= {writer, onward_writer}

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, trouble: Trouble | None
    ) -> None:
        left = trouble.after_bytes if trouble is not None and trouble.kind in {"cut", "reset", "half_open"} else None
        with suppress(OSError):
            while data := await reader.read(_PIECE_BYTES):
                if trouble is not None and trouble.kind == "delay":
                    await asyncio.sleep(trouble.delay_seconds)
                if left is not None and left <= len(data):
                    self.met.append(trouble.kind)
                    writer.write(data[:left])  # up to the middle of a frame
                    await writer.drain()
                    if trouble.kind == "half_open":
                        await asyncio.sleep(
                            HALF_OPEN_SECONDS
                        )  # as if the other end had vanished, until somebody notices
                    return
                left = None if left is None else left - len(data)
                writer.write(data)
                await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Let the connection end with a reset instead of a proper close."""
    with suppress(OSError):
        end: socket.socket = writer.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
