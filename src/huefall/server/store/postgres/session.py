"""Opens sessions of PostgreSQL, all with the same settings. Tested in tests/server/store/postgres/test_failures.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg

from huefall.server.store.addresses import asks_for_session, hide_password
from huefall.server.store.errors import StoreError
from huefall.server.store.postgres.failures import explain, is_away

Connection: TypeAlias = "asyncpg.Connection[Any]"

#: How long opening a session may take.
CONNECT_SECONDS = 5.0

#: How long a statement may take that says nothing else. Without a limit, one on a dead network would hang for ever.
COMMAND_SECONDS = 10.0

#: Settings of every session. The server notices by itself when a node has gone: what it has locked is free then.
SESSION_SETTINGS = {
    "application_name": "huefall",
    "jit": "off",  # compiling a statement takes longer than executing ours
    "search_path": "pg_catalog",
    "idle_in_transaction_session_timeout": "3s",  # a paused node must not keep its locks
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}

#: Commits must be on the disk when they return; how many standbys they wait for is the admin's choice.
_BE_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"


def find_session_attribute(address: str) -> asyncpg.connect_utils.SessionAttribute | None:
    """Return which of several servers in an address to use: the one that takes writes, unless the address says so itself."""
    return None if asks_for_session(address) else asyncpg.connect_utils.SessionAttribute.read_write


async def connect(address: str, command_seconds: float | None = COMMAND_SECONDS) -> Connection:
    """Open a session; raise ``StoreError`` with one sentence if that fails."""
    where = hide_password(address)
    try:
        connection = await asyncpg.connect(
            address,
            timeout=CONNECT_SECONDS,
            command_timeout=command_seconds,
            server_settings=SESSION_SETTINGS,
            target_session_attrs=find_session_attribute(address),
        )
    except (ValueError, asyncpg.ClientConfigurationError):
        # What asyncpg says may quote a part of the password.
        raise StoreError(
            f"{where}: this is no address that PostgreSQL's clients understand: it looks like "
            "postgresql://user:password@host:5432/database, with special characters of the password written as %XX"
        ) from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        raise explain(error, where) from None
    try:
        await connection.execute(_BE_DURABLE, timeout=CONNECT_SECONDS)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        connection.terminate()
        raise explain(error, where) from None
    except BaseException:
        connection.terminate()
        raise
    return connection


@asynccontextmanager
async def transaction(connection: Connection) -> AsyncIterator[None]:
    """Commit at the end, or roll back after an error; where nobody may answer any more, the session ends instead."""
    await connection.execute("BEGIN")
    try:
        yield
    except BaseException as error:
        # To roll back, asyncpg would wait until the statement is cancelled, which a dead network does not answer either.
        if is_away(error) or not isinstance(error, Exception):
            connection.terminate()
        else:
            await connection.execute("ROLLBACK")
        raise
    await connection.execute("COMMIT")
