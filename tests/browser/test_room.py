"""What people do at a table besides playing: come back, be host, change places, mute others, invite others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.inspection import find_barriers, find_unreadable
from tests.browser.page_player import PagePlayer, open_page, open_seat
from tests.browser.page_user import DESKTOP, PHONE, Device
from tests.browser.server_tables import ServerTables
from tests.browser.tables import Scene

#: Two people and a free seat, before the first deal.
BEFORE_DEAL = Scene(persons=scenes.TWO, free=1, is_dealt=False)

#: Records what is passed to the share sheet of the system, which a test cannot see.
SHARE = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); }"

SCENES = {
    # Short of time, with bots that take theirs: they do not finish the round before a person takes over again.
    "slow": replace(scenes.STEADY, move_seconds=3, bot_pause_ms=10_000),
    "steady": scenes.STEADY,
    "before the deal": BEFORE_DEAL,
    "origin": scenes.FINISHED,
}


def control(user: PagePlayer, key: str, name: str) -> None:
    """Press a button about a player in the list of seats."""
    user.press(user.text("room.about", what=user.text(key), player=name))


def look_at_people(player: PagePlayer) -> None:
    player.press_text("room.menu")
    player.press_text("room.people")
    expect(player.page.get_by_role("dialog", name=player.text("room.people"))).to_be_visible()


def test_who_was_too_slow_is_told_that_a_bot_plays_and_takes_over_again(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "slow") as anna:
        back = anna.button(anna.text("page.back"))
        expect(back).to_be_visible()
        expect(anna.page.get_by_text(anna.text("room.stand_in"))).to_be_visible()
        anna.touch(back)
        expect(back).to_be_hidden()


def test_who_left_takes_the_seat_back(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna, open_seat(browser, tables, "steady", 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        ben.press_text("room.menu")
        ben.press_text("room.leave")
        ben.page.get_by_role("dialog").get_by_role("button", name=ben.text("room.give_up"), exact=True).click()
        expect(ben.button(ben.text("page.play"))).to_be_visible()
        ben.open(tables["steady"].path)
        expect(ben.page.get_by_text(ben.text("room.left"))).to_be_visible()
        ben.press_text("room.return")
        expect(ben.page.get_by_text(ben.text("room.left"))).to_be_hidden()
        ben.wait_for_hand(["y3", "y4", "g5", "b1"])


def test_emotes_of_one_who_is_muted_are_not_shown(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna, open_seat(browser, tables, "steady", 1) as ben:
        anna.wait_for_turn()
        look_at_people(anna)
        control(anna, "page.mute", "Ben")
        expect(anna.button(anna.text("room.about", what=anna.text("page.unmute"), player="Ben"))).to_be_visible()
        anna.page.keyboard.press("Escape")
        expect(ben.page.locator(".board")).to_be_visible()
        ben.press_text("page.emotes")
        ben.press_text("emote.well_played")
        said = '[data-place="seat-1"]'
        expect(ben.page.locator(said).get_by_text(ben.text("emote.well_played"))).to_be_visible()
        # What Anna does next comes after it: by then it would have been shown to her.
        anna.play("r3")
        ben.wait_for_turn()
        expect(anna.page.locator(said).get_by_text(anna.text("emote.well_played"))).to_have_count(0)


def test_the_host_hands_the_table_over(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "before the deal") as anna, open_seat(browser, tables, "before the deal", 1) as ben:
        expect(anna.button(anna.text("page.start"))).to_be_visible()
        expect(ben.button(ben.text("page.start"))).to_have_count(0)
        control(anna, "page.hand_over", "Ben")
        expect(ben.button(ben.text("page.start"))).to_be_visible()
        expect(anna.button(anna.text("page.start"))).to_have_count(0)
        ben.press_text("page.fill")
        ben.press_text("page.start")
        for player in (anna, ben):
            expect(player.page.locator('[data-place="hand"] [data-card]').first).to_be_visible()


def test_two_change_places(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "before the deal") as anna, open_seat(browser, tables, "before the deal", 1) as ben:
        names = anna.page.locator("li .who .name")
        expect(names.first).to_contain_text("Anna")
        control(anna, "page.swap", "Anna")
        control(anna, "page.swap", "Ben")
        expect(names.first).to_contain_text("Ben")
        expect(ben.page.locator("li .who .name").nth(1)).to_contain_text("Anna")


@pytest.mark.parametrize("device", [DESKTOP, replace(DESKTOP, language="zh-Hant", mode="light")], ids=str)
def test_the_buttons_of_a_seat_have_labels(browser: Browser, tables: ServerTables, device: Device) -> None:
    with open_seat(browser, tables, "before the deal", device=device) as anna:
        row = anna.page.locator("li", has=anna.page.locator(".who", has_text="Ben"))
        for key in ("page.swap", "page.mute", "page.hand_over", "page.kick"):
            expect(row.get_by_text(anna.text(key), exact=True)).to_be_visible()
        assert find_barriers(anna.page) == [] and find_unreadable(anna.page) == []


@pytest.mark.parametrize("device", [PHONE, Device(320, 568, "zh-Hant", has_touch=True)], ids=str)
def test_on_a_phone_the_buttons_of_a_seat_are_in_a_menu_with_labels(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with open_seat(browser, tables, "before the deal", device=device) as anna:
        expect(anna.button(anna.text("room.about", what=anna.text("page.mute"), player="Ben"))).to_have_count(0)
        more = anna.button(anna.text("room.about", what=anna.text("room.seat.more"), player="Ben"))
        expect(more).to_have_text(anna.text("room.seat.more"))
        anna.touch(more)
        for key in ("page.swap", "page.mute", "page.hand_over", "page.kick"):
            expect(anna.page.get_by_text(anna.text(key), exact=True)).to_be_visible()
        assert anna.page.evaluate("() => document.documentElement.scrollWidth") == device.width
        assert find_barriers(anna.page) == []
        # Who begins to change places presses the other seat itself.
        control(anna, "page.swap", "Ben")
        control(anna, "page.swap", "Anna")
        expect(anna.page.locator("li .who .name").first).to_contain_text("Ben")


def test_the_link_is_given_to_the_sheet_of_the_system(browser: Browser, tables: ServerTables) -> None:
    place = tables["before the deal"]
    anna = PagePlayer(browser, tables.url, name="Anna", token=place.tokens[0])
    try:
        anna.context.add_init_script(SHARE)
        anna.open(place.path)
        anna.press_text("room.share", exact=True)
        shared = anna.wait_for("() => window.shared")
        assert shared["url"] == f"{tables.url}{place.path}" and shared["text"] == anna.text("room.share.text")
        anna.check()
    finally:
        anna.leave()


def test_a_game_that_goes_on_from_another_leads_back_to_it(browser: Browser, tables: ServerTables) -> None:
    place = tables["origin"]
    with open_page(browser, tables.url, f"{place.replay}?step=4") as user:
        user.press_text("replay.play_on")
        dialog = user.page.get_by_role("dialog")
        dialog.get_by_role("button", name=user.text("replay.play_on.start")).click()
        user.page.wait_for_url(lambda address: "/match/" not in address)
        notice = user.page.get_by_text(user.text("room.origin"))
        expect(notice).to_be_visible()
        user.page.get_by_role("link", name=user.text("room.origin.link")).click()
        dialog.get_by_role("button", name=user.text("room.leave.keep")).click()
        user.page.wait_for_url(f"**{place.replay}?*step=4*")
        expect(user.page.get_by_role("slider")).to_have_value("4")
