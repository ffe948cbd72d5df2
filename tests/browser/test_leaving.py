"""Leaving a running match asks first, says what happens, and offers to give the seat up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Dialog, Locator, expect
from tests.browser import scenes
from tests.browser.page_player import RESULT, PagePlayer, open_page, open_seat, tab_to
from tests.browser.page_user import PHONE, Device, Language
from tests.browser.server_tables import ServerTables

SCENES = {
    "steady": scenes.STEADY,
    "clock": replace(scenes.STEADY, move_seconds=600),
    "alone": scenes.CROWDED,
    "last": scenes.LAST,
}


def question(user: PagePlayer) -> Locator:
    return user.page.get_by_role("dialog", name=user.text("room.leave.title"))


def answer(user: PagePlayer, key: str) -> None:
    user.touch(question(user).get_by_role("button", name=user.text(key), exact=True))
    expect(question(user)).to_have_count(0)


def press_logo(user: PagePlayer) -> None:
    user.touch(user.page.get_by_role("link", name=user.text("page.home")))


def expect_start_page(user: PagePlayer) -> None:
    expect(user.button(user.text("page.play"))).to_be_visible()
    assert user.page.url == f"{user.url}/"


@pytest.mark.essential
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_logo_asks_and_the_seat_is_kept(browser: Browser, tables: ServerTables, language: Language) -> None:
    phone = Device(390, 844, language=language, has_touch=True)
    with open_seat(browser, tables, "alone", device=phone) as anna:
        anna.wait_for_turn()
        press_logo(anna)
        expect(question(anna)).to_contain_text(anna.text("room.away.kept"))
        expect(question(anna)).to_contain_text(anna.text("room.away.alone"))
        answer(anna, "room.stay")
        assert anna.is_asked(), "staying changes nothing"
        press_logo(anna)
        answer(anna, "room.leave.keep")
        expect_start_page(anna)
        anna.open(tables["alone"].path)
        anna.wait_for_turn()


def test_by_keyboard_the_question_can_be_answered_and_the_focus_returns(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "alone") as anna:
        anna.wait_for_turn()
        anna.page.get_by_role("link", name=anna.text("page.home")).focus()
        anna.page.keyboard.press("Enter")
        expect(question(anna)).to_be_visible()
        anna.page.keyboard.press("Escape")
        expect(question(anna)).to_have_count(0)
        expect(anna.page.get_by_role("link", name=anna.text("page.home"))).to_be_focused()
        anna.page.keyboard.press("Enter")
        tab_to(anna, "dialog footer button.main")
        anna.page.keyboard.press("Enter")
        expect_start_page(anna)


def test_back_asks_keeps_the_address_and_goes_back_only_after_a_yes(browser: Browser, tables: ServerTables) -> None:
    place = tables["steady"]
    with open_page(browser, tables.url, "/learn") as anna:
        anna.page.evaluate(
            "([name, token]) => localStorage['huefall.guest'] = JSON.stringify({ name, token })",
            [place.names[0], place.tokens[0]],
        )
        anna.open("/learn")
        # A link within the app, as from the first page to the table.
        anna.page.evaluate(
            "(path) => { const link = document.createElement('a'); link.href = path; document.body.append(link);"
            " link.click(); link.remove(); }",
            place.path,
        )
        anna.wait_for_turn()
        for _ in range(2):
            anna.page.evaluate("() => history.back()")
            expect(question(anna)).to_be_visible()
            assert anna.page.url == anna.url + place.path
            answer(anna, "room.stay")
            anna.wait_for_turn()
        anna.page.evaluate("() => history.back()")
        answer(anna, "room.leave.keep")
        expect(anna.page.locator("#minute")).to_be_visible()
        assert anna.page.url == f"{anna.url}/learn"


def test_the_question_says_what_happens_among_others_with_and_without_a_clock(
    browser: Browser, tables: ServerTables
) -> None:
    for scene, key in (("clock", "room.away.clock"), ("steady", "room.away.patient")):
        with open_seat(browser, tables, scene) as anna, open_seat(browser, tables, scene, 1) as ben:
            anna.wait_for_turn()
            expect(ben.page.locator(".board")).to_be_visible()
            press_logo(anna)
            expect(question(anna)).to_contain_text(anna.text(key))
            expect(question(anna)).to_contain_text(anna.text("room.away.late.open"))


def test_who_gives_the_seat_up_leaves_the_table_and_a_bot_plays_on(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna, open_seat(browser, tables, "steady", 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.press_text("room.menu")
        anna.press_text("room.leave")
        answer(anna, "room.give_up")
        expect_start_page(anna)
        ben.wait_for_turn()  # the bot in Anna's seat has moved


def test_nobody_is_asked_who_only_watches_or_whose_match_is_over(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, tables["steady"].path, device=PHONE) as guest:
        expect(guest.page.locator(".board")).to_be_visible()
        press_logo(guest)
        expect_start_page(guest)
    with open_seat(browser, tables, "last") as anna:
        anna.play("r3")
        expect(anna.page.locator(RESULT)).to_be_visible()
        press_logo(anna)
        expect_start_page(anna)


def test_a_lesson_is_left_without_a_question(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, "/learn") as guest:
        guest.page.locator("ol.lessons button, ol.lessons a").first.click()
        guest.wait_for_turn()
        press_logo(guest)
        expect_start_page(guest)


def test_closing_or_reloading_the_page_asks_nothing(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.wait_for_turn()
        asked: list[str] = []

        def accept(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.accept()

        anna.page.on("dialog", accept)
        anna.page.reload()
        anna.wait_for_turn()
        assert asked == []
