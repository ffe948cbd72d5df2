"""What a store says about itself while it cannot write."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from huefall.server.store import StoreAway, StoreFailed, StoreFull
from huefall.server.store.health import LOG_SECONDS, RETRY_SECONDS, StoreHealth


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_full_disk_is_logged_once_a_minute_and_its_end_once() -> None:
    clock = Clock()
    health = StoreHealth(clock)
    with capture_logs() as lines:
        for _ in range(50):
            health.note_full("no room")
            clock.now += LOG_SECONDS / 10
        health.note_room()
        health.note_room()
    events = [line["event_id"] for line in lines]
    assert events == ["store_full"] * 5 + ["store_resumed"]


def test_the_pauses_between_tries_grow_up_to_a_limit() -> None:
    health = StoreHealth()
    pauses = []
    for _ in range(len(RETRY_SECONDS) + 2):
        health.note_full("no room")
        pauses.append(health.retry_after)
    assert pauses == [*RETRY_SECONDS, RETRY_SECONDS[-1], RETRY_SECONDS[-1]]
    health.note_room()
    health.note_full("no room")
    assert health.retry_after == RETRY_SECONDS[0]


def test_listeners_hear_of_every_change_once() -> None:
    health = StoreHealth()
    heard: list[tuple[bool, bool]] = []
    health.on_change(lambda: heard.append((health.is_full, health.failed is not None)))
    for _ in range(2):
        health.note_full("no room")
    health.note_room()
    for _ in range(2):
        health.note_failure("the disk failed")
    assert heard == [(True, False), (False, False), (False, True)]


def test_a_check_says_what_is_wrong() -> None:
    health = StoreHealth()
    health.check()
    health.note_full("no room")
    with pytest.raises(StoreFull) as full:
        health.check()
    assert full.value.retry_after == RETRY_SECONDS[0]
    health.note_failure("the disk failed")
    with pytest.raises(StoreFailed, match="the disk failed"):
        health.check()


def test_a_database_that_is_away_is_logged_once_and_its_return_once() -> None:
    health = StoreHealth()
    heard: list[bool] = []
    health.on_change(lambda: heard.append(health.is_away))
    pauses = []
    with capture_logs() as lines:
        for _ in range(2):
            for _ in range(len(RETRY_SECONDS) + 1):
                health.note_away("connection refused")
                pauses.append(health.retry_after)
            with pytest.raises(StoreAway) as away:
                health.check()
            assert away.value.retry_after == RETRY_SECONDS[-1]
            health.note_back()
            health.note_back()
            health.check()
    assert [line["event_id"] for line in lines] == ["store_away", "store_back"] * 2
    assert heard == [True, False] * 2
    assert pauses == [*RETRY_SECONDS, RETRY_SECONDS[-1]] * 2
