"""What the table says, it says once and at the right time: penalties, notes, celebrations and the call to catch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser import scenes
from tests.browser.page_player import ANSWERS, PagePlayer, open_page, open_seat
from tests.browser.page_user import Device
from tests.browser.server_tables import ServerTables

SCENES = {
    "steady": scenes.STEADY,
    "hints": replace(scenes.STEADY, hints=True),
    "bluff": scenes.BLUFF,
    "catch": scenes.CATCH,
    "stack": scenes.STACK,
    "dance": scenes.DANCE,
    # Nothing in Anna's hand fits.
    # The bots that play for both from then on take their time, so that the round lasts until the test has looked.
    "slow": replace(
        scenes.at([["y3", "y4", "y6", "y8"], ["g3", "g4", "g6", "g8"]], "r1"), move_seconds=1, bot_pause_ms=10_000
    ),
    "unhurried": replace(scenes.at([["y3", "y4"], ["g3", "g4"]], "r1"), move_seconds=300),
}

LIVELY = Device(is_calm=False)
STAMP = '[data-celebration="stamp"]'

#: Lay a flying card over a seat's button; return whether the button is still on top, and the card above all else.
_IS_ABOVE_FLIGHTS = """
(button) => {
  const board = button.closest(".board");
  const layer = board.querySelector(".flights") ?? board.appendChild(document.createElement("div"));
  layer.className = "flights";
  const card = layer.appendChild(document.createElement("div"));
  card.className = "flight";
  const box = button.getBoundingClientRect(), corner = layer.getBoundingClientRect();
  Object.assign(card.style, { transform: "none", pointerEvents: "auto", background: "red",
    left: `${box.x - corner.x}px`, top: `${box.y - corner.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isAbove = button.contains(document.elementFromPoint(x, y));
  const seat = button.closest("[role=listitem]");
  seat.style.visibility = "hidden";
  const isCovered = document.elementFromPoint(x, y) === card;
  seat.style.visibility = "";
  card.remove();
  return [isAbove, isCovered];
}
"""


def note_of(player: PagePlayer) -> Locator:
    return player.page.locator(".board .note")


def test_a_penalty_is_told_once_with_its_sum_and_what_each_answer_costs(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "stack", 0) as anna, open_seat(browser, tables, "stack", 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.play("r+2")
        ben.wait_for_turn()
        expect(ben.page.locator(".board [data-penalty]")).to_have_count(1)
        expect(ben.page.locator(ANSWERS)).to_have_count(1)
        expect(ben.page.locator(ANSWERS)).to_contain_text(ben.text("board.accept.draw", amount=2))
        expect(ben.page.locator(ANSWERS)).to_contain_text(ben.text("board.cost.skip"))
        expect(anna.page.locator(".board [data-penalty]")).to_have_count(1)
        expect(anna.page.locator(".board .prompt")).to_contain_text(anna.text("board.stake.who", player="Ben"))


def test_the_alternative_to_a_dance_is_to_draw_three(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "dance", 0) as anna, open_seat(browser, tables, "dance", 1) as ben:
        anna.wait_for_turn()
        anna.play("WD")
        anna.choose_color("g")
        ben.wait_for_turn()
        labels = ben.page.locator(f"{ANSWERS} .label")
        expect(labels).to_have_text([ben.text("verb.dance"), ben.text("board.accept.draw", amount=3)])
        ben.answer("accept")
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(6)


@pytest.mark.essential
def test_a_note_about_a_card_goes_with_the_next_move_of_anybody(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady", 0) as anna, open_seat(browser, tables, "steady", 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.changing(lambda: anna.take(anna.card("y2")))
        expect(note_of(anna)).to_be_visible()
        anna.play("r3")
        expect(note_of(anna)).to_have_count(0)
        ben.wait_for_turn()
        anna.changing(lambda: anna.take(anna.card("y2")))
        expect(note_of(anna)).to_be_visible()
        ben.play("y3")
        anna.wait_for_turn()
        expect(note_of(anna)).to_have_count(0)


def test_a_note_about_a_card_makes_way_for_hints(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "hints") as anna:
        anna.wait_for_turn()
        anna.changing(lambda: anna.take(anna.card("y2")))
        expect(note_of(anna)).to_be_visible()
        anna.press_text("hints.ask", exact=True)
        expect(note_of(anna)).to_have_count(0)


def test_a_flying_card_does_not_hide_the_call_to_catch(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "catch", 0) as anna, open_seat(browser, tables, "catch", 1, LIVELY) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        anna.play("r1")
        catch = ben.button(ben.text("board.catch.name", player="Anna"))
        expect(catch).to_be_visible()
        assert catch.evaluate(_IS_ABOVE_FLIGHTS) == [True, True]


def test_a_celebration_is_over_after_the_second_move_however_slow_the_machine(
    browser: Browser, tables: ServerTables
) -> None:
    place = tables["bluff"]
    with (
        open_seat(browser, tables, "bluff", 0) as anna,
        open_seat(browser, tables, "bluff", 1) as ben,
        open_page(browser, tables.url, "/", LIVELY) as watcher,
    ):
        # The watcher's time stands still unless it is moved on: no animation ends by itself.
        watcher.page.clock.install()
        watcher.open(place.path)
        expect(watcher.page.locator(".celebrations")).to_be_attached()
        anna.wait_for_turn()
        anna.play("W+4")
        anna.choose_color("b")
        ben.wait_for_turn()
        expect(watcher.page.locator("[data-top]")).to_have_attribute("data-top", "W+4")
        watcher.page.clock.pause_at(watcher.page.evaluate("() => Date.now() + 5000"))
        ben.answer("challenge")
        expect(watcher.page.locator('[data-place="seat-0"] .count')).to_have_text("6")
        watcher.page.clock.run_for(700)
        expect(watcher.page.locator(STAMP)).to_have_count(1)
        ben.answer("draw")
        expect(watcher.page.locator('[data-place="seat-1"] .count')).to_have_text("4")
        ben.answer("keep")
        expect(watcher.page.locator(".seat.asked")).to_have_attribute("data-place", "seat-0")
        expect(watcher.page.locator(STAMP)).to_have_count(0)


def test_a_turn_whose_time_is_up_ends_at_once_and_the_log_says_so_once(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "slow", 0) as anna, open_seat(browser, tables, "slow", 1) as ben:
        log = ben.page.get_by_role("list", name=ben.text("page.log")).get_by_role("listitem")
        time_up = ben.text("page.time_up", player="Anna")
        expect(log.filter(has_text=time_up).first).to_be_visible()
        # Whatever she drew, it was decided with the draw: a bot plays her next turns.
        expect(anna.page.get_by_text(anna.text("room.stand_in"))).to_be_visible()
        expect(log.filter(has_text=time_up)).to_have_count(1)
        lines = log.all_inner_texts()
        first = next(number for number, line in enumerate(lines) if time_up in line)
        assert ben.text("event.draw", player="Anna") in lines[first + 1], lines


def test_the_clock_goes_on_after_a_card_is_drawn(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "unhurried") as anna:
        anna.wait_for_turn()
        read = "() => Number(document.querySelector('.prompt .ring.running')?.style.getPropertyValue('--left') || 0)"
        before = anna.wait_for(read)
        anna.answer("draw")
        expect(anna.page.locator(f'{ANSWERS}[data-answer="keep"]')).to_be_visible()
        after = anna.wait_for(read)
        assert 0.5 < after <= before < 1
