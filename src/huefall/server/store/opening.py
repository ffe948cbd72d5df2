"""Opens the store that the settings name: a file in the data directory, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from huefall.server.store.database import DATABASE_NAME
from huefall.server.store.errors import StoreError
from huefall.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from huefall.server.store.postgres import PostgresStore


async def open_store(address: str, data: Path, *, accept_loss: bool = False) -> SqliteStore | PostgresStore:
    """Open a store, created or migrated if necessary; ``address`` is that of a PostgreSQL database, or empty.

    Raises ``StoreError`` with one sentence if that fails.
    """
    if not address:
        return await SqliteStore.open(data / DATABASE_NAME, accept_loss=accept_loss)
    check_driver()
    # A node has files of its own there all the same: its admin token, and perhaps compiled rules.
    data.mkdir(mode=0o700, parents=True, exist_ok=True)  # noqa: ASYNC240  # before the server listens
    from huefall.server.store.postgres import PostgresStore  # noqa: PLC0415  # its driver is an optional part

    return await PostgresStore.open(address)


def check_driver() -> None:
    """Raise ``StoreError`` if the driver of PostgreSQL is not installed."""
    try:
        import asyncpg  # noqa: F401, PLC0415  # an optional part
    except ImportError:
        raise StoreError(
            "data in PostgreSQL needs asyncpg, which is not installed: run pip install 'huefall[postgres]'"
        ) from None
