from __future__ import annotations

import pytest
from starlette.types import Scope
from structlog.testing import capture_logs

from huefall.server.guard.address import UNKNOWN, Client, Proxies, read_network


def scope(peer: str | None, headers: list[tuple[str, str]] | None = None, scheme: str = "http") -> Scope:
    return {
        "type": "http",
        "client": (peer, 5000) if peer is not None else None,
        "scheme": scheme,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers or []],
    }


def address(trusted: list[str], peer: str | None, *forwarded: str) -> str:
    return Proxies(trusted).client(scope(peer, [("x-forwarded-for", value) for value in forwarded])).address


def test_without_proxies_the_peer_is_the_client_whatever_it_says() -> None:
    assert address([], "203.0.113.7") == "203.0.113.7"
    assert address([], "203.0.113.7", "10.0.0.1") == "203.0.113.7"
    assert address(["10.0.0.0/8"], "203.0.113.7", "198.51.100.1") == "203.0.113.7"


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        (["198.51.100.1"], "198.51.100.1"),
        (["192.0.2.66, 198.51.100.1"], "198.51.100.1"),  # the left one is made up by the client
        (["192.0.2.66", "198.51.100.1"], "198.51.100.1"),  # the same, in two headers
        (["192.0.2.66, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),  # two proxies of ours
        (["10.3.3.3, 10.2.2.2"], "10.3.3.3"),  # all of them are our proxies
        (["198.51.100.1:4711"], "198.51.100.1"),
        (["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
        (["198.51.100.1, unknown"], "10.0.0.1"),  # addresses left of an invalid one are not trusted
        (["198.51.100.1, unknown, 10.9.9.9"], "10.9.9.9"),
        ([" , ,"], "10.0.0.1"),
        ([], "10.0.0.1"),
    ],
)
def test_behind_trusted_proxies_the_right_most_stranger_counts(forwarded: list[str], expected: str) -> None:
    assert address(["10.0.0.0/8"], "10.0.0.1", *forwarded) == expected


def test_addresses_of_ipv6_count_by_their_network() -> None:
    assert address([], "2001:db8:1:2:aaaa::1") == address([], "2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert address([], "2001:db8:1:3::1") != address([], "2001:db8:1:2::1")
    assert address([], "fe80::1%eth0") == "fe80::/64"


def test_ipv4_within_ipv6_is_the_same_address() -> None:
    assert address([], "::ffff:203.0.113.7") == "203.0.113.7"
    assert address(["10.0.0.0/8"], "::ffff:10.0.0.1", "198.51.100.1") == "198.51.100.1"


def test_a_client_without_an_address_is_unknown() -> None:
    assert address([], None) == address([], "") == address([], "testclient") == UNKNOWN
    assert address(["0.0.0.0/0"], None, "198.51.100.1") == UNKNOWN


def test_scheme_and_host_are_believed_from_a_proxy_alone() -> None:
    headers = [("host", "inside:8000"), ("x-forwarded-proto", "https"), ("x-forwarded-host", "Cards.Example.org")]
    proxies = Proxies(["10.0.0.1"])
    assert proxies.client(scope("10.0.0.1", headers)) == Client("10.0.0.1", "cards.example.org", secure=True)
    assert proxies.client(scope("10.0.0.2", headers)) == Client("10.0.0.2", "inside:8000", secure=False)
    assert proxies.client(scope("10.0.0.2", headers, "wss")).secure
    assert not proxies.client(scope("10.0.0.1", [("x-forwarded-proto", "http")], "https")).secure
    assert proxies.client(scope("10.0.0.1", headers)).url == "https://cards.example.org"


@pytest.mark.parametrize(
    "host", ["", "a b", "a/b", "evil\r\nx", "user@host", "é.example", "a" * 300, "[::1", "x:999999"]
)
def test_a_host_that_makes_no_sense_is_none(host: str) -> None:
    assert Proxies().client(scope("10.0.0.1", [("host", host)])).host == ""


def test_the_answer_is_kept_in_the_scope() -> None:
    asked = scope("10.0.0.1")
    proxies = Proxies()
    assert proxies.client(asked) is proxies.client(asked)


def test_what_is_no_network_cannot_be_trusted() -> None:
    assert read_network("::1") == "::1/128"
    for text in ("localhost", "", "10.0.0.0/33", "*"):
        with pytest.raises(ValueError, match=r"."):
            read_network(text)


def test_a_proxy_that_is_not_trusted_is_logged_once_and_no_visitor_is_named() -> None:
    proxies = Proxies(["10.0.0.1"])
    forwarded = [("x-forwarded-for", "198.51.100.1")]
    with capture_logs() as logs:
        for peer in ("10.0.0.1", "127.0.0.1", "127.0.0.1"):
            proxies.client(scope(peer, forwarded))
        Proxies().client(scope("8.8.8.8", forwarded))
        Proxies().client(scope("127.0.0.1", [("host", "h")]))
    assert [line["event_id"] for line in logs] == ["proxy_not_trusted"] * 2
    assert "trusted_proxies" in logs[0]["event"] and logs[0]["address"] == "127.0.0.1"
    assert "8.8.8.8" not in str(logs[1])
