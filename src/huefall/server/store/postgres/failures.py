"""What an error of PostgreSQL means: a sentence for the person who runs the server, and what the store does about it.

Tested in tests/server/store/postgres/test_failures.py.
"""

from __future__ import annotations

import asyncpg

from huefall.server.store.errors import StoreAway, StoreError, StoreFull

#: Raised by the functions of the schema when a stream is not as the node believes.
NOT_AS_BELIEVED = "HF001"

#: Another node was quicker (it has created the stream, 23505), or two transactions waited for each other.
_LOOK_AGAIN_STATES = frozenset({NOT_AS_BELIEVED, "23505", "40001", "40P01", "55P03"})

_AWAY_ERRORS = (
    OSError,  # also timeouts
    asyncpg.InterfaceError,  # the connection is closed
    asyncpg.InternalClientError,  # the connection is not what the client believes, or leads to a standby
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shut down, starting up, cancelled by its admin
    asyncpg.TooManyConnectionsError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,  # a primary that has become a standby
)

#: What damaged pages of a table cause.
DAMAGE_ERRORS = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError, asyncpg.PostgresIOError)


def is_away(error: BaseException) -> bool:
    """Return whether an error means that the database cannot be reached, so that the outcome of an order is unknown."""
    return isinstance(error, _AWAY_ERRORS) and not isinstance(error, ValueError)  # which asyncpg's DataError is


def calls_for_another_look(error: BaseException) -> bool:
    """Return whether nothing was stored, because streams have changed or are in use: read their ends and try again."""
    state = getattr(error, "sqlstate", None)
    return state in _LOOK_AGAIN_STATES


def explain(error: BaseException, where: str) -> StoreError:
    """Turn an error of PostgreSQL, or of its input, into one sentence; ``where`` is the address without its password."""
    match error:
        case StoreError():
            return error
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            advice = f"it does not let this user in ({_first_line(error)}): check the user and the password in --store"
        case asyncpg.InvalidCatalogNameError():
            advice = f"{_first_line(error)}: create it with createdb, or name another one in --store"
        case asyncpg.InsufficientPrivilegeError():
            advice = (
                f"the user lacks a privilege ({_first_line(error)}): make it the owner of the database, "
                "or grant it CREATE on the database and everything in the schema huefall"
            )
        case asyncpg.DiskFullError():
            return StoreFull(f"{where}: its disk is full: free some space; the server then goes on by itself")
        case asyncpg.TargetServerAttributeNotMatched():
            return StoreAway(f"{where}: it only takes reads, because it is a standby: give the address of the primary")
        case TimeoutError():
            return StoreAway(f"{where}: it does not answer: check that PostgreSQL runs there and can be reached")
        case asyncpg.TooManyConnectionsError():
            return StoreAway(f"{where}: it has no connection left: raise max_connections of PostgreSQL")
        case _ if is_away(error):
            return StoreAway(
                f"{where}: it cannot be reached ({_first_line(error)}): check that PostgreSQL runs there, and the address"
            )
        case _:
            advice = f"{type(error).__name__}: {_first_line(error)}"
    return StoreError(f"{where}: {advice}")


def _first_line(error: BaseException) -> str:
    """Return what an error says, without details and hints."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
