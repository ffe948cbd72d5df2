"""A guest goes on playing on another device, by link or QR code, and signs devices out."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import PagePlayer, open_page, open_seat
from tests.browser.page_user import PHONE, Device, Language
from tests.browser.server_tables import ServerTables
from tests.server.player import ask

SCENES = {"steady": scenes.STEADY}


def make_link(user: PagePlayer) -> str:
    """Request a link for another device from the menu of the table."""
    user.press_text("room.menu")
    user.press_text("room.device")
    user.press_text("devices.link.make")
    expect(user.page.get_by_role("img", name=user.text("devices.link.qr"))).to_be_visible()
    return user.page.get_by_role("textbox", name=user.text("devices.link")).input_value()


def token_of(user: PagePlayer) -> str:
    return str(json.loads(user.page.evaluate("() => localStorage['huefall.guest']"))["token"])


def open_link(user: PagePlayer, link: str) -> None:
    address = urlsplit(link)
    user.open(f"{address.path}#{address.fragment}")


@pytest.mark.essential
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_a_seat_is_played_on_a_second_device_and_on_the_first_until_that_is_signed_out(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    phone = Device(390, 844, language=language, has_touch=True)
    with open_seat(browser, tables, "steady", 0) as anna, open_page(browser, tables.url, device=phone) as there:
        anna.wait_for_turn()
        link = make_link(anna)
        code = urlsplit(link).fragment
        anna.page.keyboard.press("Escape")

        # No request contains the code, and it leaves the address at once.
        requested: list[str] = []
        there.page.on("request", lambda request: requested.append(request.url))
        open_link(there, link)
        expect(there.page.get_by_role("heading", level=1)).to_have_text(there.text("devices.arrive.ask", name="Anna"))
        assert there.page.url == f"{tables.url}/device"
        there.press_text("devices.arrive.accept", name="Anna")
        there.wait_for_turn()
        assert urlsplit(there.page.url).path == urlsplit(anna.page.url).path
        secret = code.partition(".")[2].partition("/")[0]
        assert requested and all(secret not in url for url in requested)
        assert token_of(there) != token_of(anna)

        # Both show the same hand, and what one plays the other sees.
        assert sorted(there.hand()) == sorted(anna.hand())
        there.play("r3")
        anna.wait_for_hand(["r8", "y2", "g4", "b6"])

        # The first device sees the second in its list, and signs it out: it leaves the table at once.
        there.expects("401")
        anna.open("/me")
        items = anna.page.get_by_role("region", name=anna.text("devices.title")).get_by_role("listitem")
        expect(items).to_have_count(2)
        expect(items.nth(0)).to_contain_text(anna.text("devices.this"))
        anna.press(re.compile(f"^{anna.text('devices.sign_out')}:"))
        anna.page.get_by_role("dialog").get_by_role("button", name=anna.text("devices.sign_out"), exact=True).click()
        expect(items).to_have_count(1)
        expect(there.page.get_by_role("alert")).to_contain_text(there.text("reason.device_revoked"))
        assert "token" not in json.loads(there.page.evaluate("() => localStorage['huefall.guest']"))


def test_a_used_link_says_so_and_a_page_without_a_link_tells_where_to_find_one(
    browser: Browser, tables: ServerTables
) -> None:
    with open_seat(browser, tables, "steady", 0) as anna, open_page(browser, tables.url, device=PHONE) as there:
        anna.wait_for_turn()
        link = make_link(anna)
        status, _ = ask(tables.url, "/api/devices", {"code": urlsplit(link).fragment.partition("/")[0]})
        assert status == 201
        there.expects("404")
        open_link(there, link)
        expect(there.page.get_by_role("alert")).to_have_text(there.text("reason.no_such_code"))
        assert there.page.url == f"{tables.url}/device"
        there.open("/device")
        expect(there.page.get_by_role("alert")).to_have_text(there.text("devices.arrive.no_link"))


def test_who_plays_here_already_is_warned_before_being_replaced(browser: Browser, tables: ServerTables) -> None:
    place = tables["steady"]
    ben = PagePlayer(browser, tables.url, PHONE, name="Ben", token=place.tokens[1])
    try:
        with open_seat(browser, tables, "steady", 0) as anna:
            anna.wait_for_turn()
            link = make_link(anna)
            # On the device that made it, the link has nothing to do.
            open_link(anna, link)
            expect(anna.page.get_by_role("heading", level=1)).to_have_text(anna.text("devices.arrive.own", name="Anna"))
            open_link(ben, link)
            expect(ben.page.get_by_text(ben.text("devices.arrive.replaces", name="Ben"))).to_be_visible()
            ben.page.get_by_role("link", name=ben.text("devices.arrive.decline")).click()
            expect(ben.button(ben.text("page.play"))).to_be_visible()
            assert token_of(ben) == place.tokens[1], "declining changes nothing"
            open_link(ben, link)
            ben.press_text("devices.arrive.accept", name="Anna")
            expect(ben.page.locator(".board")).to_be_visible()
            assert token_of(ben).partition(".")[0] == place.tokens[0].partition(".")[0]
            # The next game from here does not rename her.
            ben.open("/")
            expect(ben.page.get_by_label(ben.text("start.name"))).to_have_value("Anna")
        ben.check()
    finally:
        ben.leave()
