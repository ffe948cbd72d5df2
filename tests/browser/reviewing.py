"""Waiting for the review of a match: it is made by a process beside the server, after everything else there is to do."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.sitter import Sitter
from tests.browser.visitor import PATIENCE


def wait_for_review(visitor: Sitter) -> None:
    """Wait until the review that was asked for is there."""
    expect(visitor.page.get_by_test_id("graph")).to_be_visible(timeout=10 * PATIENCE)
    expect(visitor.page.locator("[data-top]")).to_be_visible()
