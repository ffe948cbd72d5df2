"""What errors of PostgreSQL mean to the store. Real ones: tests/server/store/test_opening.py."""

from __future__ import annotations

import asyncpg
import pytest

from huefall.server.store import StoreAway, StoreError, StoreFull
from huefall.server.store.postgres.failures import calls_for_another_look, explain, is_away

WHERE = "postgresql://ann@db/cards"


@pytest.mark.parametrize(
    "error",
    [
        ConnectionResetError("reset"),
        TimeoutError(),
        asyncpg.InterfaceError("connection is closed"),
        asyncpg.AdminShutdownError("terminating connection"),
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
        asyncpg.TooManyConnectionsError("too many"),
        asyncpg.ReadOnlySQLTransactionError("cannot execute UPDATE in a read-only transaction"),
        asyncpg.TargetServerAttributeNotMatched("None of the hosts match the target attribute requirement"),
    ],
)
def test_a_database_that_cannot_be_used_now_is_away(error: Exception) -> None:
    assert is_away(error) and not calls_for_another_look(error)
    assert isinstance(explain(error, WHERE), StoreAway)
    assert str(explain(error, WHERE)).startswith(WHERE)


@pytest.mark.parametrize(
    "error", [asyncpg.DataError("out of range"), asyncpg.SyntaxOrAccessError("x"), ValueError("x")]
)
def test_a_mistake_is_not_a_database_that_is_away(error: Exception) -> None:
    assert not is_away(error)
    explained = explain(error, WHERE)
    assert isinstance(explained, StoreError) and not isinstance(explained, StoreAway)


@pytest.mark.parametrize(
    "error",
    [asyncpg.DeadlockDetectedError("x"), asyncpg.SerializationError("x"), asyncpg.UniqueViolationError("x")],
)
def test_a_race_is_tried_again(error: Exception) -> None:
    assert calls_for_another_look(error) and not is_away(error)


def test_a_full_disk_is_full() -> None:
    assert isinstance(explain(asyncpg.DiskFullError("no space"), WHERE), StoreFull)


def test_details_of_other_lines_are_left_out() -> None:
    error = asyncpg.SyntaxOrAccessError("syntax error\nDETAIL: a secret")
    assert "secret" not in str(explain(error, WHERE))
