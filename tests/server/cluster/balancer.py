"""A load balancer for tests: it hands connections on to nodes, and tries the next node as nginx and Caddy do."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tests.waiting import MAX_WAIT_SECONDS

#: Returns the ports of the nodes to try, in this order, for the first line of a request.
Choose = Callable[[str], Sequence[int]]

_MAX_HEAD_BYTES = 1 << 17
_PIECE_BYTES = 1 << 16
_BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_UNAVAILABLE = b"HTTP/1.1 503"


class Balancer:
    """Listens on a port of its own, in a thread. It looks at the first request of a connection alone.

    With one node to choose from, everything is handed on as it comes, malformed or not. With several, a request goes to the
    next node if one cannot be reached, hangs up without an answer, or answers 503.
    """

    def __init__(self, choose: Choose) -> None:
        self.port = 0
        self.failures: list[str] = []  # the first lines of requests that no node has answered
        self.retries: list[str] = []  # why another node was tried
        self._choose = choose
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening = threading.Event()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()), daemon=True)
        self._thread.start()
        assert self._listening.wait(MAX_WAIT_SECONDS)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Close everything."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(MAX_WAIT_SECONDS)
        self._loop.close()

    async def _run(self) -> None:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        await self._end.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = await _read_until(reader, b"\r\n")
            if asked:
                line = asked.partition(b"\r\n")[0].decode("latin-1")
                ports = self._choose(line)
                if len(ports) == 1:
                    await self._hand_on(ports[0], asked, reader, writer)
                else:
                    await self._try_each(ports, line, await _read_request(reader, asked), reader, writer)
        except OSError:
            writer.transport.abort()
        finally:
            writer.close()

    async def _hand_on(
        self, port: int, asked: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        node_reader, node_writer = await asyncio.open_connection("127.0.0.1", port)
        node_writer.write(asked)
        await _join(reader, writer, node_reader, node_writer)

    async def _try_each(
        self,
        ports: Sequence[int],
        line: str,
        asked: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        answer = b""
        for port in ports:
            try:
                node_reader, node_writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError as error:
                self.retries.append(f"{line}: {error}")
                continue
            try:
                node_writer.write(asked)
                answer = await _read_until(node_reader, b"\r\n")
            except OSError as error:
                self.retries.append(f"{line}: {error}")
                node_writer.transport.abort()
                continue
            if answer and not answer.startswith(_UNAVAILABLE):
                writer.write(answer)
                await _join(reader, writer, node_reader, node_writer)
                return
            self.retries.append(f"{line}: {answer[:12]!r}")
            node_writer.transport.abort()
        self.failures.append(f"{line}: {answer[:1000]!r}")
        writer.write(_BAD_GATEWAY)


async def _read_until(reader: asyncio.StreamReader, end: bytes, data: bytes = b"") -> bytes:
    """Read until ``end`` has come, or there is no more."""
    while end not in data and len(data) < _MAX_HEAD_BYTES:
        piece = await reader.read(_PIECE_BYTES)
        if not piece:
            break
        data += piece
    return data


async def _read_request(reader: asyncio.StreamReader, data: bytes) -> bytes:
    """Read a whole request, so that it can be sent again."""
    data = await _read_until(reader, b"\r\n\r\n", data)
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
    missing = int(length[1]) - len(body) if length else 0
    return data + await reader.readexactly(missing) if missing > 0 else data


async def _join(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    node_reader: asyncio.StreamReader,
    node_writer: asyncio.StreamWriter,
) -> None:
    """Hand on everything in both directions until both have ended, or one was cut."""
    try:
        async with asyncio.TaskGroup() as both:
            both.create_task(_copy(reader, node_writer))
            both.create_task(_copy(node_reader, writer))
    except* OSError:
        writer.transport.abort()
        node_writer.transport.abort()
    finally:
        node_writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(_PIECE_BYTES):
        writer.write(piece)
        await writer.drain()
    with contextlib.suppress(OSError):  # the other side has gone meanwhile
        writer.write_eof()


@contextmanager
def running_balancer(choose: Choose) -> Iterator[Balancer]:
    """Run a balancer for the time of a test."""
    balancer = Balancer(choose)
    try:
        yield balancer
    finally:
        balancer.stop()
