"""The address of a PostgreSQL database, as people give it and as they may see it: without its password."""

from __future__ import annotations

from urllib.parse import parse_qs

SCHEMES = ("postgresql://", "postgres://")

#: The part of an address that says which of several servers may be used.
_SESSION_QUERY = "target_session_attrs"


def is_postgres(text: str) -> bool:
    """Return whether a text is meant as the address of a PostgreSQL database, rather than as the path of a file."""
    return text.startswith(SCHEMES)


def read_address(text: str) -> str:
    """Return a valid address of a database, or an empty text for none; ValueError for anything else."""
    if text and (not is_postgres(text) or text in SCHEMES or any(character.isspace() for character in text)):
        raise ValueError("not an address of a PostgreSQL database")
    return text


def hide_password(address: str) -> str:
    """Return an address for logs and errors.

    >>> hide_password("postgresql://ann:secret@db-1,db-2:5433/cards?password=secret")
    'postgresql://ann@db-1,db-2:5433/cards'
    """
    rest = address.partition("://")[2].partition("?")[0]
    # Up to the last @: a password that nobody has encoded may contain one.
    user_and_password, at, place = rest.rpartition("@")
    user = user_and_password.partition(":")[0]
    return f"postgresql://{user}{at}{place}"


def asks_for_session(address: str) -> bool:
    """Return whether an address says which of several servers may be used."""
    return _SESSION_QUERY in parse_qs(address.partition("?")[2])
