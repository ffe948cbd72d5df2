"""A way to a database that can be cut without a word: nothing is refused, and nothing comes through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

CHUNK_BYTES = 65536


class DroppingProxy:
    """Forwards connections to the server of a database URL. ``url`` is the way through it."""

    def __init__(self, url: str, port: int) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None and parts.port is not None
        self.url = url.replace(f":{parts.port}/", f":{port}/")
        self._target = parts.hostname, parts.port
        self._is_open = asyncio.Event()
        self._is_open.set()

    def cut(self) -> None:
        self._is_open.clear()

    def mend(self) -> None:
        """Forward again, and what was held back, too."""
        self._is_open.set()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._is_open.wait()
        try:
            there_reader, there_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._copy(reader, there_writer), self._copy(there_reader, writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK_BYTES):
                await self._is_open.wait()
                writer.write(data)
                await writer.drain()
            await self._is_open.wait()  # its end does not come through either
        except OSError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def proxy_to(url: str) -> AsyncIterator[DroppingProxy]:
    made: list[DroppingProxy] = []
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(made[0].accept(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    made.append(DroppingProxy(url, server.sockets[0].getsockname()[1]))
    try:
        yield made[0]
    finally:
        server.close()
        made[0].mend()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
