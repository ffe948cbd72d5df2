"""Ratings of a run with OpenSkill (Plackett-Luce).

A rating is what is known of a strength: mu with the doubt sigma. The winner stands before all others, who are equal: what
is left in a hand says little. A game without a winner says nothing and is left out. Seats of the same entrant have one rating, which changes by the mean of theirs.

OpenSkill looks at one game after the other, as if players learnt, and the last games count most. Bots do not learn, and
which deal is played last means nothing. So strengths are taken for constant (tau 0), and the games are rated again and
again, each time from the beginning and in another order; a rating is the mean. Like this it agrees with the shares.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random

from huefall.arena.games import GameResult

#: What to install where there are no ratings.
NEEDED = "ratings need the library openskill: pip install 'huefall[arena]'"

#: Orders in which games are rated, as long as that takes no more than so many steps in all; many games matter less one by one.
ORDERS, MAX_STEPS = 40, 10_000

#: Doubts within which a strength lies nearly always.
DOUBTS = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength as far as it is known: 25 and 8.33 before the first game."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Return what the strength is at least, almost certainly."""
        return self.mu - 3 * self.sigma

    @property
    def interval(self) -> tuple[float, float]:
        """Return between what the strength lies, about as certain as a 95 % interval."""
        return self.mu - DOUBTS * self.sigma, self.mu + DOUBTS * self.sigma

    def __str__(self) -> str:
        """Write it no more exactly than it is known.

        >>> str(Rating(27.31, 2.44)), str(Rating(27.31, 0.31))
        ('27 ± 5', '27.3 ± 0.6')
        """
        doubt = DOUBTS * self.sigma
        digits = 0 if doubt >= 1 else 1
        return f"{self.mu:.{digits}f} ± {doubt:.{digits}f}"


def can_rate() -> bool:
    """Tell whether the library is there; it is an extra."""
    return find_spec("openskill") is not None


def rate(entrants: int, games: Iterable[GameResult]) -> list[Rating]:
    """Rate entrants by their games, whose order makes hardly a difference."""
    telling = [game for game in games if len(set(game.seating)) > 1 and game.winners]
    chance = Random("the order in which games are rated")
    rated = []
    for _ in range(max(1, min(ORDERS, MAX_STEPS // max(1, len(telling))))):
        chance.shuffle(telling)
        rated.append(_rate_in_order(entrants, telling))
    return [
        Rating(statistics.fmean(rating.mu for rating in each), statistics.fmean(rating.sigma for rating in each))
        for each in zip(*rated, strict=True)
    ]


def _rate_in_order(entrants: int, games: Sequence[GameResult]) -> list[Rating]:
    from openskill.models import PlackettLuce  # noqa: PLC0415  # an extra, and slow to import

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
