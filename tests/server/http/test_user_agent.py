"""What a User-Agent header says about a device."""

from __future__ import annotations

import pytest

from huefall.server.http.user_agent import read_user_agent

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0.0.0 Safari/537.36", ("computer", "chrome")),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0", ("computer", "edge")),
        (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} Chrome/140.0 Safari/537.36 OPR/125.0", ("computer", "opera")),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ("computer", "firefox")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", ("computer", "safari")),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/140.0 Safari/537.36", ("computer", "chrome")),
        (f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/140.0 Mobile Safari/537.36", ("phone", "chrome")),
        (f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/140.0 Safari/537.36", ("tablet", "chrome")),
        (
            f"Mozilla/5.0 (Linux; Android 15) {WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
            ("phone", "samsung"),
        ),
        ("Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0", ("tablet", "firefox")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1", ("phone", "safari")),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari",
            ("phone", "chrome"),
        ),
        ("Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) FxiOS/140.0 Mobile/15E148 Safari/605", ("tablet", "firefox")),
        ("curl/8.0", ("unknown", "unknown")),
        ("", ("unknown", "unknown")),
        ("<script>alert(1)</script>", ("unknown", "unknown")),
    ],
)
def test_the_kind_and_the_browser_of_a_device_are_recognised(text: str, expected: tuple[str, str]) -> None:
    assert read_user_agent(text) == expected
