"""A seed that nobody can choose: mixed from a secret of the server and from random bytes of the players.

The server publishes a commitment to its secret, and every player the seal (a hash) of their bytes, before anybody tells
anything: then nobody can fit their part to the parts of the others. docs/fairness.md says what that proves, and how anyone
can check it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from huefall.game.commitment import hash_fields

#: The first lines of what is hashed: no hash of one kind can pass for one of another kind.
COMMITMENT_DOMAIN = "huefall commitment 2\n"
SEAL_DOMAIN = "huefall seal 2\n"
SEED_DOMAIN = "huefall seed 2\n"

#: The random bytes of one player.
CONTRIBUTION_BYTES = 16


def commit_to(server_seed: bytes, table: str, match: int, previous: str | None) -> str:
    """Return the commitment to the server's secret for one match; ``previous`` is the table's last commitment.

    >>> commit_to(bytes(32), "k7m2xw9p", 1, None)
    '7ba76608f3fd80df7fa64f90ce6a5bef145ab62e37bb3b2b840c16883515effa'
    """
    fields = {"match": match, "previous": previous, "server_seed": server_seed.hex(), "table": table}
    return hash_fields(COMMITMENT_DOMAIN, fields)


def seal_of(contribution: str, commitment: str) -> str:
    """Return the seal of a contribution (hex digits) to the match with this commitment."""
    return hash_fields(SEAL_DOMAIN, {"commitment": commitment, "contribution": contribution})


@dataclass(frozen=True, slots=True)
class SharedSeed:
    """Everything the seed of a match is mixed from. Lists are by seat; an empty text is a seat without one."""

    table: str  # the code of the table
    match: int  # the number of the match at the table, from 1
    previous: str | None  # the table's commitment before this one; None for its first
    seals: tuple[str, ...]
    contributions: tuple[str, ...]  # an empty one with a seal was withheld, or came too late
    server_seed: bytes | None = None  # None as long as it is not revealed

    @property
    def commitment(self) -> str:
        return commit_to(self._revealed, self.table, self.match, self.previous)

    @property
    def withheld(self) -> list[int]:
        """The seats that have sealed a contribution and not told it."""
        pairs = zip(self.seals, self.contributions, strict=True)
        return [seat for seat, (seal, contribution) in enumerate(pairs) if seal and not contribution]

    def mix(self, facts: Mapping[str, Any], rules_version: int) -> bytes:
        """Return the seed of the match with these facts (``Match.facts``)."""
        fields = {
            **facts,
            "rules_version": rules_version,
            "commitment": self.commitment,
            "server_seed": self._revealed.hex(),
            "seals": self.seals,
            "contributions": self.contributions,
        }
        return bytes.fromhex(hash_fields(SEED_DOMAIN, fields))

    @property
    def _revealed(self) -> bytes:
        if self.server_seed is None:
            raise ValueError("the server's seed has not been revealed")
        return self.server_seed
