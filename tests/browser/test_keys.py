"""The keyboard: the hand is one key away, wherever the focus is, and no widget loses its own keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import HAND, PagePlayer, open_seat
from tests.browser.server_tables import ServerTables

SCENES = {"steady": scenes.STEADY}

ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]

_IS_IN_HAND = """() => Boolean(document.activeElement?.closest('[data-place="hand"]'))"""
_LET_GO = "() => document.activeElement?.blur()"


def is_in_hand(player: PagePlayer) -> bool:
    return bool(player.page.evaluate(_IS_IN_HAND))


@pytest.mark.essential
def test_arrow_keys_lead_into_the_hand_from_wherever_the_focus_is(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.wait_for_turn()
        page = anna.page
        assert page.evaluate("() => document.activeElement === document.body")
        for key in ARROWS:
            page.keyboard.press(key)
            assert is_in_hand(anna), f"{key} on a fresh page"
            page.evaluate(_LET_GO)
        log = page.get_by_role("list", name=anna.text("page.log"))
        for place in (page.locator("header a").first, anna.button(anna.text("table.scores")), log):
            place.focus()
            page.keyboard.press("ArrowRight")
            assert is_in_hand(anna), place
        # Once there, they move along the hand.
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(page.locator(HAND).nth(1)).to_be_focused()


def test_arrow_keys_stay_with_the_widget_that_uses_them(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.wait_for_turn()
        page = anna.page
        page.locator(".sort select").focus()
        page.keyboard.press("ArrowDown")
        assert not is_in_hand(anna)
        menu = anna.button(anna.text("room.menu"))
        menu.click()
        page.keyboard.press("ArrowDown")
        assert not is_in_hand(anna), "a menu is open"
        page.keyboard.press("Escape")
        anna.button(anna.text("table.scores")).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        page.keyboard.press("ArrowDown")
        assert not is_in_hand(anna), "a dialog is open"


def test_on_the_own_turn_the_hand_is_the_first_tab_stop(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady", 0) as anna, open_seat(browser, tables, "steady", 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.page.keyboard.press("Tab")
        assert is_in_hand(anna)
        # From there the order of the page goes on, in both directions.
        anna.page.keyboard.press("Tab")
        assert not is_in_hand(anna)
        anna.page.keyboard.press("Shift+Tab")
        assert is_in_hand(anna)
        # Ben is not asked: his first stop leads to the hand when he wants it to.
        ben.page.keyboard.press("Tab")
        skip = ben.button(ben.text("room.to_hand"))
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        ben.page.keyboard.press("Enter")
        assert is_in_hand(ben)
