"""The commitment to a secret seed that is drawn by the owner of a table alone, published before the deal; docs/fairness.md
says how anyone can check it. Tables of a server share the choice of the seed: ``huefall.game.shared_seed``.

Tested in tests/game/test_match.py and tests/record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

#: Nothing else that is hashed anywhere begins like this, so that no other hash can pass for a commitment.
DOMAIN = "huefall commitment 1\n"

#: What a seed is bound to: what is played, by how many, and the order of the deck before any shuffle.
FACTS = ("edition", "options", "players", "deck")


def commitment_of(seed: bytes, facts: Mapping[str, Any]) -> str:
    """Return the SHA-256 that binds a seed to the ``FACTS`` of a match (``Match.facts``)."""
    return hash_fields(DOMAIN, {**facts, "seed": seed.hex()})


def hash_fields(domain: str, fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a domain and of fields in their one JSON form: sorted keys, no spaces."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((domain + text).encode()).hexdigest()
