"""``Plan``: which deals are played, and who sits where.

Every deal is played once per rotation of the seats, so that everyone gets every hand once and luck cancels out. With
fewer entrants than seats the last one fills the remaining seats: ``expert random`` at four seats is one expert against
three random players. With more entrants than seats every combination plays the same deals. The seating order is random
for every deal, so that neighbours do not matter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from huefall.arena.entrants import Entrant
from huefall.bots.guard import max_wait_seconds
from huefall.editions import Edition, Rules
from huefall.vocabulary.errors import HuefallError

#: Who sits on each seat, by number of entrant: (0, 1, 1, 1).
Seating = tuple[int, ...]

#: More tables would take too long.
MAX_TABLES = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """The entrants, the variant they play, and how often."""

    entrants: tuple[Entrant, ...]
    edition: Edition
    players: int = 2
    games: int = 1000  # per table, rounded up to whole deals
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    matches: bool = False  # whole matches instead of single rounds
    limit: float = 5.0  # seconds an answer may take

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise HuefallError(
                f"an arena needs two or more who enter, got {len(self.entrants)}: enter random, too, to measure against it"
            )
        if "target" in self.options and not self.matches:
            raise HuefallError("target means whole matches, and single rounds are played: ask for matches (--matches)")
        self.rules.check_players(self.edition, self.players)
        for entrant in self.entrants:
            if entrant.seconds is not None and entrant.seconds >= self.limit:
                raise HuefallError(
                    f"{entrant.name} thinks longer than the {self.limit:g} s an answer may take: allow more (--limit), or "
                    f"let it think less"
                )
        if self.table_count > MAX_TABLES:
            raise HuefallError(
                f"{len(self.entrants)} entrants at {self.players} seats make {self.table_count:,} tables: enter fewer"
            )

    @property
    def rules(self) -> Rules:
        return Rules.of(self.edition, self.table_options)

    @property
    def max_wait_seconds(self) -> float:
        """After this time a bot's process is ended."""
        return max_wait_seconds(self.limit)

    @property
    def table_options(self) -> dict[str, Any]:
        """The options of the tables; a single round is a match with target 0."""
        return dict(self.options) if self.matches else {**self.options, "target": 0}

    @property
    def deals(self) -> int:
        return -(-self.games // self.players)

    @property
    def total_games(self) -> int:
        """The games of all tables."""
        return self.deals * self.players * self.table_count

    @property
    def table_count(self) -> int:
        """Counted without listing them: thirty entrants at ten seats make thirty million."""
        return max(1, math.comb(len(self.entrants), self.players))

    def tables(self) -> list[Seating]:
        """The entrants of each table."""
        entered = range(len(self.entrants))
        if len(entered) > self.players:
            return list(combinations(entered, self.players))
        return [(*entered, *[entered[-1]] * (self.players - len(entered)))]

    def seatings(self, deal: int) -> list[Seating]:
        """Who sits where in each game of a deal: every rotation at every table."""
        found: list[Seating] = []
        for number, table in enumerate(self.tables()):
            order = list(table)
            Random(f"seats {self.seed} {deal} {number}").shuffle(order)
            found += [tuple(order[turn:] + order[:turn]) for turn in range(self.players)]
        return found
