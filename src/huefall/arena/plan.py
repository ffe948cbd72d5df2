"""What is played: which deals, and who sits where.

Every deal is played once per rotation of those at the table, so that everybody has every hand once and luck cancels.
With fewer entrants than seats the last one fills the seats that are left: ``expert random`` at four seats is one expert
against three random players. With more entrants than seats every choice of as many as there are seats plays the same
deals. In which order they sit round the table is drawn anew for every deal: who sits before whom must not decide.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from huefall.arena.entrants import Entrant
from huefall.bots.guard import patience_for
from huefall.editions import Edition, Rules
from huefall.vocabulary.errors import HuefallError

#: Who sits on each seat, by number of entrant: (0, 1, 1, 1).
Seating = tuple[int, ...]

#: More tables than anybody waits for.
MAX_TABLES = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """An arena: entrants, what they play, and how often."""

    entrants: tuple[Entrant, ...]
    edition: Edition
    players: int = 2
    games: int = 1000  # wanted at each table; whole deals are played
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
        """Return the rules in force."""
        return Rules.of(self.edition, self.table_options)

    @property
    def patience(self) -> float:
        """Return the seconds after which nobody waits for an answer any longer."""
        return patience_for(self.limit)

    @property
    def table_options(self) -> dict[str, Any]:
        """Return the options of the tables; a single round is a match that ends with it."""
        return dict(self.options) if self.matches else {**self.options, "target": 0}

    @property
    def deals(self) -> int:
        """Count the deals."""
        return -(-self.games // self.players)

    @property
    def total_games(self) -> int:
        """Count the games of all tables."""
        return self.deals * self.players * self.table_count

    @property
    def table_count(self) -> int:
        """Count the tables without listing them: of thirty entrants at ten seats there would be thirty million."""
        return max(1, math.comb(len(self.entrants), self.players))

    def tables(self) -> list[Seating]:
        """List who meets whom."""
        entered = range(len(self.entrants))
        if len(entered) > self.players:
            return list(combinations(entered, self.players))
        return [(*entered, *[entered[-1]] * (self.players - len(entered)))]

    def seatings(self, deal: int) -> list[Seating]:
        """List who sits where in each game of a deal: every rotation at every table."""
        found: list[Seating] = []
        for number, table in enumerate(self.tables()):
            order = list(table)
            Random(f"seats {self.seed} {deal} {number}").shuffle(order)
            found += [tuple(order[turn:] + order[:turn]) for turn in range(self.players)]
        return found
