"""What remains of a guest who has deleted everything about themselves, at tables that others share with them.

Their entries stay, because the match of the others consists of them, but they name nobody: each table gets an id that
occurs nowhere else, and the same name for all.
"""

from __future__ import annotations

import secrets

#: No guest can choose it, because names have no brackets.
DELETED_NAME = "(deleted)"

_PREFIX = "deleted-"


def new_deleted_id() -> str:
    """Return an id that takes the place of a guest's at one table."""
    return f"{_PREFIX}{secrets.token_hex(8)}"


def is_deleted_id(guest: str) -> bool:
    """Return whether an id has taken the place of a guest's.

    >>> is_deleted_id(new_deleted_id()), is_deleted_id("gapsq96qg9h42")
    (True, False)
    """
    return guest.startswith(_PREFIX)
