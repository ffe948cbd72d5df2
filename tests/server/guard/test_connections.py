from __future__ import annotations

from random import Random

from huefall.server.guard.connections import Connections, Place
from huefall.server.guard.rejection import Rejection


def opened(found: Place | Rejection) -> Place:
    assert isinstance(found, Place), found
    return found


def refused(found: Place | Rejection | None, status: int, reason: str) -> None:
    assert isinstance(found, Rejection) and (found.status, found.reason) == (status, reason) and found.retry_after


def test_connections_are_counted_until_they_are_released() -> None:
    counts = Connections(10, 10, 10)
    one, two = opened(counts.admit("a")), opened(counts.admit("a"))
    assert one.belong_to("g1") is None
    assert (len(counts), counts.of_address("a"), counts.of_guest("g1")) == (2, 2, 1)
    one.release()
    two.release()
    assert (len(counts), counts.of_address("a"), counts.of_guest("g1")) == (0, 0, 0)


def test_a_second_release_does_nothing() -> None:
    counts = Connections(10, 10, 10)
    one, two = opened(counts.admit("a")), opened(counts.admit("a"))
    one.belong_to("g1")
    two.belong_to("g1")
    for _ in range(3):
        one.release()
    assert (len(counts), counts.of_address("a"), counts.of_guest("g1")) == (1, 1, 1)
    assert one.belong_to("g1") is None and counts.of_guest("g1") == 1


def test_a_full_server_turns_everybody_away_until_somebody_leaves() -> None:
    counts = Connections(2, 10, 10)
    one = opened(counts.admit("a"))
    opened(counts.admit("b"))
    refused(counts.admit("c"), 503, "server_full")
    one.release()
    opened(counts.admit("c"))


def test_an_address_has_its_share() -> None:
    counts = Connections(10, 2, 10)
    one = opened(counts.admit("a"))
    opened(counts.admit("a"))
    refused(counts.admit("a"), 429, "too_many_connections")
    opened(counts.admit("b"))
    one.release()
    opened(counts.admit("a"))


def test_a_guest_has_its_share_whatever_the_address() -> None:
    counts = Connections(10, 10, 2)
    connections = [opened(counts.admit(address)) for address in "abc"]
    assert connections[0].belong_to("g1") is None and connections[1].belong_to("g1") is None
    refused(connections[2].belong_to("g1"), 429, "too_many_connections")
    assert connections[2].guest == "" and len(counts) == 3
    assert connections[0].belong_to("g1") is None  # it is one of them already
    assert connections[0].belong_to("g2") is None and counts.of_guest("g1") == 1
    assert connections[2].belong_to("g1") is None


def test_zero_is_no_limit_per_address_and_guest() -> None:
    counts = Connections(1000, 0, 0)
    assert all(opened(counts.admit("a")).belong_to("g") is None for _ in range(500))


def test_nothing_is_left_when_everybody_has_gone() -> None:
    seed = 20250117
    print("seed", seed)
    chance, counts = Random(seed), Connections(50, 5, 3)
    here: list[Place] = []
    for _ in range(5000):
        if chance.random() < 0.5:
            found = counts.admit(f"address {chance.randrange(30)}")
            if isinstance(found, Place):
                found.belong_to(f"guest {chance.randrange(30)}")
                here.append(found)
        elif here:
            here.pop(chance.randrange(len(here))).release()
        assert len(counts) == len(here) <= 50
    for connection in here:
        connection.release()
    assert len(counts) == 0 and not counts._of_address and not counts._of_guest
