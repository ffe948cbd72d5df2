"""Addresses of databases: what is one, and that nobody sees a password."""

from __future__ import annotations

import pytest

from huefall.server.ops.logs import redact_text
from huefall.server.store.addresses import asks_for_session, hide_password, is_postgres, read_address


@pytest.mark.parametrize("text", ["", "postgresql://h/d", "postgres://u:p@h1,h2:5433/d?sslmode=require"])
def test_an_address_is_taken_as_it_is(text: str) -> None:
    assert read_address(text) == text


@pytest.mark.parametrize("text", ["postgresql://", "mysql://h/d", "huefall.db", "postgresql:h", "postgresql://h/d e"])
def test_anything_else_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        read_address(text)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://ann:hunter2@db/cards", "postgresql://ann@db/cards"),
        ("postgres://ann:hunter2@a:1,b:2/cards?password=hunter2", "postgresql://ann@a:1,b:2/cards"),
        ("postgresql://ann:hun@ter2/x@db/cards", "postgresql://ann@db/cards"),
        ("postgresql://db/cards", "postgresql://db/cards"),
        ("postgresql:///cards?host=/run/postgresql&user=ann&password=hunter2", "postgresql:///cards"),
    ],
)
def test_a_shown_address_has_no_password(address: str, shown: str) -> None:
    assert hide_password(address) == shown
    assert "hun" not in redact_text(f"opening {address} failed") and "ter2" not in redact_text(f"opening {address}")


def test_a_path_is_no_address_of_postgresql() -> None:
    assert is_postgres("postgresql://h/d") and not is_postgres("data/postgresql.db")


def test_an_address_may_choose_among_servers() -> None:
    assert asks_for_session("postgresql://a,b/d?target_session_attrs=any")
    assert not asks_for_session("postgresql://a,b/d")
