"""The chance to win a match: an estimate from scores alone, assuming equally strong players.

With ``winner`` scoring a match is a race to the target. If two players need a and b more rounds, the first wins about as
often as a normal variable with mean b - a and variance a + b is positive; with more players, chances are proportional to
the product of beating each of the others. With ``tally`` scoring the lowest score wins once a player reaches the target,
and the spread comes from the rounds still to be played.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from huefall.editions import Rules

Numbers = npt.NDArray[np.float64]

#: The mean points in a losing hand: what the winner gains per opponent, or the loser pays.
POINTS_PER_HAND = 32.0

#: Rounds added to those still needed, so that no match counts as decided before it is.
_EXTRA_ROUNDS = 0.5


def match_chances(rules: Rules, scores: npt.NDArray[Any], round_chance: Numbers) -> Numbers:
    """Return each seat's chance to win the match, per row.

    ``scores``: (rows, seats), after a round. ``round_chance``: (rows, seats), the result of the round itself, which alone
    counts if a single round is played.
    """
    if rules.target == 0:
        return round_chance
    points = scores.astype(np.float64)
    players = points.shape[1]
    decided = points.max(axis=1) >= rules.target
    if rules.scoring == "tally":
        left = np.maximum(rules.target - points.max(axis=1), 0) / POINTS_PER_HAND
        spread = POINTS_PER_HAND * np.sqrt(2 * (left + _EXTRA_ROUNDS))[:, None, None]
        lead = (points[:, None, :] - points[:, :, None]) / spread
        won = points == points.min(axis=1, keepdims=True)
    else:
        needed = np.maximum(rules.target - points, 0) / (POINTS_PER_HAND * (players - 1)) + _EXTRA_ROUNDS
        lead = (needed[:, None, :] - needed[:, :, None]) / np.sqrt(needed[:, None, :] + needed[:, :, None])
        won = points >= rules.target
    beats = _normal(lead)
    beats[:, np.arange(players), np.arange(players)] = 1.0
    strength = beats.prod(axis=2)
    chances: Numbers = strength / strength.sum(axis=1, keepdims=True)
    shared = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return np.where(decided[:, None], shared, chances)


def _normal(deviation: Numbers) -> Numbers:
    """The normal distribution function, to three digits, which is more than the model deserves."""
    deviation = np.clip(deviation, -6.0, 6.0)
    found: Numbers = 1.0 / (1.0 + np.exp(-1.5976 * deviation - 0.07056 * deviation**3))
    return found
