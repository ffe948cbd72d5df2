"""Ratings of a run with OpenSkill (Plackett-Luce), game by game in the order of the deals.

A rating is what is known of a strength: mu with the doubt sigma. The winner stands before all others, who are equal: what
is left in a hand says little. Seats of the same entrant have one rating, which changes by the mean of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec

from huefall.arena.games import GameResult

#: What to install where there are no ratings.
NEEDED = "ratings need the library openskill: pip install 'huefall[arena]'"


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength as far as it is known: 25 and 8.33 before the first game."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Return what the strength is at least, almost certainly; tables are sorted by it."""
        return self.mu - 3 * self.sigma


def can_rate() -> bool:
    """Tell whether the library is there; it is an extra."""
    return find_spec("openskill") is not None


def rate(entrants: int, games: Iterable[GameResult]) -> list[Rating]:
    """Rate entrants by their games."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  # an extra, and slow to import

    model = PlackettLuce()
    known = [model.rating() for _ in range(entrants)]
    for game in games:
        if len(set(game.seating)) < 2:
            continue
        ranks = [0.0 if seat in game.winners else 1.0 for seat in range(len(game.seating))]
        after = model.rate([[known[entrant]] for entrant in game.seating], ranks=ranks)
        for entrant in set(game.seating):
            own = [team[0] for seat, team in zip(game.seating, after, strict=True) if seat == entrant]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            known[entrant] = model.rating(mu=mu, sigma=sigma)
    return [Rating(rating.mu, rating.sigma) for rating in known]
