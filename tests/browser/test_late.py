"""Parts of the page that are fetched when they are needed, while the server cannot be reached or has another build."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.browser import scenes
from tests.browser.page_player import PagePlayer, open_page
from tests.browser.page_user import Device, Language
from tests.browser.server_tables import ServerTables

#: What a browser says of its own accord about a file that does not come.
TORN = r"ERR_FAILED|ERR_CONNECTION|Failed to load resource|answer 404: GET \S+/static/assets/"

SCENES = {"steady": scenes.STEADY}

LANGUAGES: tuple[Language, ...] = ("en", "zh-Hant")


@dataclass
class Wire:
    """What lies between the page and the server; ``answer`` is what becomes of a request, none: it passes."""

    answer: Callable[[Route], None] | None = None

    def pass_on(self, route: Route) -> None:
        if self.answer is None:
            route.continue_()
        else:
            self.answer(route)


@contextmanager
def between(player: PagePlayer, files: str) -> Iterator[Wire]:
    """Intercept requests for files whose names match, and for the first page, which names the build."""
    wire = Wire()
    player.page.route(re.compile(rf"/static/assets/({files})[^/]*$|^https?://[^/]+/$"), wire.pass_on)
    player.expects(TORN)
    yield wire
    player.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_part_that_does_not_come_is_told_and_comes_when_the_server_is_back(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    device = Device(language=language, has_worker=False)
    with open_page(browser, tables.url, device=device) as anna, between(anna, "ChooserDialog") as wire:
        wire.answer = lambda route: route.abort()
        anna.press_text("start.rules.change")
        notice = anna.page.get_by_role("alert").filter(has_text=anna.text("late.away"))
        expect(notice).to_be_visible()
        wire.answer = None
        notice.get_by_role("button", name=anna.text("late.again")).click()
        expect(anna.page.get_by_role("dialog")).to_be_visible()
        expect(notice).to_be_hidden()


def test_a_part_comes_by_itself_with_its_styles_when_the_server_is_back(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, device=Device(has_worker=False)) as anna:
        expect(anna.button(anna.text("start.rules.change"))).to_be_enabled()
        with between(anna, r"Learn[^/]*\.css") as wire:
            wire.answer = lambda route: route.abort()
            anna.page.locator('a[href="/learn"]').first.click()
            expect(anna.page.get_by_role("alert")).to_contain_text(anna.text("late.away"))
            wire.answer = None
            lessons = anna.page.locator("ol.lessons")
            expect(lessons).to_be_visible()
            expect(lessons).to_have_css("display", "grid")


def test_what_nobody_waits_for_is_missed_by_nobody(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, device=Device(has_worker=False)) as guest:
        token = tables["steady"].tokens[0]
        guest.page.evaluate("(token) => localStorage['huefall.guest'] = JSON.stringify({ name: 'Anna', token })", token)
        with between(guest, "RoomDialogs|Celebrations") as wire:
            wire.answer = lambda route: route.abort()
            guest.open(tables["steady"].path)
            guest.play("r3")
            expect(guest.page.get_by_role("alert")).to_have_count(0)
            # Only now is a missing part needed.
            guest.page.keyboard.press("s")
            expect(guest.page.get_by_role("alert")).to_contain_text(guest.text("late.away"))
            wire.answer = None
            expect(guest.page.get_by_role("dialog", name=guest.text("table.scores"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_an_older_build_asks_to_be_loaded_again(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    def answer_newer(route: Route) -> None:
        if "/static/" in route.request.url:
            route.fulfill(status=404, body="")
        else:
            route.fulfill(body='<script type="module" src="/static/assets/index-newer.js"></script>')

    device = Device(language=language, has_worker=False)
    with open_page(browser, tables.url, device=device) as anna, between(anna, "ChooserDialog") as wire:
        wire.answer = answer_newer
        anna.press_text("start.rules.change")
        notice = anna.page.get_by_role("alert").filter(has_text=anna.text("late.renewed"))
        expect(notice).to_be_visible()
        wire.answer = None
        notice.get_by_role("button", name=anna.text("late.reload")).click()
        expect(notice).to_be_hidden()
        anna.press_text("start.rules.change")
        expect(anna.page.get_by_role("dialog")).to_be_visible()
