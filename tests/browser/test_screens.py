"""Every screen, in both languages, dark and light, at three widths: axe finds nothing, and all text can be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser
from tests.browser.inspection import COLOURS, EVERYTHING, find_barriers, find_unreadable
from tests.browser.opened import Venue, opened
from tests.browser.screens import LANGUAGES, SCREENS, reach, tables
from tests.browser.sitter import Sitter
from tests.browser.visitor import Device, Language

#: Width and height: the narrowest there is, a phone, a desktop.
SIZES = ((320, 640), (390, 844), (1280, 800))


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with opened(tmp_path_factory.mktemp("screens"), tables()) as venue:
        yield venue


@contextmanager
def at_screen(browser: Browser, venue: Venue, name: str, language: Language, **more: bool) -> Iterator[Sitter]:
    visitor = reach(browser, venue, name, Device(language=language, **more))
    try:
        yield visitor
        visitor.check()
    finally:
        visitor.leave()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_can_be_used_and_read_by_all(browser: Browser, venue: Venue, name: str, language: Language) -> None:
    found = []
    with at_screen(browser, venue, name, language) as visitor:
        for width, height in SIZES:
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.settle()
            found += [f"{width}px: {each}" for each in find_unreadable(visitor.page)]
            for mode, wanted in (("dark", EVERYTHING), ("light", COLOURS)):
                visitor.page.emulate_media(color_scheme=mode)
                visitor.wait_for("(mode) => document.documentElement.dataset.mode === mode", mode)
                visitor.settle()
                found += [f"{width}px {mode}: {each}" for each in find_barriers(visitor.page, wanted)]
        # Text at twice its size, as somebody sets it in the browser.
        visitor.page.evaluate("() => void (document.documentElement.style.fontSize = '200%')")
        visitor.settle()
        found += [f"text at 200 %: {each}" for each in find_unreadable(visitor.page)]
    assert not found, "\n".join([f"{name} ({language}):", *found])
