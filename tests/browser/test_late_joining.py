"""Joining late: who comes during a match takes over the seat of a bot, and a rematch fills seats that are free."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import RESULT, PagePlayer, open_page, open_seat
from tests.browser.page_user import Device, Language
from tests.browser.server_tables import ServerTables
from tests.browser.tables import Scene

#: It is the turn of Anna, who is the host. The bot takes its time, so that nothing happens by itself.
WITH_BOT: Scene = replace(scenes.STEADY, persons=("Anna",), bots=1, bot_pause_ms=10_000)
BOT_HAND = ["y3", "y4", "g5", "b1"]

SCENES = {
    "with a bot": WITH_BOT,
    #: Anna can finish the match with one card.
    "last card": scenes.at([["r3"], ["y3", "y4"]], "r5", {"target": 0, "uno": "auto"}),
}


def ask_to_join(visitor: PagePlayer, name: str) -> None:
    visitor.press_text("room.join")
    dialog = visitor.page.get_by_role("dialog", name=visitor.text("room.join"))
    dialog.get_by_label(visitor.text("page.name")).fill(name)
    dialog.get_by_role("button", name=visitor.text("room.join"), exact=True).click()
    expect(dialog).to_be_hidden()


def choose_late_joining(host: PagePlayer, mode: str) -> None:
    host.press_text("room.menu")
    host.press_text("room.settings")
    host.page.get_by_role("dialog").get_by_role("radio", name=host.text(f"late.allow.{mode}"), exact=True).check()
    host.page.keyboard.press("Escape")


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_who_has_the_link_takes_over_the_seat_of_a_bot(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    place = tables["with a bot"]
    with (
        open_seat(browser, tables, "with a bot") as anna,
        open_page(browser, tables.url, place.path, Device(language=language)) as cleo,
    ):
        anna.wait_for_turn()
        ask_to_join(cleo, "Cleo")
        # With the cards of the seat, from its next turn on.
        cleo.wait_for_hand(BOT_HAND)
        expect(anna.page.locator('[data-place="seat-1"]')).to_contain_text("Cleo")
        anna.play("r3")
        cleo.wait_for_turn()
        cleo.play("y3")
        anna.wait_for_turn()


def test_the_host_decides_who_joins_and_can_allow_nobody(browser: Browser, tables: ServerTables) -> None:
    place = tables["with a bot"]
    with (
        open_seat(browser, tables, "with a bot") as anna,
        open_page(browser, tables.url, place.path) as cleo,
        open_page(browser, tables.url, place.path) as dan,
    ):
        anna.wait_for_turn()
        choose_late_joining(anna, "ask")
        ask_to_join(dan, "Dan")
        expect(dan.page.get_by_text(dan.text("room.join.waiting"))).to_be_visible()
        anna.press(anna.text("room.request.decline.name", player="Dan"))
        expect(dan.page.get_by_text(dan.text("room.join.declined"))).to_be_visible()
        ask_to_join(cleo, "Cleo")
        anna.press(anna.text("room.request.admit.name", player="Cleo"))
        cleo.wait_for_hand(BOT_HAND)
        expect(anna.page.locator('[data-testid="request"]')).to_have_count(0)
        choose_late_joining(anna, "off")
        expect(dan.button(dan.text("room.join"))).to_have_count(0)


def test_a_rematch_is_one_press_also_when_somebody_has_left(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "last card") as anna:
        with open_seat(browser, tables, "last card", 1) as ben:
            anna.wait_for_turn()
            expect(ben.page.locator(".board")).to_be_visible()
            ben.press_text("room.menu")
            ben.press_text("room.leave")
            ben.page.get_by_role("dialog").get_by_role("button", name=ben.text("room.give_up"), exact=True).click()
            expect(ben.button(ben.text("page.play"))).to_be_visible()
        anna.play("r3")
        expect(anna.page.locator(RESULT)).to_be_visible()
        anna.press_text("page.rematch")
        expect(anna.page.locator(RESULT)).to_be_hidden()
        expect(anna.page.locator('[data-place="seat-1"]')).not_to_contain_text("Ben")
        # Nothing is left of the match before.
        expect(anna.page.locator(".notice")).to_have_count(0)
