"""One browser for each process of the tests, and tables for each test."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.chromium import NO_BROWSER, find_chromium, running_chromium
from tests.browser.server_tables import ServerTables
from tests.browser.tables import StoredTable
from tests.server.server_process import ServerProcess

from huefall.server.http.pages import PAGES


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Start the browser; yield it with the event loop on which Playwright talks to it."""
    if find_chromium() is None:
        pytest.skip(NO_BROWSER)
    if not (PAGES / "index.html").is_file():
        pytest.fail("the page has not been built: run `make page` first")
    with running_chromium() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Lend the browser to one test.

    Between two of its calls Playwright's event loop counts as running in this thread, where no other can run then. Tests
    without a browser may need one, so the loop is put aside when no browser test runs.
    """
    browser, loop = chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def shared_tables() -> dict[str, StoredTable]:
    return {}


@pytest.fixture
def tables(
    request: pytest.FixtureRequest, server: ServerProcess, shared_tables: dict[str, StoredTable]
) -> ServerTables:
    """Offer the tables of the file's ``SCENES``, new ones for each test: what it does to them disturbs no other."""
    return ServerTables(server, getattr(request.module, "SCENES", {}), shared_tables)
