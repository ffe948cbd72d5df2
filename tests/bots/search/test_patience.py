"""How long a search goes on."""

from __future__ import annotations

from itertools import count

import pytest

from huefall.bots.search.patience import FIRST, Patience, so_long, so_many


def asked_until_it_ends(ends: Patience) -> list[int]:
    """Return what was imagined each time it was asked."""
    found: list[int] = []
    while (more := ends(sum(found))) > 0:
        found.append(more)
    return found


@pytest.mark.parametrize("positions", [1, 15, 16, 17, 160, 1000, 20_001])
def test_as_many_positions_as_asked_for_are_imagined(positions: int) -> None:
    assert sum(asked_until_it_ends(so_many(positions))) == positions


def test_looks_come_further_and_further_apart() -> None:
    found = asked_until_it_ends(so_many(10_000))
    assert found[0] == FIRST
    assert found[:-1] == sorted(found[:-1])
    assert len(found) < 40


class StoppedClock:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_is_used_up_and_not_overrun() -> None:
    clock = StoppedClock()
    ends = so_long(0.05, most=100_000, clock=clock)
    tried = 0
    while (more := ends(tried)) > 0:
        tried += more
        clock.now += more * 20e-6
    assert 0.049 < clock.now <= 0.0501


def test_the_first_positions_are_imagined_however_late_it_is() -> None:
    clock = StoppedClock()
    ends = so_long(0.01, most=1000, clock=clock)
    clock.now = 5.0
    assert ends(0) == FIRST
    assert ends(FIRST) == 0


def test_enough_is_enough_however_much_time_is_left() -> None:
    clock = StoppedClock()
    ends = so_long(60.0, most=100, clock=clock)
    clock.now = 1e-6
    assert sum(asked_until_it_ends(ends)) == 100


def test_nobody_thinks_on_for_an_answer_that_nobody_wants() -> None:
    clock, asked = StoppedClock(), count()
    ends = so_long(60.0, most=10_000, clock=clock, is_wanted=lambda: next(asked) < 3)
    clock.now = 1e-6
    assert len(asked_until_it_ends(ends)) == 4
