"""The browser of the tests. Each file has one of its own: while it runs, the thread's event loop is Playwright's, and files
of other tests need theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.machine import NO_BROWSER, find_chromium, started

from huefall.server.http.pages import PAGES


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if find_chromium() is None:
        pytest.skip(NO_BROWSER)
    if not (PAGES / "index.html").is_file():
        pytest.fail("the page has not been built: run `make page` first")
    with started() as browser:
        yield browser
