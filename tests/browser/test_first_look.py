"""The page before its scripts run: what it shows already looks the same and stays in its place afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.page_user import PHONE, Device, Language, PageUser
from tests.browser.server_tables import ServerTables

_BOX = """(selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x, y, width, height, getComputedStyle(document.querySelector(selector)).color];
}"""
_SCRIPTS = "**/static/assets/index-*.js"
LANGUAGES: tuple[Language, ...] = ("en", "zh-Hant")


def look(page: Page, url: str, part: str) -> list[tuple[float | str, ...]]:
    """Look at parts of the page while its script is held back, and again when it has run."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(_SCRIPTS, hold)
    with page.expect_request(_SCRIPTS):
        page.goto(url, wait_until="commit")
    # The browser paints only when the styles are there; earlier measurements would be without them.
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    expect(page.locator(f"#shell {part}")).to_be_visible()
    before = tuple(page.evaluate(_BOX, f"#shell {part}"))
    assert held, "the page has no script"
    held[0].continue_()
    page.unroute(_SCRIPTS)
    expect(page.locator("#shell")).to_have_count(0)
    return [before, tuple(page.evaluate(_BOX, f"#app {part}"))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [PHONE.width, 1280])
def test_nothing_moves_when_the_page_takes_the_place_of_its_first_look(
    browser: Browser, tables: ServerTables, language: Language, width: int
) -> None:
    user = PageUser(browser, tables.url, Device(width, 844, language=language, mode="light", has_worker=False))
    try:
        for part in ("h1", ".play", "header .brand"):
            before, after = look(user.page, f"{tables.url}/", part)
            assert before == after, part
        user.check()
    finally:
        user.leave()


def test_the_first_look_is_light_or_dark_and_on_the_felt_as_it_was_chosen(
    browser: Browser, tables: ServerTables
) -> None:
    user = PageUser(browser, tables.url, Device(mode="dark", has_worker=False))
    try:
        user.open()
        user.page.evaluate("""() => {
          localStorage["huefall.preferences"] = JSON.stringify({ mode: "light" });
          localStorage["huefall.start"] = JSON.stringify({ setup: { edition: "buzz" } });
        }""")
        before, after = look(user.page, f"{tables.url}/", "h1")
        assert before == after
        user.check()
    finally:
        user.leave()
