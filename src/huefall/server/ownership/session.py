"""``Session``: the one connection of a node to PostgreSQL that says who it is: with its advisory lock, its notices, its claims.

Statements are executed one after the other, none waits for long, and whatever goes wrong with the connection ends in
``DatabaseAway``. Tested in tests/server/ownership/test_shared.py.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import asyncpg

from huefall.server.store import StoreAway
from huefall.server.store.postgres.session import find_session_attribute

#: How long opening a connection may take.
CONNECT_SECONDS = 3.0

#: What the server allows a statement, and one that waits for somebody else's lock. The heartbeat uses the same
#: connection, so both together must be shorter than what makes a node dead.
STATEMENT_MS = 2000
LOCK_MS = 500

#: How long the client waits for an answer. It is longer than ``STATEMENT_MS``: only if the network or the server is gone
#: does it give up the connection, and with it for a moment its place among the living.
ANSWER_SECONDS = 2.5

#: How long a connection may take to close in an orderly way.
CLOSE_SECONDS = 1.0

#: How the server finds out that a client is gone without a word: its lock is then free for the same node.
_SERVER_SETTINGS = {
    "application_name": "huefall node",
    "statement_timeout": str(STATEMENT_MS),
    "lock_timeout": str(LOCK_MS),
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}

#: The connection is of no more use after these. A read-only server has been replaced as the primary.
_ENDS = (
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InterfaceError,
    OSError,  # includes TimeoutError: nobody has answered
)

#: The statement has failed, and the next one may succeed.
_PASSES = (
    asyncpg.QueryCanceledError,
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
    asyncpg.InsufficientResourcesError,
)


class DatabaseAway(StoreAway):
    """PostgreSQL cannot be reached now, or does not answer in time."""

    def __init__(self, cause: BaseException | str) -> None:
        reason = cause if isinstance(cause, str) else f"{type(cause).__name__}: {cause}".removesuffix(": ")
        super().__init__(f"the database cannot be reached ({reason}): try again in a moment")


class Session:
    """A connection that is opened again after it has ended, by whoever calls ``open``."""

    def __init__(self, url: str, on_ended: Callable[[], None]) -> None:
        self._url = url
        self._on_ended = on_ended
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._turn = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def open(self, channel: str, on_notice: Callable[[str], None]) -> None:
        """Connect, and listen to a channel."""
        try:
            connection = await asyncpg.connect(
                self._url,
                timeout=CONNECT_SECONDS,
                command_timeout=ANSWER_SECONDS,
                server_settings=_SERVER_SETTINGS,
                target_session_attrs=find_session_attribute(self._url),
            )
        except (*_ENDS, *_PASSES) as error:
            raise DatabaseAway(error) from error

        def hear(_connection: object, _pid: int, _channel: str, payload: object) -> None:
            on_notice(str(payload))

        def end(_connection: object) -> None:
            if self._connection is connection:
                self._connection = None
                self._on_ended()

        self._connection = connection
        connection.add_termination_listener(end)
        try:
            await connection.add_listener(channel, hear)
        except (*_PASSES, *_ENDS) as error:
            self.drop()
            raise DatabaseAway(error) from error

    async def fetch(self, statement: str, *values: Any) -> list[asyncpg.Record]:
        """Execute a statement as a transaction of its own, and return its rows."""
        async with self._turn:
            connection = self._connection
            if connection is None:
                raise DatabaseAway("there is no connection")
            try:
                return await connection.fetch(statement, *values)
            except _PASSES as error:
                raise DatabaseAway(error) from error
            except _ENDS as error:
                connection.terminate()
                raise DatabaseAway(error) from error

    def drop(self) -> None:
        """Give the connection up without a word to the server."""
        if self._connection is not None:
            self._connection.terminate()

    async def close(self) -> None:
        """End the connection, and with it the node's lock."""
        async with self._turn:
            connection, self._connection = self._connection, None  # so that nobody is told that it has ended
        if connection is not None:
            with contextlib.suppress(*_ENDS, asyncpg.PostgresError):
                await connection.close(timeout=CLOSE_SECONDS)
