"""What every screen is held to, at three widths, dark and light, and with text at twice its size.

The two languages have a test file each, so that they are checked side by side.
"""

from __future__ import annotations

from playwright.sync_api import Browser
from tests.browser.inspection import COLOURS, EVERYTHING, find_barriers, find_unreadable
from tests.browser.opened import Venue
from tests.browser.screens import reach
from tests.browser.sitter import Sitter
from tests.browser.visitor import Device, Language

#: Width and height: the narrowest there is, a phone, a desktop.
SIZES = ((320, 640), (390, 844), (1280, 800))


def check_screen(browser: Browser, venue: Venue, name: str, language: Language) -> None:
    """Fail unless axe finds nothing and all text can be read, however the screen is looked at."""
    visitor = reach(browser, venue, name, Device(language=language))
    try:
        found = _look(visitor)
        visitor.check()
    finally:
        visitor.leave()
    assert not found, "\n".join([f"{name} ({language}):", *found])


def _look(visitor: Sitter) -> list[str]:
    found = []
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.settle()
        found += [f"{width}px: {each}" for each in find_unreadable(visitor.page)]
        for mode, wanted in (("dark", EVERYTHING), ("light", COLOURS)):
            visitor.page.emulate_media(color_scheme=mode)
            visitor.wait_for("(mode) => document.documentElement.dataset.mode === mode", mode)
            visitor.settle()
            found += [f"{width}px {mode}: {each}" for each in find_barriers(visitor.page, wanted)]
    # As somebody sets it in the browser.
    visitor.page.evaluate("() => void (document.documentElement.style.fontSize = '200%')")
    visitor.settle()
    return found + [f"text at 200 %: {each}" for each in find_unreadable(visitor.page)]
