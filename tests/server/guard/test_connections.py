from __future__ import annotations

from random import Random

from huefall.server.guard.connections import Admission, Connections
from huefall.server.guard.rejection import Rejection


def admitted(found: Admission | Rejection) -> Admission:
    assert isinstance(found, Admission), found
    return found


def rejected(found: Admission | Rejection | None, status: int, reason: str) -> None:
    assert isinstance(found, Rejection) and (found.status, found.reason) == (status, reason) and found.retry_after


def test_connections_are_counted_until_they_are_released() -> None:
    counts = Connections(10, 10, 10)
    one, two = admitted(counts.admit("a")), admitted(counts.admit("a"))
    assert one.assign_to("g1") is None
    assert (len(counts), counts._per_address["a"], counts._per_guest["g1"]) == (2, 2, 1)
    one.release()
    two.release()
    assert (len(counts), counts._per_address["a"], counts._per_guest["g1"]) == (0, 0, 0)


def test_a_second_release_does_nothing() -> None:
    counts = Connections(10, 10, 10)
    one, two = admitted(counts.admit("a")), admitted(counts.admit("a"))
    one.assign_to("g1")
    two.assign_to("g1")
    for _ in range(3):
        one.release()
    assert (len(counts), counts._per_address["a"], counts._per_guest["g1"]) == (1, 1, 1)
    assert one.assign_to("g1") is None and counts._per_guest["g1"] == 1


def test_a_full_server_rejects_everybody_until_somebody_leaves() -> None:
    counts = Connections(2, 10, 10)
    one = admitted(counts.admit("a"))
    admitted(counts.admit("b"))
    rejected(counts.admit("c"), 503, "server_full")
    one.release()
    admitted(counts.admit("c"))


def test_an_address_has_a_limit() -> None:
    counts = Connections(10, 2, 10)
    one = admitted(counts.admit("a"))
    admitted(counts.admit("a"))
    rejected(counts.admit("a"), 429, "too_many_connections")
    admitted(counts.admit("b"))
    one.release()
    admitted(counts.admit("a"))


def test_a_guest_has_a_limit_across_addresses() -> None:
    counts = Connections(10, 10, 2)
    connections = [admitted(counts.admit(address)) for address in "abc"]
    assert connections[0].assign_to("g1") is None and connections[1].assign_to("g1") is None
    rejected(connections[2].assign_to("g1"), 429, "too_many_connections")
    assert connections[2].guest == "" and len(counts) == 3
    assert connections[0].assign_to("g1") is None  # it is one of them already
    assert connections[0].assign_to("g2") is None and counts._per_guest["g1"] == 1
    assert connections[2].assign_to("g1") is None


def test_zero_is_no_limit_per_address_and_guest() -> None:
    counts = Connections(1000, 0, 0)
    assert all(admitted(counts.admit("a")).assign_to("g") is None for _ in range(500))


def test_no_counter_is_left_when_everybody_has_gone() -> None:
    seed = 20250117
    print("seed", seed)
    chance, counts = Random(seed), Connections(50, 5, 3)
    here: list[Admission] = []
    for _ in range(5000):
        if chance.random() < 0.5:
            found = counts.admit(f"address {chance.randrange(30)}")
            if isinstance(found, Admission):
                found.assign_to(f"guest {chance.randrange(30)}")
                here.append(found)
        elif here:
            here.pop(chance.randrange(len(here))).release()
        assert len(counts) == len(here) <= 50
    for connection in here:
        connection.release()
    assert len(counts) == 0 and not counts._per_address and not counts._per_guest
