"""Every screen in Traditional Chinese: axe finds nothing, and all text can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.opened import Venue, opened
from tests.browser.screen_check import check_screen
from tests.browser.screens import SCREENS, tables


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with opened(tmp_path_factory.mktemp("screens"), tables("zh-Hant")) as venue:
        yield venue


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_can_be_used_and_read_by_all(browser: Browser, venue: Venue, name: str) -> None:
    check_screen(browser, venue, name, "zh-Hant")
