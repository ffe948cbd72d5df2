"""The page for those who want less movement, who have chosen their own colours, and who need it large."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.inspection import NOTE_MOVEMENTS, find_movements
from tests.browser.page_player import HAND, open_page, open_seat, tab_to
from tests.browser.page_user import Device
from tests.browser.server_tables import ServerTables

SCENES = {"stack": scenes.STACK}

CALM = Device(is_calm=True)
LIVELY = Device(is_calm=False)
FORCED = Device(is_forced=True)


@pytest.mark.parametrize("device", [CALM, LIVELY], ids=["calm", "lively"])
def test_things_move_only_for_those_who_want_it(browser: Browser, tables: ServerTables, device: Device) -> None:
    with open_seat(browser, tables, "stack", 0, device) as anna, open_seat(browser, tables, "stack", 1, device) as ben:
        for player in (anna, ben):
            player.context.add_init_script(NOTE_MOVEMENTS)
            player.page.reload()
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.play("r+2")
        ben.wait_for_turn()
        ben.play("y+2")
        anna.wait_for_turn()
        for player in (anna, ben):
            movements = find_movements(player.page)
            assert bool(movements) != device.is_calm, movements


def test_forced_colours_leave_focus_and_playable_cards_visible(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "stack", 0, FORCED) as anna:
        anna.wait_for_turn()
        assert anna.page.evaluate("() => matchMedia('(forced-colors: active)').matches")
        tab_to(anna, HAND)
        outlines = anna.page.evaluate(
            """() => [document.activeElement, ...document.activeElement.querySelectorAll("*")]
                 .map((each) => getComputedStyle(each).outlineStyle)"""
        )
        assert set(outlines) != {"none"}, "the focus is not seen"
        # Not by colour alone: what can be played lies elsewhere, or has another border.
        looks = anna.page.evaluate(
            """() => ["playable", "dimmed"].map((kind) => {
              const card = document.querySelector(`[data-place="hand"] .${kind}`);
              const look = (each) => { const s = getComputedStyle(each);
                return [s.transform, s.translate, s.outlineStyle, s.outlineWidth, s.borderStyle, s.borderWidth].join() };
              return [card, ...card.querySelectorAll("*")].map(look).join(";");
            })"""
        )
        assert looks[0] != looks[1]
        # Pictures of cards keep their own colours.
        expect(anna.card("b9").locator("img")).to_be_visible()


def test_the_first_page_can_be_used_in_forced_colours(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, "/", FORCED) as user:
        tab_to(user, "button.play")
        style = user.page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement); return [s.outlineStyle, s.borderStyle] }"
        )
        assert style[0] != "none" and style[1] != "none"
