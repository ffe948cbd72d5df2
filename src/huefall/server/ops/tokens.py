"""Random identifiers: guest tokens, and the codes in the links of tables.

A token is ``<guest>.<secret>``. The server stores only the hash of the secret, so that reading its files does not let
anybody act as a guest. The secret is 32 random bytes, too many to try: a slow hash, which protects passwords that people
invent, would add no protection here and cost time at every connection.
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
    """Return a new guest id. It is not secret."""
    return f"g{_random_text(GUEST_LENGTH)}"


def new_token(guest_id: str) -> str:
    """Return a new token for a guest. Possession of it is the only proof of identity."""
    return f"{guest_id}.{secrets.token_urlsafe(SECRET_BYTES)}"


def split_token(text: str) -> tuple[str, str] | None:
    """Split a token into guest and secret; None if it is malformed."""
    match = _TOKEN.fullmatch(text)
    return (match[1], match[2]) if match else None


def hash_secret(secret: str) -> str:
    """Return the SHA-256 of a secret in hex, as it is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, stored_hash: str) -> bool:
    """Compare a secret with a stored hash in constant time."""
    return hmac.compare_digest(hash_secret(secret).encode(), stored_hash.encode())


def new_code() -> str:
    """Return a new table code, one of 31^8: short enough to read aloud, too many to guess."""
    return _random_text(CODE_LENGTH)


def is_code(text: str) -> bool:
    return _CODE.fullmatch(text) is not None


def _random_text(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
