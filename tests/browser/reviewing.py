"""Waiting for what the search has to say: a review is made beside the server after everything else, hints once the search is compiled."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.sitter import Sitter
from tests.browser.visitor import PATIENCE

HINTS = ".hints"

#: Press the button if there is no hint and none on its way; tell whether one is there.
_ASK_AGAIN = """
() => {
  if (document.querySelector(".hints li")) return true;
  document.querySelector("[data-hint]").click();
  return false;
}
"""


def wait_for_review(visitor: Sitter) -> None:
    """Wait until the review that was asked for is there."""
    expect(visitor.page.get_by_test_id("graph")).to_be_visible(timeout=3 * PATIENCE)
    expect(visitor.page.locator("[data-top]")).to_be_visible()


def ask_for_hints(sitter: Sitter) -> None:
    """Ask by key; then again and again until the search has something to say."""
    sitter.wait_for_turn()
    sitter.page.keyboard.press("h")
    expect(sitter.page.locator(HINTS)).to_be_visible()
    sitter.page.wait_for_function(_ASK_AGAIN, polling=1_500, timeout=3 * PATIENCE)
