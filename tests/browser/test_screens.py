"""Every screen in both languages: axe finds nothing, and all text can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.browser.screen_checks import check_layout, check_screen
from tests.browser.screens import SCENES, SCREENS
from tests.browser.server_tables import ServerTables

__all__ = ["SCENES"]

#: The screens of every match against bots; the others are left to `make check`.
ESSENTIAL = ("start", "turn", "match-over")

NAMES = [pytest.param(name, marks=[pytest.mark.essential] if name in ESSENTIAL else []) for name in SCREENS]


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_can_be_used_and_read_by_all(browser: Browser, tables: ServerTables, name: str) -> None:
    check_screen(browser, tables, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_can_be_read_in_chinese(browser: Browser, tables: ServerTables, name: str) -> None:
    check_layout(browser, tables, name, "zh-Hant")
