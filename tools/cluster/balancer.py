"""``Balancer``: passes connections on to several nodes in turn, and leaves out those that do not accept.

It reads nothing of what it passes on: any node answers any request, so that a connection may go anywhere. It is for trying
out; docs/many-machines.md says what to put in front of a real service. Tested in tests/cluster/test_balancer.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

#: How long a node may take to accept a connection before the next one is asked.
CONNECT_SECONDS = 2.0

_PIECE_BYTES = 65_536


class Balancer:
    """Listens on loopback, for nodes that listen on other ports of it."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)
        self._next = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self, port: int = 0) -> None:
        """Listen; 0 takes any free port. Raises ``OSError`` if the port is in use."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Accept no more connections, and end those there are."""
        self._is_stopping = True
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_stopping:  # accepted just before
            writer.transport.abort()
            return
        # In a task of its own: when asyncio's own task of a connection is cancelled, it reports that as an error.
        task = asyncio.create_task(self._pass_on(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: writer.transport.abort())  # also of a task that was cancelled before it began

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        node: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        try:
            node = await self._connect()
            if node is not None:
                async with asyncio.TaskGroup() as both:
                    both.create_task(_copy(reader, node[1]))
                    both.create_task(_copy(node[0], writer))
        except* OSError:
            pass  # one side is gone: the other one learns it now
        finally:
            if node is not None:
                node[1].transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Connect to the next node, or to the one after it if it does not accept; None if nobody does."""
        self._next = (self._next + 1) % len(self._ports)
        for port in self._ports[self._next :] + self._ports[: self._next]:
            with suppress(OSError):  # includes TimeoutError
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await asyncio.open_connection("127.0.0.1", port)
        return None


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(_PIECE_BYTES):
        writer.write(piece)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
