"""Inspections of a screen: barriers that axe finds, unreadable text, invisible focus, unwanted movement."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LAYOUT = Path(__file__).with_name("layout.js")

#: The rules with these tags, and those among them that axe counts among the rules about colours (`cat.color`).
_ALL_RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
_COLOR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}

_RUN_AXE = """
async (rules) => {
  const { violations } = await axe.run(document, {
    runOnly: rules,
    resultTypes: ["violations"],
    preload: false, // of styles and films: none of these rules reads them
  });
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.slice(0, 3).map((node) => `${node.target.join(" ")} [${node.failureSummary.split("\\n")[1]?.trim()}]`),
  }));
}
"""

#: To be run before the page: notes every animation that lasts long enough to be seen, in ms.
NOTE_MOVEMENTS = """
window.movements = [];
const note = (animation, name) => {
  const { duration } = animation.effect?.getComputedTiming() ?? {};
  if (typeof duration === "number" && duration > 10) window.movements.push(`${name}: ${duration} ms`);
};
const animate = Element.prototype.animate;
Element.prototype.animate = function (...all) {
  const animation = animate.apply(this, all);
  note(animation, `${this.localName}.${this.className}`);
  return animation;
};
for (const kind of ["animationstart", "transitionrun"])
  addEventListener(kind, (event) => {
    for (const each of event.target.getAnimations?.() ?? []) note(each, `${kind} of ${event.target.className}`);
  }, true);
"""

#: Lists the focusable elements that look the same with the focus as without it.
_UNSEEN_FOCUS = """
(most) => {
  const looks = (element) =>
    [element, ...element.querySelectorAll("*"), element.closest("label"), element.nextElementSibling]
      .filter(Boolean)
      .map((each) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, transform } = getComputedStyle(each);
        return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, transform].join();
      })
      .join(";");
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
  const had = document.activeElement;
  const unseen = all.slice(0, most).flatMap((element) => {
    document.activeElement.blur();
    const before = looks(element);
    element.focus({ preventScroll: true });
    // What lies behind a dialog, or is not shown, takes no focus.
    return document.activeElement !== element || looks(element) !== before ? [] : [element.outerHTML.slice(0, 120)];
  });
  had?.focus({ preventScroll: true });
  return unseen;
}
"""
#: Beyond this number there are only more elements of the same kind: lines of a log, entries of a list.
_MAX_FOCUSED = 80


@cache
def _axe() -> str:
    assert AXE.is_file(), "axe-core is not installed: run `make web` first"
    return AXE.read_text("utf-8")


def find_barriers(page: Page, *, only_colors: bool = False) -> list[str]:
    """Return the violations that axe finds, one line for each rule; ``only_colors``: where nothing else has changed."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())  # past the content policy, which stays in force for the page
    violations: list[Any] = page.evaluate(_RUN_AXE, _COLOR_RULES if only_colors else _ALL_RULES)
    return [f"{each['id']}: {each['help']}: {' | '.join(each['places'])}" for each in violations]


def find_unreadable(page: Page) -> list[str]:
    """Return the texts that are clipped, cut off or overlap."""
    found: list[str] = page.evaluate(LAYOUT.read_text("utf-8"))
    return found


def find_unseen_focus(page: Page) -> list[str]:
    """Return the elements whose focus is invisible to a keyboard user."""
    page.keyboard.press("Shift")  # the keyboard is used: from here on the focus is shown
    unseen: list[str] = page.evaluate(_UNSEEN_FOCUS, _MAX_FOCUSED)
    return [f"the focus is not seen on {each}" for each in unseen]


def find_movements(page: Page) -> list[str]:
    """Return what has moved since the page was opened; ``NOTE_MOVEMENTS`` must have run before it."""
    moved: list[str] = page.evaluate("() => window.movements")
    return moved
