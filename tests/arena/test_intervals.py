"""Intervals: numbers computed by hand, and how often the truth lies within."""

from __future__ import annotations

import math
from random import Random

import pytest

from huefall.arena.intervals import MAX_GAIN, share_interval, student95
from huefall.intervals import Z95, wilson_bounds
from huefall.sim.tally import wilson


def test_wilson_by_hand_and_as_the_simulator_has_it() -> None:
    # z = 1.96: middle (0.3 + 3.8416/40) / (1 + 3.8416/20), reach 1.96 * sqrt(0.21/20 + 3.8416/1600) / the same
    low, high = wilson_bounds(0.3, 20, 1.96)
    assert (round(low, 4), round(high, 4)) == (0.1455, 0.519)
    assert wilson_bounds(0.3, 20) == pytest.approx(wilson(6, 20))


#: As every book of statistics has them.
QUANTILES = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228}
MORE_QUANTILES = {11: 2.201, 12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 100: 1.984, 120: 1.980}


@pytest.mark.parametrize(("freedom", "quantile"), [*QUANTILES.items(), *MORE_QUANTILES.items()])
def test_student_as_the_tables_have_it(freedom: int, quantile: float) -> None:
    assert student95(freedom) == pytest.approx(quantile, abs=0.0006)


def test_every_further_deal_makes_the_quantile_smaller() -> None:
    quantiles = [student95(freedom) for freedom in range(1, 60)]
    assert quantiles == sorted(quantiles, reverse=True) and quantiles[-1] > Z95


def test_the_worth_of_shared_deals_by_hand() -> None:
    """Shares 1, 1/2, 1/2, 0, 1 of five deals of two games: mean 0.6, squares 0.16 + 0.01 + 0.01 + 0.36 + 0.16 = 0.70.

    The variance of the mean is 0.70 / 4 / 5 = 0.035; 0.24 / 0.035 = 6.857 independent games are as sure.
    """
    found = share_interval([(2, 2), (1, 2), (1, 2), (0, 2), (2, 2)], games=10)
    assert found.share == pytest.approx(0.6)
    assert (found.low, found.high) == pytest.approx(wilson_bounds(0.6, 0.24 / 0.035, student95(4)))


def test_deals_that_even_out_are_worth_more_than_their_games_and_never_too_much() -> None:
    even = share_interval([(1, 2)] * 99 + [(2, 2)], games=200)
    plain = wilson(101, 200)
    assert even.high - even.low < plain[1] - plain[0]
    exact = share_interval([(1, 2)] * 100, games=200)
    assert (exact.low, exact.high) == pytest.approx(wilson_bounds(0.5, MAX_GAIN * 200, student95(99)))


def test_deals_that_the_cards_decide_are_worth_less_than_their_games() -> None:
    found = share_interval([(2, 2), (0, 2)] * 50, games=200)
    plain = wilson(100, 200)
    assert found.high - found.low > 1.3 * (plain[1] - plain[0])


def test_a_share_of_nothing_or_of_one_deal_or_all_of_them_is_not_sure() -> None:
    assert share_interval([], 0).high == 1.0
    assert share_interval([(0.0, 0.0)], 0).high == 1.0
    assert share_interval([(1, 2)], 2).high - share_interval([(1, 2)], 2).low > 0.7
    all_won = share_interval([(2, 2)] * 10, games=20)
    assert all_won.share == all_won.high == 1.0 and all_won.low < 0.75


@pytest.mark.parametrize("spread", [0.0, 0.25, 0.45])
def test_the_truth_lies_within_in_about_95_of_100_runs(spread: float) -> None:
    """Deals of two games that depend on each other, of the same kind or evened out, with a share of 0.6."""
    rng = Random(12)
    for opposed in (False, True):
        within = 0
        for _ in range(400):
            deals = []
            for _ in range(60):
                luck = rng.uniform(-spread, spread) * 0.8
                chances = (0.6 + luck, 0.6 - luck if opposed else 0.6 + luck)
                deals.append((sum(rng.random() < chance for chance in chances), 2.0))
            found = share_interval(deals, games=120)
            within += found.low <= 0.6 <= found.high
        # Two standard deviations of 400 runs are 2.2 %.
        assert 0.92 < within / 400 < 0.985, f"seed 12, spread {spread}, opposed {opposed}: {within}"


def test_wholes_that_differ_are_weighed() -> None:
    found = share_interval([(1, 1), (0, 3)], games=4)
    assert found.share == pytest.approx(0.25)
    assert math.isclose(Z95, 1.96, abs_tol=1e-3)
