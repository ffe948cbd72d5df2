"""The chance to win a match from its scores."""

from __future__ import annotations

import numpy as np
import pytest

from huefall.bots.search.equity import match_chances
from huefall.editions import Rules, load_edition

CLASSIC = load_edition("classic")
OFFICIAL = Rules.of(CLASSIC, {})
TALLY = Rules.of(CLASSIC, {"scoring": "tally"})


def chances(rules: Rules, *scores: int) -> list[float]:
    """Return the chances for one row of scores; who won the round does not matter there."""
    row = np.array([scores])
    return list(match_chances(rules, row, np.full(row.shape, 1 / len(scores)))[0])


def test_a_single_round_is_what_it_gave_SCORE_03() -> None:  # noqa: N802
    rules = Rules.of(CLASSIC, {"target": 0})
    given = np.array([[0.0, 1.0], [0.5, 0.5]])
    assert (match_chances(rules, np.array([[0, 40], [0, 0]]), given) == given).all()


@pytest.mark.parametrize("rules", [OFFICIAL, TALLY])
@pytest.mark.parametrize("players", [2, 3, 10])
def test_equal_scores_are_equal_chances(rules: Rules, players: int) -> None:
    assert chances(rules, *[120] * players) == pytest.approx([1 / players] * players)


def test_who_is_ahead_is_likelier_to_win_the_race_SCORE_01() -> None:  # noqa: N802
    far, near = chances(OFFICIAL, 100, 0)[0], chances(OFFICIAL, 450, 350)[0]
    assert 0.5 < far < near < 1.0
    assert sum(chances(OFFICIAL, 480, 20, 300)) == pytest.approx(1.0)


def test_a_match_that_is_won_is_won_SCORE_01() -> None:  # noqa: N802
    assert chances(OFFICIAL, 500, 499) == [1.0, 0.0]


def test_fewer_points_are_better_in_a_tally_and_equal_lowest_share_it_SCORE_02() -> None:  # noqa: N802
    assert chances(TALLY, 100, 200)[0] > 0.5
    assert chances(TALLY, 510, 40, 40) == [0.0, 0.5, 0.5]


def test_the_race_is_about_what_playing_it_gives() -> None:
    """Two equal players, one needs three won rounds and the other five: 99 of 128 by the problem of points."""
    points = 32
    rules = Rules.of(CLASSIC, {"target": 5 * points})
    assert chances(rules, 2 * points, 0)[0] == pytest.approx(99 / 128, abs=0.03)
