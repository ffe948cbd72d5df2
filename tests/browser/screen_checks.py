"""What every screen must pass: at three widths, dark and light, with text at twice its size, in forced colours, calm.

The rules of axe that depend on colours and sizes do not depend on the language, so the other languages are checked by axe
once for each screen. Their texts are longer or shorter, so their layout is checked at the extreme widths. Between dark and
light only colours differ, so at each width axe applies all its rules in one of them, those about colours in the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser
from tests.browser.inspection import find_barriers, find_movements, find_unreadable, find_unseen_focus
from tests.browser.page_player import PagePlayer
from tests.browser.page_user import Language, Mode
from tests.browser.screens import reach
from tests.browser.server_tables import ServerTables

Size = tuple[int, int]

#: Width and height: the narrowest there is, a phone, a desktop.
NARROWEST: Size = (320, 640)
PHONE: Size = (390, 844)
DESKTOP: Size = (1280, 800)

MODES: tuple[Mode, ...] = ("dark", "light")


def check_screen(browser: Browser, tables: ServerTables, name: str) -> None:
    """Fail unless axe finds nothing and all text can be read, in every look of the English screen."""
    with _screen(browser, tables, name, "en") as (user, found):
        modes = MODES
        for size in (NARROWEST, PHONE, DESKTOP):
            found += _look(user, size, modes)
            modes = modes[::-1]  # the next size begins in the present mode, which spares a change of all colours


def check_layout(browser: Browser, tables: ServerTables, name: str, language: Language) -> None:
    """Fail unless axe finds nothing in one look, and all text can be read at the extreme widths."""
    with _screen(browser, tables, name, language) as (user, found):
        found += _look(user, NARROWEST, MODES[:1])
        found += _look(user, DESKTOP, ())


@contextmanager
def _screen(
    browser: Browser, tables: ServerTables, name: str, language: Language
) -> Iterator[tuple[PagePlayer, list[str]]]:
    """Open a screen once for all its looks, and fail in the end if anything was found."""
    user = reach(browser, tables, name, language)
    found: list[str] = []
    try:
        yield user, found
        found += [f"with less movement: {each}" for each in find_movements(user.page)]
        found += find_unseen_focus(user.page)
        user.page.emulate_media(forced_colors="active")
        user.settle()
        forced = find_unreadable(user.page) + find_unseen_focus(user.page)
        found += [f"forced colours: {each}" for each in forced]
        user.check()
    finally:
        user.leave()
    assert not found, "\n".join([f"{name} ({language}):", *found])


def _look(user: PagePlayer, size: Size, modes: Sequence[Mode]) -> list[str]:
    """Look at a screen at one size; axe looks at it in each mode, after the first one at the colours only."""
    width, height = size
    user.page.set_viewport_size({"width": width, "height": height})
    found = []
    for mode in modes:
        user.page.emulate_media(color_scheme=mode)
        user.wait_for("(mode) => document.documentElement.dataset.mode === mode", mode)
        user.settle()
        barriers = find_barriers(user.page, only_colors=mode != modes[0])
        found += [f"{width}px {mode}: {each}" for each in barriers]
    user.settle()
    found += [f"{width}px: {each}" for each in find_unreadable(user.page)]
    return found + [f"{width}px, text at 200 %: {each}" for each in _look_enlarged(user)]


def _look_enlarged(user: PagePlayer) -> list[str]:
    """Check the text at twice its size, as set in the browser."""
    user.page.evaluate("() => void (document.documentElement.style.fontSize = '200%')")
    user.settle()
    found = find_unreadable(user.page)
    user.page.evaluate("() => void (document.documentElement.style.fontSize = '')")
    user.settle()
    return found
