"""The next match of a table: the server's part of its seed, and the seals of the contributions.

Tested in tests/server/tables/test_match_start.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from huefall.game.shared_seed import SharedSeed, commit_to
from huefall.protocol.tables import SeedRevealed, UpcomingShown


@dataclass(frozen=True, slots=True)
class Upcoming:
    """What a match that begins with a deal will be mixed from (docs/fairness.md)."""

    table: str
    match: int
    previous: str | None  # the table's last commitment before this one
    server_seed: bytes
    seals: tuple[str, ...] = ()  # by seat, empty for seats without one; no seals at all until ``start`` has fixed them
    sealed_by: str | None = None  # the guest who started the match
    start_id: str = ""  # the id of that command

    @property
    def commitment(self) -> str:
        return commit_to(self.server_seed, self.table, self.match, self.previous)

    @property
    def is_sealed(self) -> bool:
        return bool(self.seals)

    def mix(self, contributions: tuple[str, ...]) -> SharedSeed:
        """Return the seed with contributions by seat."""
        seals = self.seals or ("",) * len(contributions)
        return SharedSeed(self.table, self.match, self.previous, seals, contributions, self.server_seed)

    def show(self) -> UpcomingShown:
        return UpcomingShown(self.match, self.commitment, self.previous, list(self.seals) if self.is_sealed else None)

    def reveal(self) -> SeedRevealed:
        return SeedRevealed(self.match, self.commitment, self.server_seed.hex())
