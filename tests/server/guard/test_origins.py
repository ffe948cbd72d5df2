from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from huefall.server.guard.address import Client
from huefall.server.guard.origins import MAX_LOGGED, Origins, read_origin, read_url


def allowed(origin: str | None, host: str, *, secure: bool = False, origins: Origins | None = None) -> bool:
    headers = [] if origin is None else [(b"origin", origin.encode("latin-1"))]
    refusal = (origins or Origins()).reject({"headers": headers}, Client("1.2.3.4", host, secure))
    assert refusal is None or (refusal.status, refusal.reason) == (403, "forbidden")
    return refusal is None


def test_a_program_without_origin_is_let_in() -> None:
    assert allowed(None, "cards.example.org")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://cards.example.org", "cards.example.org:80"),
        ("https://cards.example.org", "cards.example.org"),  # behind a proxy that is not in the settings
        ("https://cards.example.org", "cards.example.org:443"),
        ("https://CARDS.example.org", "cards.example.org"),
    ],
)
def test_pages_of_the_same_host_are_let_in(origin: str, host: str) -> None:
    assert allowed(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:8001",
        "http://127.0.0.1",
        "http://localhost:8000",
        "http://127.0.0.1:8000.evil.example",
        "http://127.0.0.1:8000@evil.example",
        "http://evil.example/http://127.0.0.1:8000",
        "http://127.0.0.1:8000#x",
        "http://127.0.0.1:99999999",
        "ftp://127.0.0.1:8000",
        "file://",
        "null",
        "",
        "*",
        "http://[::1",
        "http://é.example",
    ],
)
def test_pages_of_other_hosts_are_rejected(origin: str) -> None:
    assert not allowed(origin, "127.0.0.1:8000")
    assert not allowed(origin, "")


def test_a_request_without_host_has_no_page_of_its_own() -> None:
    assert not allowed("http://127.0.0.1:8000", "")


def test_of_two_origins_both_must_be_allowed() -> None:
    headers = [(b"origin", b"http://h"), (b"origin", b"http://evil.example")]
    assert Origins().reject({"headers": headers}, Client("1.2.3.4", "h", secure=False)) is not None


def test_a_page_by_http_cannot_use_what_came_by_https() -> None:
    assert allowed("https://cards.example.org", "cards.example.org", secure=True)
    assert not allowed("http://cards.example.org", "cards.example.org", secure=True)


def test_configured_origins_and_the_public_address_are_let_in() -> None:
    origins = Origins(["https://friends.example"], "https://cards.example.org/uno")
    assert allowed("https://friends.example", "inside:8000", origins=origins)
    assert allowed("https://cards.example.org", "inside:8000", origins=origins)
    assert allowed("http://inside:8000", "inside:8000", origins=origins)
    assert not allowed("http://friends.example", "inside:8000", origins=origins)
    assert not allowed("https://evil.example", "inside:8000", origins=origins)


def test_a_star_lets_everybody_in() -> None:
    assert allowed("https://evil.example", "h", origins=Origins(["*"])) and allowed("null", "h", origins=Origins(["*"]))


def test_a_refusal_says_what_to_do_and_does_not_repeat_at_length() -> None:
    headers = [(b"origin", b"http://" + b"x" * 5000)]
    refusal = Origins().reject({"headers": headers}, Client("1.2.3.4", "h", secure=False))
    assert refusal is not None and "setting origins" in refusal.text and len(refusal.text) < 500


def test_addresses_of_sites_are_spelt_one_way() -> None:
    assert read_origin("http://A.example:80/") == "http://a.example"
    assert read_origin("http://[::1]:8000") == "http://[::1]:8000"
    assert read_url("HTTPS://a.example:443/") == "https://a.example" and read_url("") == ""
    for text in ("https://a.example/x", "https://a.example/?x", "*", "a.example"):
        with pytest.raises(ValueError, match=r"."):
            read_url(text)
    for text in ("", "a.example", "https://", "https://a b", "https://a/x"):
        with pytest.raises(ValueError, match=r"."):
            read_origin(text)


def test_a_refused_page_is_logged_once_with_what_to_set() -> None:
    origins = Origins()
    with capture_logs() as logs:
        for _ in range(3):
            assert not allowed("https://cards.example.org", "127.0.0.1:8000", origins=origins)
    (line,) = logs
    assert (line["event_id"], line["log_level"], line["origin"]) == (
        "origin_refused",
        "warning",
        "https://cards.example.org",
    )
    assert "set public_url" in line["event"]


def test_a_stranger_cannot_fill_the_log() -> None:
    origins = Origins()
    with capture_logs() as logs:
        for number in range(100):
            assert not allowed(f"https://site-{number}.example", "h", origins=origins)
    assert len(logs) == MAX_LOGGED
