"""``Connections``: the session of a store that writes, and the few that read.

Tested in tests/server/store/postgres/test_store.py.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg

from huefall.server.store.errors import StoreAway
from huefall.server.store.postgres.failures import is_away
from huefall.server.store.postgres.session import Connection, connect

Result = TypeVar("Result")

#: Sessions that read; more reads than that wait for each other.
MAX_READERS = 2

#: How long the end of a session may take that is closed in order.
CLOSE_SECONDS = 2.0


class Connections:
    """Sessions with one database. ``on_lost`` is called when the writing one ends without being closed."""

    def __init__(self, address: str, on_lost: Callable[[], None]) -> None:
        self._address = address
        self._on_lost = on_lost
        self._writing: Connection | None = None
        self._open: set[Connection] = set()  # all that read
        self._free: list[Connection] = []
        self._opening: set[asyncio.Future[Connection]] = set()
        self._slots = asyncio.Semaphore(MAX_READERS)

    @property
    def writing(self) -> Connection:
        if self._writing is None:
            raise StoreAway("the session that writes has ended")
        return self._writing

    async def open(self) -> Connection:
        """Open the session that writes."""
        connection = await connect(self._address)
        connection.add_termination_listener(self._note_end)
        self._writing = connection
        return connection

    async def read(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Let some work use a session that reads; if that had ended unnoticed, once more with a new one."""
        async with self._slots:
            while self._free:
                connection = self._free.pop()
                try:
                    return await self._use(connection, work)
                except Exception as error:
                    if not is_away(error) or isinstance(error, TimeoutError):
                        raise
            if self._writing is None:  # meanwhile: a new session would only wait in vain
                raise StoreAway("the session that writes has ended")
            connection = await self._connect()
            self._open.add(connection)
            return await self._use(connection, work)

    async def _connect(self) -> Connection:
        """Open a session in a task of its own: asyncpg leaves one half open if whoever waits for it is cancelled."""
        opening = asyncio.ensure_future(connect(self._address))
        self._opening.add(opening)
        try:
            connection = await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(self._discard)
            raise
        except BaseException:
            self._opening.discard(opening)
            raise
        self._opening.discard(opening)
        return connection

    def _discard(self, opening: asyncio.Future[Connection]) -> None:
        self._opening.discard(opening)
        if not opening.cancelled() and opening.exception() is None:
            opening.result().terminate()

    async def _use(self, connection: Connection, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        is_sound = False
        try:
            result = await work(connection)
            is_sound = True
        except Exception as error:
            is_sound = not is_away(error)
            raise
        finally:
            if is_sound and not connection.is_closed():
                self._free.append(connection)
            else:  # also when whoever waits is cancelled: the rest of an answer may still come
                self._open.discard(connection)
                connection.terminate()
        return result

    def terminate(self) -> None:
        """End all sessions at once: whoever waits for one gets an error."""
        writing, self._writing = self._writing, None
        for connection in (writing, *self._open):
            if connection is not None:
                connection.terminate()
        self._open.clear()
        self._free.clear()

    async def close(self) -> None:
        """End all sessions in order."""
        await asyncio.gather(*self._opening, return_exceptions=True)
        writing, self._writing = self._writing, None
        for connection in (writing, *self._open):
            if connection is not None and not connection.is_closed():
                with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    await connection.close(timeout=CLOSE_SECONDS)
        self._open.clear()
        self._free.clear()

    def _note_end(self, connection: object) -> None:
        if connection is self._writing:
            self._writing = None
            self._on_lost()
