"""A page in the background calls its player back, once per turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import PagePlayer, open_seat
from tests.browser.page_user import Device
from tests.browser.server_tables import ServerTables

SCENES = {"steady": scenes.STEADY}

#: Notes vibrations and notifications, and lets a test put the page into the background. `permission` is what the
#: browser's user answers.
_OBSERVE = """
window.noted = { vibrations: 0, notifications: [], requests: 0 };
let isHidden = false;
Object.defineProperty(document, "hidden", { get: () => isHidden });
Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
window.hide = (on) => { isHidden = on; document.dispatchEvent(new Event("visibilitychange")); };
Object.defineProperty(navigator, "vibrate", { value: () => { noted.vibrations += 1; return true; } });
window.Notification = class {
  static permission = "default";
  static async requestPermission() { noted.requests += 1; return (this.permission = window.answer); }
  constructor(title, options) { noted.notifications.push(this); Object.assign(this, { title, ...options, isOpen: true }); }
  close() { this.isOpen = false; }
};
"""

_OPEN = "() => noted.notifications.filter((each) => each.isOpen).map(({ title, body }) => [title, body])"


def turn_on_notifications(user: PagePlayer, answer: str) -> None:
    user.page.evaluate("(answer) => void (window.answer = answer)", answer)
    user.press_text("room.menu")
    user.press_text("room.settings")
    assert user.page.evaluate("() => noted.requests") == 0, "a page never asks by itself"
    user.page.get_by_role("switch", name=user.text("room.alerts.notify")).click(force=True)
    user.wait_for("() => noted.requests === 1")


@pytest.mark.parametrize("has_worker", [False, True])
def test_the_own_turn_in_a_background_tab_vibrates_and_notifies_once(
    browser: Browser, tables: ServerTables, has_worker: bool
) -> None:
    place = tables["steady"]
    anna = PagePlayer(browser, tables.url, Device(has_worker=has_worker), name="Anna", token=place.tokens[0])
    anna.context.add_init_script(_OBSERVE)
    try:
        with open_seat(browser, tables, "steady", 1) as ben:
            anna.open(place.path)
            anna.wait_for_turn()
            turn_on_notifications(anna, "granted")
            anna.page.keyboard.press("Escape")
            assert anna.page.evaluate("() => noted.vibrations") == 0, "nobody is called who looks"
            anna.play("r3")
            anna.page.evaluate("() => hide(true)")
            ben.wait_for_turn()
            ben.play("y3")
            anna.wait_for("() => noted.notifications.length === 1")
            (title, body), *others = anna.page.evaluate(_OPEN)
            assert title == anna.text("room.alerts.title") and not others
            assert body == anna.text("room.alerts.body", edition=anna.text("edition.classic"))
            assert anna.page.evaluate("() => noted.vibrations") == 1
            # Back at the table, the notification is gone; the setting is remembered.
            anna.page.evaluate("() => hide(false)")
            assert anna.page.evaluate(_OPEN) == []
            assert anna.page.evaluate("() => JSON.parse(localStorage['huefall.preferences']).notification") is True
        anna.check()
    finally:
        anna.leave()


def test_who_forbids_notifications_is_told_and_asked_no_more(browser: Browser, tables: ServerTables) -> None:
    place = tables["steady"]
    anna = PagePlayer(browser, tables.url, name="Anna", token=place.tokens[0])
    anna.context.add_init_script(_OBSERVE)
    try:
        anna.open(place.path)
        anna.wait_for_turn()
        turn_on_notifications(anna, "denied")
        expect(anna.page.get_by_text(anna.text("room.alerts.denied"))).to_be_visible()
        expect(anna.page.get_by_role("switch", name=anna.text("room.alerts.notify"))).not_to_be_checked()
        anna.check()
    finally:
        anna.leave()
