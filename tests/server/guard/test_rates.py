from __future__ import annotations

from random import Random

from huefall.server.guard import rates
from huefall.server.guard.rates import KeyedRate, Rate


class Clock:
    """A clock that the test sets; it begins where floats are coarse."""

    def __init__(self) -> None:
        self.now = 1_000_000.3

    def __call__(self) -> float:
        return self.now


def count(rate: Rate, now: float, tries: int = 1000) -> int:
    return sum(rate.hit(now) for _ in range(tries))


def test_a_burst_passes_and_then_the_steady_rate() -> None:
    rate, now = Rate(20), 1_000_000.3
    assert count(rate, now) == 60
    for second in range(1, 20):
        assert count(rate, now + second) == 20
    assert count(rate, now + 100) == 60


def test_hits_at_the_steady_rate_are_never_refused() -> None:
    rate = Rate(20)
    assert all(rate.hit(1_000_000.3 + number / 20) for number in range(10_000))


def test_in_any_window_no_more_passes_than_rate_and_burst() -> None:
    seed = 20250117
    print("seed", seed)
    chance, rate, now = Random(seed), Rate(5, 8), 50.0
    passed = []
    for _ in range(5000):
        now += chance.expovariate(20)
        if rate.hit(now):
            passed.append(now)
    assert len(passed) > 500
    for first, begin in enumerate(passed):
        for last in range(first, min(first + 60, len(passed))):
            assert last - first + 1 <= 8.001 + 5 * (passed[last] - begin)


def test_a_rate_of_zero_lets_everything_through() -> None:
    assert count(Rate(0), 5.0) == 1000
    keyed = KeyedRate(0)
    assert not any(keyed.hit("a") for _ in range(1000)) and len(keyed._due) == 0
    assert not any(KeyedRate.hourly(0).hit("a") for _ in range(1000))


def test_slow_rates_let_at_least_one_through() -> None:
    rate = Rate(0.1)
    assert count(rate, 5.0) == 1 and not rate.hit(9.0) and rate.hit(15.0)


def test_addresses_do_not_pay_for_one_another() -> None:
    keyed = KeyedRate(20, clock=Clock())
    assert sum(not keyed.hit("a") for _ in range(100)) == 60
    assert keyed.hit("a") and not keyed.hit("b")


def test_a_rate_per_hour_lets_that_many_pass_and_returns_the_time_to_wait() -> None:
    clock = Clock()
    keyed = KeyedRate.hourly(20, clock=clock)
    assert sum(not keyed.hit("a") for _ in range(100)) == 20
    wait = keyed.hit("a")
    assert 180 <= wait <= 181
    clock.now += 90
    assert keyed.hit("a")
    clock.now += wait - 90
    assert not keyed.hit("a") and keyed.hit("a")
    clock.now += 3600
    assert sum(not keyed.hit("a") for _ in range(100)) == 20


def test_waiting_as_long_as_told_is_enough() -> None:
    clock = Clock()
    keyed = KeyedRate(0.7, 3, clock=clock)
    for _ in range(50):
        while not (wait := keyed.hit("a")):
            pass
        clock.now += wait
        assert not keyed.hit("a")


def test_addresses_that_owe_nothing_are_forgotten() -> None:
    clock = Clock()
    keyed = KeyedRate(20, clock=clock)
    most = 0
    for number in range(50_000):
        clock.now += 0.001
        keyed.hit(f"address {number}")
        most = max(most, len(keyed._due))
    assert most <= rates.MIN_KEYS


def test_an_address_that_owes_is_remembered_while_others_are_forgotten() -> None:
    clock = Clock()
    keyed = KeyedRate.hourly(2, clock=clock)
    assert not keyed.hit("a") and not keyed.hit("a") and keyed.hit("a")
    for number in range(5000):
        keyed.hit(f"address {number}")
    assert keyed.hit("a")


def test_a_flood_of_addresses_has_a_bound() -> None:
    clock = Clock()
    keyed = KeyedRate.hourly(20, clock=clock)
    for _ in range(20):
        keyed.hit("a")
    for number in range(rates.MAX_KEYS + 10):
        keyed.hit(f"address {number}")
    assert len(keyed._due) <= rates.MAX_KEYS
    assert keyed.hit("a")  # who owes most is remembered
