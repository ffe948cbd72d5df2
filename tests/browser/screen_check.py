"""What every screen is held to: at three widths, dark and light, with text at twice its size, in forced colours, calm.

The two languages have a test file each, so that they are checked side by side.
"""

from __future__ import annotations

from playwright.sync_api import Browser
from tests.browser.inspection import find_barriers, find_movements, find_unreadable, find_unseen_focus
from tests.browser.opened import Venue
from tests.browser.screens import reach
from tests.browser.sitter import Sitter
from tests.browser.visitor import Language, Mode

#: Width and height: the narrowest there is, a phone, a desktop.
SIZES = ((320, 640), (390, 844), (1280, 800))
MODES: tuple[Mode, ...] = ("dark", "light")


def check_screen(browser: Browser, venue: Venue, name: str, language: Language) -> None:
    """Fail unless axe finds nothing and all text can be read, however the screen is looked at."""
    visitor = reach(browser, venue, name, language)
    try:
        found = _look(visitor)
        visitor.check()
    finally:
        visitor.leave()
    assert not found, "\n".join([f"{name} ({language}):", *found])


def _look(visitor: Sitter) -> list[str]:
    """Look at a screen in every way there is. It is loaded once: only what is looked at changes."""
    found = []
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        for mode in MODES:
            visitor.page.emulate_media(color_scheme=mode)
            visitor.wait_for("(mode) => document.documentElement.dataset.mode === mode", mode)
            visitor.settle()
            found += [f"{width}px {mode}: {each}" for each in find_barriers(visitor.page)]
        found += [f"{width}px: {each}" for each in find_unreadable(visitor.page)]
        found += [f"{width}px, text at 200 %: {each}" for each in _enlarged(visitor)]
    found += [f"with less movement: {each}" for each in find_movements(visitor.page)]
    found += find_unseen_focus(visitor.page)
    visitor.page.emulate_media(forced_colors="active")
    visitor.settle()
    forced = find_unreadable(visitor.page) + find_unseen_focus(visitor.page)
    return found + [f"forced colours: {each}" for each in forced]


def _enlarged(visitor: Sitter) -> list[str]:
    """Look at the text at twice its size, as somebody sets it in the browser."""
    visitor.page.evaluate("() => void (document.documentElement.style.fontSize = '200%')")
    visitor.settle()
    found = find_unreadable(visitor.page)
    visitor.page.evaluate("() => void (document.documentElement.style.fontSize = '')")
    visitor.settle()
    return found
