"""Whole matches: with the mouse, with the keys alone, with a finger and a hand of twenty-five cards."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.page_player import RESULT, PagePlayer, by_keys, by_pressing, open_page, open_seat, tab_to
from tests.browser.page_user import PHONE
from tests.browser.scenes import CROWDED
from tests.browser.server_tables import ServerTables

SCENES = {"crowded": CROWDED}

#: One bot that plays badly, and a match of one round.
SHORT = {"name": "", "bots": 1, "level": "easy", "setup": {"options": {"target": 0, "hand_size": 4}}}

#: How much of every card of a hand must be seen, and can be pressed, in px.
MIN_SHOWN = 26


@pytest.mark.essential
def test_a_match_by_mouse_from_the_first_page_to_the_rematch(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url) as anna:
        # A match of one round against one bot, chosen on the page.
        anna.page.get_by_label(anna.text("page.bots")).select_option("1")
        anna.page.get_by_label(anna.text("page.level")).select_option("easy")
        anna.press_text("start.rules.change")
        anna.page.get_by_text(anna.text("start.rules.single")).click()
        anna.page.get_by_role("spinbutton", name=anna.text("option.target.title")).fill("0")
        anna.page.get_by_role("spinbutton", name=anna.text("option.hand_size.title")).fill("4")
        anna.press_text("start.done")
        anna.press_text("page.play")
        anna.play_out(by_pressing)
        result = anna.page.locator(RESULT)
        expect(result.get_by_role("table")).to_be_visible()
        expect(result.get_by_role("link", name=anna.text("room.replay"))).to_be_visible()
        anna.press_text("page.rematch")
        expect(result).to_be_hidden()
        anna.wait_until_asked_or_over()
        assert len(anna.hand()) >= 2
        # The browser has taken part in the shuffle of the first match, and kept what it was shown.
        anna.open(f"{urlsplit(anna.page.url).path}/match/1")
        anna.press_text("fairness.check")
        expect(anna.page.get_by_text(anna.text("fairness.verdict.own"))).to_be_visible()
        expect(anna.page.get_by_text(anna.text("fairness.own.right"))).to_be_visible()


@pytest.mark.essential
def test_a_match_by_keyboard_alone(browser: Browser, tables: ServerTables) -> None:
    anna = PagePlayer(browser, tables.url)
    anna.context.add_init_script(f"localStorage['huefall.start'] ??= {json.dumps(json.dumps(SHORT))}")
    try:
        anna.open("/")
        tab_to(anna, "button.play")
        anna.page.keyboard.press("Enter")
        anna.page.wait_for_url("**/t/*")
        anna.play_out(by_keys)
        expect(anna.page.locator(RESULT)).to_be_visible()
        anna.page.keyboard.press("r")
        expect(anna.page.locator(RESULT)).to_be_hidden()
        anna.wait_until_asked_or_over()
        anna.check()
    finally:
        anna.leave()


@pytest.mark.essential
def test_a_round_by_touch_with_twenty_five_cards(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "crowded", device=PHONE) as anna:
        anna.wait_for_turn()
        assert len(anna.hand()) == 25
        _check_every_card_can_be_tapped(anna)
        anna.play_out(by_pressing)
        expect(anna.page.locator(RESULT)).to_be_visible()
        assert anna.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")


def _check_every_card_can_be_tapped(player: PagePlayer) -> None:
    """Every card shows a strip wide enough for a finger, within the screen, and the strip is its own."""
    hidden = player.page.evaluate(
        """(least) => [...document.querySelectorAll('[data-place="hand"] [data-card]')].flatMap((card) => {
          const box = card.getBoundingClientRect();
          const mine = (x, y) => document.elementFromPoint(x, y)?.closest("[data-card]") === card;
          const rows = [0.12, 0.25, 0.4].map((part) => box.top + box.height * part);
          const best = Math.max(...rows.map((y) => {
            let run = 0, longest = 0;
            for (let x = Math.max(0, box.left); x < Math.min(innerWidth, box.right); x++) {
              run = mine(x, y) ? run + 1 : 0;
              longest = Math.max(longest, run);
            }
            return longest;
          }));
          return best >= least - 1 ? [] : [`${card.dataset.card} shows ${best}px at ${Math.round(box.left)},${Math.round(box.top)}`];
        })""",
        MIN_SHOWN,
    )
    assert hidden == []
    assert player.page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), "it scrolls sideways"
