"""When a search stops, and how limits are read and written."""

from __future__ import annotations

from itertools import count

import pytest

from huefall.bots.search.limit import FIRST_BATCH, MAX_MILLISECONDS, MAX_POSITIONS, Limit


class ManualClock:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("text", ["1", "1000", "1ms", "200ms", str(MAX_POSITIONS), f"{MAX_MILLISECONDS}ms"])
def test_a_limit_is_read_and_written(text: str) -> None:
    assert str(Limit.parse(text)) == text


@pytest.mark.parametrize("text", ["", "0", "0ms", "-5", "1.5", "2s", "1e3", str(MAX_POSITIONS + 1), "60001ms", " 5"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected positions .* or a time"):
        Limit.parse(text)


def test_a_limit_limits_something() -> None:
    with pytest.raises(ValueError, match="needs positions, seconds or both"):
        Limit()


@pytest.mark.parametrize("positions", [1, 15, 16, 17, 160, 1000, 20_001])
def test_exactly_the_positions_asked_for_are_tried(positions: int) -> None:
    assert sum(Limit(positions=positions).batches()) == positions


def test_batches_grow() -> None:
    found = list(Limit(positions=10_000).batches())
    assert found[0] == FIRST_BATCH
    assert found[:-1] == sorted(found[:-1])
    assert len(found) < 40


def test_the_time_is_used_up_and_not_exceeded() -> None:
    clock = ManualClock()
    for batch in Limit(seconds=0.05).batches(clock):
        clock.now += batch * 20e-6
    assert 0.049 < clock.now <= 0.0501


def test_the_time_counts_from_the_call_and_the_first_batch_is_always_tried() -> None:
    clock = ManualClock()
    batches = Limit(positions=1000, seconds=0.01).batches(clock)
    clock.now = 5.0
    assert list(batches) == [FIRST_BATCH]


def test_the_positions_end_a_search_that_has_time_left() -> None:
    clock = ManualClock()
    batches = Limit(positions=100, seconds=60.0).batches(clock)
    clock.now = 1e-6
    assert sum(batches) == 100


def test_a_cancelled_search_stops() -> None:
    clock, asked = ManualClock(), count()
    batches = Limit(positions=10_000, seconds=60.0).batches(clock, is_cancelled=lambda: next(asked) >= 3)
    clock.now = 1e-6
    assert len(list(batches)) == 4
