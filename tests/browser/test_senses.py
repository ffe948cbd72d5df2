"""The page for those who want less movement, who have chosen their own colours, and who need it large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.inspection import NOTE_MOVEMENTS, find_movements
from tests.browser.opened import Venue, opened
from tests.browser.sitter import HAND, sitting, tab_to, watching
from tests.browser.visitor import Device

CALM = Device(is_calm=True)
LIVELY = Device(is_calm=False)
FORCED = Device(is_forced=True)


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    names = ("calm", "lively", "forced")
    with opened(tmp_path_factory.mktemp("senses"), dict.fromkeys(names, scenes.STACK)) as venue:
        yield venue


@pytest.mark.parametrize(("scene", "device"), [("calm", CALM), ("lively", LIVELY)])
def test_things_move_only_for_those_who_want_it(browser: Browser, venue: Venue, scene: str, device: Device) -> None:
    with sitting(browser, venue, scene, 0, device) as anna, sitting(browser, venue, scene, 1, device) as ben:
        for sitter in (anna, ben):
            sitter.context.add_init_script(NOTE_MOVEMENTS)
            sitter.page.reload()
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.play("r+2")
        ben.wait_for_turn()
        ben.play("y+2")
        anna.wait_for_turn()
        for sitter in (anna, ben):
            movements = find_movements(sitter.page)
            assert bool(movements) != device.is_calm, movements


def test_forced_colours_leave_focus_and_playable_cards_visible(browser: Browser, venue: Venue) -> None:
    with sitting(browser, venue, "forced", 0, FORCED) as anna:
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


def test_the_first_page_can_be_used_in_forced_colours(browser: Browser, venue: Venue) -> None:
    with watching(browser, venue.url, "/", FORCED) as visitor:
        tab_to(visitor, "button.play")
        style = visitor.page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement); return [s.outlineStyle, s.borderStyle] }"
        )
        assert style[0] != "none" and style[1] != "none"
