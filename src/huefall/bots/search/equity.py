"""The chance to win a match from its scores, as far as it can be told without playing it: everybody is taken to be equally good.

With ``winner`` scoring a match is a race: each needs so many won rounds. Of two who need a and b rounds the first gets there sooner about
as often as a normal variable of that difference and spread is positive; of more, chances are put in proportion to beating each of the others.
With ``tally`` it is the least points that win once somebody reaches the target, and the spread is that of the rounds still to come.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from huefall.editions import Rules

Numbers = npt.NDArray[np.float64]

#: What a won round brings, per other hand; and what a hand that has lost costs its owner.
POINTS_PER_HAND = 32.0

#: Rounds that are always still to come: a match is never as good as decided while it lasts.
_MIN_LEFT = 0.5


def match_chances(rules: Rules, scores: npt.NDArray[Any], round_chance: Numbers) -> Numbers:
    """Return, per row, each seat's chance to win the match. ``scores``: (rows, seats) after a round; ``round_chance``: (rows, seats)
    what the round itself gave, which is all that counts when a single round is played.
    """
    if rules.target == 0:
        return round_chance
    points = scores.astype(np.float64)
    players = points.shape[1]
    decided = points.max(axis=1) >= rules.target
    if rules.scoring == "tally":
        left = np.maximum(rules.target - points.max(axis=1), 0) / POINTS_PER_HAND
        spread = POINTS_PER_HAND * np.sqrt(2 * (left + _MIN_LEFT))[:, None, None]
        lead = (points[:, None, :] - points[:, :, None]) / spread
        won = points == points.min(axis=1, keepdims=True)
    else:
        needed = np.maximum(rules.target - points, 0) / (POINTS_PER_HAND * (players - 1)) + _MIN_LEFT
        lead = (needed[:, None, :] - needed[:, :, None]) / np.sqrt(needed[:, None, :] + needed[:, :, None])
        won = points >= rules.target
    beats = _normal(lead)
    beats[:, np.arange(players), np.arange(players)] = 1.0
    strength = beats.prod(axis=2)
    chances: Numbers = strength / strength.sum(axis=1, keepdims=True)
    shared = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return np.where(decided[:, None], shared, chances)


def _normal(deviation: Numbers) -> Numbers:
    """Return the normal distribution's share below a deviation, to three digits, which is more than the model is worth."""
    deviation = np.clip(deviation, -6.0, 6.0)
    found: Numbers = 1.0 / (1.0 + np.exp(-1.5976 * deviation - 0.07056 * deviation**3))
    return found
