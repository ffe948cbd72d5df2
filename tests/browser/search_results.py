"""Waits for reviews and hints, which come from the search and may take a while."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.page_player import PagePlayer
from tests.browser.page_user import MAX_WAIT_MS

HINTS = ".hints"

#: Returns whether a hint is shown; if none is, presses the button.
_ASK_AGAIN = """
() => {
  if (document.querySelector(".hints li")) return true;
  document.querySelector("[data-hint]").click();
  return false;
}
"""


def wait_for_review(user: PagePlayer) -> None:
    """Wait until the requested review is shown."""
    expect(user.page.get_by_test_id("graph")).to_be_visible(timeout=3 * MAX_WAIT_MS)
    expect(user.page.locator("[data-top]")).to_be_visible()


def ask_for_hints(player: PagePlayer) -> None:
    """Ask for hints by key, and again until there are some."""
    player.wait_for_turn()
    player.page.keyboard.press("h")
    expect(player.page.locator(HINTS)).to_be_visible()
    player.page.wait_for_function(_ASK_AGAIN, polling=1_500, timeout=3 * MAX_WAIT_MS)
