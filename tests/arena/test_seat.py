"""Times are counted so that they can be added, and percentiles come out within a step."""

from __future__ import annotations

from collections import Counter

import pytest

from huefall.arena.seat import percentile, time_step


def test_percentiles_are_exact_to_a_step_of_five_per_cent() -> None:
    times = Counter(time_step(milliseconds / 1000) for milliseconds in range(1, 101))
    assert percentile(times, 0.5) == pytest.approx(0.050, rel=0.03)
    assert percentile(times, 0.99) == pytest.approx(0.099, rel=0.03)
    assert percentile(times + times, 0.5) == percentile(times, 0.5)


def test_no_times_have_no_percentile_and_the_shortest_one_counts() -> None:
    assert percentile(Counter(), 0.5) is None
    assert percentile(Counter([time_step(0.0)]), 0.99) == pytest.approx(1e-6)
