"""Counts and intervals, against numbers worked out by hand."""

from __future__ import annotations

import pytest

from huefall.sim.tally import Tally, wilson


def test_rounds_are_counted() -> None:
    tally = Tally.of(3, [0, 2, 2, -1], [10, 20, 30, 5000])
    assert tally == Tally(wins=(1, 0, 2), void=1, moves=5060, min_moves=10, max_moves=5000)
    assert tally.rounds == 4
    assert tally.mean_moves == 1265.0


def test_counts_add_up_in_any_order() -> None:
    parts = [Tally.of(2, [0], [40]), Tally.of(2, [1, 1], [20, 70]), Tally((0, 0))]
    forwards = sum(parts, Tally((0, 0)))
    assert forwards == sum(reversed(parts), Tally((0, 0))) == Tally.of(2, [0, 1, 1], [40, 20, 70])


def test_an_empty_tally_has_no_extremes() -> None:
    tally = Tally((0, 0))
    assert (tally.rounds, tally.mean_moves, tally.min_moves, tally.max_moves) == (0, 0.0, None, None)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # From the formula on paper: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n) with z² = 3.841459.
        (5, 10, 0.236593, 0.763407),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (250, 1000, 0.224163, 0.277753),
    ],
)
def test_wilson_intervals(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-5)


def test_without_trials_any_share_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
