"""Secrets and short names: the tokens of guests, and the codes in the links of tables.

A token is ``<guest>.<secret>``. The server keeps the hash of the secret alone, so that nobody who reads its files can
be somebody else. The secret is 32 bytes of chance: no one can try them all, and a slow hash, which protects passwords
that people think up, would protect nothing here and cost time at every connection.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

#: Lower case and digits without look-alikes: no 0 and o, no 1, l and i.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"

GUEST_LENGTH = 12
CODE_LENGTH = 8
SECRET_BYTES = 32

_SECRET_LENGTH = 43  # 32 bytes in base64 without padding
_GUEST = rf"g[{ALPHABET}]{{{GUEST_LENGTH}}}"
_TOKEN = re.compile(rf"({_GUEST})\.([A-Za-z0-9_-]{{{_SECRET_LENGTH}}})")
_CODE = re.compile(rf"[{ALPHABET}]{{{CODE_LENGTH}}}")


def new_guest_id() -> str:
    """Make the id of a guest; others may see it."""
    return f"g{_random_text(GUEST_LENGTH)}"


def new_token(guest_id: str) -> str:
    """Make a guest's token; whoever has it is the guest."""
    return f"{guest_id}.{secrets.token_urlsafe(SECRET_BYTES)}"


def split_token(text: str) -> tuple[str, str] | None:
    """Take a token apart into guest and secret; None if it does not have the form of one."""
    found = _TOKEN.fullmatch(text)
    return (found[1], found[2]) if found else None


def hash_secret(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256 in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, stored_hash: str) -> bool:
    """Tell whether it is the secret that was kept, in a time that does not depend on how much of it is right."""
    return hmac.compare_digest(hash_secret(secret).encode(), stored_hash.encode())


def new_code() -> str:
    """Make a table's code, one of 31^8: people read it out to one another, and nobody finds a table by trying."""
    return _random_text(CODE_LENGTH)


def is_code(text: str) -> bool:
    """Tell whether a text has the form of a table's code."""
    return _CODE.fullmatch(text) is not None


def _random_text(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
