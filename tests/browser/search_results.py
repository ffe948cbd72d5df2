"""Waiting for what the search has to say: a review is made beside the server after everything else, hints once the search is compiled."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.page_player import PagePlayer
from tests.browser.page_user import PATIENCE

HINTS = ".hints"

#: Press the button if there is no hint and none on its way; tell whether one is there.
_ASK_AGAIN = """
() => {
  if (document.querySelector(".hints li")) return true;
  document.querySelector("[data-hint]").click();
  return false;
}
"""


def wait_for_review(user: PagePlayer) -> None:
    """Wait until the review that was asked for is there."""
    expect(user.page.get_by_test_id("graph")).to_be_visible(timeout=3 * PATIENCE)
    expect(user.page.locator("[data-top]")).to_be_visible()


def ask_for_hints(player: PagePlayer) -> None:
    """Ask by key; then again and again until the search has something to say."""
    player.wait_for_turn()
    player.page.keyboard.press("h")
    expect(player.page.locator(HINTS)).to_be_visible()
    player.page.wait_for_function(_ASK_AGAIN, polling=1_500, timeout=3 * PATIENCE)
