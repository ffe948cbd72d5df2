"""A proxy between one node and PostgreSQL: a network that a test cuts, or that swallows everything for a while."""

from __future__ import annotations

import asyncio
from contextlib import suppress

_PIECE_BYTES = 65_536


class DatabaseProxy:
    """Listens on a port of its own and passes on to a port of this machine. Use it on one event loop."""

    def __init__(self, target_port: int) -> None:
        self._target_port = target_port
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """End everything that is open."""
        if self._server is not None:
            self._server.close()
        self._is_cut = True
        self._flows.set()
        self._drop_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """End all connections, and all that are tried from now on."""
        self._is_cut = True
        self._drop_all()

    def stall(self) -> None:
        """Keep all connections and pass nothing on, not even that one has ended: as if packets were lost."""
        self._flows.clear()

    def heal(self) -> None:
        """Pass everything on again, also what was held back, as a network does that sends lost packets again."""
        self._is_cut = False
        self._flows.set()

    def _drop_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            onward_reader, onward_writer = await asyncio.open_connection("127.0.0.1", self._target_port)
        except OSError:  # PostgreSQL is down
            writer.transport.abort()
            return
        self._open |= {writer, onward_writer}
        directions = [
            asyncio.create_task(self._pass_on(reader, onward_writer)),
            asyncio.create_task(self._pass_on(onward_reader, writer)),
        ]
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for direction in directions:
                direction.cancel()
            await asyncio.gather(*directions, return_exceptions=True)
            self._open -= {writer, onward_writer}
            for end in (writer, onward_writer):
                end.close()  # after what was written before

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                data = await reader.read(_PIECE_BYTES)
                await self._flows.wait()
                if not data:
                    return
                writer.write(data)
                await writer.drain()
