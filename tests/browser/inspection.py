"""What every screen is held to: axe finds nothing, and all text can be read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LAYOUT = Path(__file__).with_name("layout.js")

EVERYTHING = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
#: All that can change where nothing but the colours has.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}

_RUN_AXE = """
async (wanted) => {
  const { violations } = await axe.run(document, { runOnly: wanted, resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.slice(0, 3).map((node) => `${node.target.join(" ")} [${node.failureSummary.split("\\n")[1]?.trim()}]`),
  }));
}
"""


@cache
def _axe() -> str:
    assert AXE.is_file(), "axe-core is not installed: run `make web` first"
    return AXE.read_text("utf-8")


def find_barriers(page: Page, wanted: dict[str, Any] = EVERYTHING) -> list[str]:
    """Return what axe has to say against a page, one line per rule."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())  # past the content policy, which stays in force for the page
    violations: list[Any] = page.evaluate(_RUN_AXE, wanted)
    return [f"{each['id']}: {each['help']}: {' | '.join(each['places'])}" for each in violations]


def find_unreadable(page: Page) -> list[str]:
    """Return which texts are clipped, cut off or lie over one another."""
    found: list[str] = page.evaluate(LAYOUT.read_text("utf-8"))
    return found
