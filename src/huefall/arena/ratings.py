"""Ratings of a run with OpenSkill (Plackett-Luce).

A rating is an estimated strength mu with standard deviation sigma. The winner of a game ranks above all others, who are
tied: the cards left in a hand say little. Games without a winner are left out. All seats of an entrant share one rating,
which changes by the mean of theirs.

OpenSkill rates game after game, as if players learnt, so the last games count most. Bots do not learn, and the order of
deals means nothing. So strengths are assumed constant (tau 0), the games are rated several times in different orders,
and the mean is taken. These ratings agree with the shares.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random

from huefall.arena.games import GameResult

#: Shown instead of ratings if the library is missing.
NEEDED = "ratings need the library openskill: pip install 'huefall[arena]'"

#: In how many orders games are rated; fewer if that took more than MAX_RATED_GAMES steps: with many games order matters less.
MAX_ORDERS, MAX_RATED_GAMES = 40, 10_000

#: The shown interval is this many sigmas wide on either side.
SHOWN_SIGMAS = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimated strength; 25 and 8.33 before the first game."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A lower bound of the strength, almost certain."""
        return self.mu - 3 * self.sigma

    @property
    def interval(self) -> tuple[float, float]:
        """About as certain as a 95 % interval."""
        return self.mu - SHOWN_SIGMAS * self.sigma, self.mu + SHOWN_SIGMAS * self.sigma

    def __str__(self) -> str:
        """Write as many digits as are significant.

        >>> str(Rating(27.31, 2.44)), str(Rating(27.31, 0.31))
        ('27 ± 5', '27.3 ± 0.6')
        """
        margin = SHOWN_SIGMAS * self.sigma
        digits = 0 if margin >= 1 else 1
        return f"{self.mu:.{digits}f} ± {margin:.{digits}f}"


def can_rate() -> bool:
    """Whether OpenSkill is installed; it is an optional dependency."""
    return find_spec("openskill") is not None


def rate(entrants: int, games: Iterable[GameResult]) -> list[Rating]:
    """Rate entrants by their games; the order of the games hardly matters."""
    decided = [game for game in games if len(set(game.seating)) > 1 and game.winners]
    rng = Random("the order in which games are rated")
    rated = []
    for _ in range(max(1, min(MAX_ORDERS, MAX_RATED_GAMES // max(1, len(decided))))):
        rng.shuffle(decided)
        rated.append(_rate_in_order(entrants, decided))
    return [
        Rating(statistics.fmean(rating.mu for rating in each), statistics.fmean(rating.sigma for rating in each))
        for each in zip(*rated, strict=True)
    ]


def _rate_in_order(entrants: int, games: Sequence[GameResult]) -> list[Rating]:
    from openskill.models import PlackettLuce  # noqa: PLC0415  # optional, and slow to import

    model = PlackettLuce(tau=0.0)
    known = [model.rating() for _ in range(entrants)]
    for game in games:
        ranks = [0.0 if seat in game.winners else 1.0 for seat in range(len(game.seating))]
        after = model.rate([[known[entrant]] for entrant in game.seating], ranks=ranks)
        for entrant in set(game.seating):
            own = [team[0] for seat, team in zip(game.seating, after, strict=True) if seat == entrant]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            known[entrant] = model.rating(mu=mu, sigma=sigma)
    return [Rating(rating.mu, rating.sigma) for rating in known]
