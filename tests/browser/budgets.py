"""The page's budgets of speed, measured on this machine: ``python -m tests.browser.budgets`` writes bench/PAGE.md.

Not a test: speed belongs to a quiet machine. What is over its budget is marked, and the exit code says so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser import scenes
from tests.browser.inspection import ROOT
from tests.browser.machine import FLAGS, NO_BROWSER, find_chromium, started
from tests.browser.opened import Venue, opened
from tests.browser.sitter import RESULT, Sitter, sitting, watching
from tests.browser.tables import Scene
from tests.browser.visitor import Device

REPORT = ROOT / "bench" / "PAGE.md"
LIGHTHOUSE = ROOT / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"
_DEBUGGING_PORT = 9333

#: Bots that are watched: the least pause the server allows by default.
PAUSE_MS = 100
PHONE = Device(390, 844, has_touch=True, is_calm=False)

_SCRIPTS = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => new URL(name).pathname.endsWith(".js")).reduce((sum, each) => sum + each.encodedBodySize, 0)"""

#: Everything the browser itself measures from an input to the next frame that shows what came of it.
_WATCH_INPUTS = """
window.inputs = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (/^(pointerup|click)$/.test(name)) window.inputs.push(duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
_WATCH_TASKS = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.tasks.push(duration);
}).observe({ type: "longtask" });
"""


@dataclass(frozen=True)
class Measured:
    """A figure and its budget."""

    what: str
    value: float
    budget: float
    unit: str
    is_least: bool = False

    @property
    def is_kept(self) -> bool:
        return self.value >= self.budget if self.is_least else self.value <= self.budget

    def line(self) -> str:
        sign = "≥" if self.is_least else "≤"
        kept = "kept" if self.is_kept else "**over**"
        return f"| {self.what} | {self.value:g} {self.unit} | {sign} {self.budget:g} {self.unit} | {kept} |"


SCENES: dict[str, Scene] = {
    "taps": scenes.CROWDED,
    "table": scenes.EDITIONS["classic"],
    # The host only watches, and starts it: four bots as fast as they may.
    "bots": Scene(
        persons=("Anna",), is_watched=True, bots=4, is_dealt=False, bot_pause_ms=PAUSE_MS, options={"hand_size": 5}
    ),
}


def measure() -> list[Measured]:
    """Measure everything there is a budget for."""
    with TemporaryDirectory() as data, opened(Path(data), SCENES) as venue:
        with started() as browser:
            found = [_first_scripts(browser, venue), _feedback(browser, venue), _long_tasks(browser, venue)]
        with _profile(venue) as port:
            for name, path in (("first page", "/"), ("table", venue.places["table"].path)):
                scores = _lighthouse(venue.url + path, port)
                found.append(Measured(f"Lighthouse, performance, {name}", scores["performance"], 95, "", is_least=True))
                found.append(
                    Measured(f"Lighthouse, accessibility, {name}", scores["accessibility"], 100, "", is_least=True)
                )
    return found


def _first_scripts(browser: Browser, venue: Venue) -> Measured:
    with watching(browser, venue.url) as visitor:
        expect(visitor.button(visitor.text("start.rules.change"))).to_be_enabled()
        visitor.page.wait_for_load_state("networkidle")
        size = visitor.page.evaluate(_SCRIPTS)
    return Measured("first JavaScript, as it is sent", round(size / 1000, 1), 60, "kB")


def _feedback(browser: Browser, venue: Venue) -> Measured:
    """Tap cards that can and cannot be played; take the slowest answer of the page."""
    with sitting(browser, venue, "taps", device=PHONE) as anna:
        anna.page.evaluate(_WATCH_INPUTS)
        anna.wait_for_turn()
        for card in ("b9", "g8", "y9", "W", "r1"):
            anna.changing(lambda card=card: anna.take(anna.card(card)))  # type: ignore[misc]  # bound at once
        anna.wait_for("() => window.inputs !== undefined")
        slowest = max(anna.page.evaluate("() => window.inputs"), default=0)
    return Measured("feedback to a tap, the slowest of five", slowest, 100, "ms")


def _long_tasks(browser: Browser, venue: Venue) -> Measured:
    """Watch four bots play a round, with all motion, and take the longest task of the page."""
    place = venue.places["bots"]
    anna = Sitter(browser, venue.url, Device(is_calm=False), name="Anna", token=place.tokens[0])
    try:
        anna.open(place.path)
        anna.press_text("page.start")
        expect(anna.page.locator(".board")).to_be_visible()
        anna.settle_pictures()
        anna.page.evaluate(_WATCH_TASKS)
        expect(anna.page.locator(RESULT)).to_be_visible(timeout=240_000)
        longest = max(anna.page.evaluate("() => window.tasks"), default=0)
    finally:
        anna.leave()
    return Measured(f"longest task while bots play at {PAUSE_MS} ms", longest, 50, "ms")


@contextmanager
def _profile(venue: Venue) -> Iterator[int]:
    """Run a browser that remembers the guest of the table, for Lighthouse to look through."""
    with TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=find_chromium(), args=[*FLAGS, f"--remote-debugging-port={_DEBUGGING_PORT}"]
        )
        page = context.new_page()
        page.goto(venue.url)
        guest = {"name": "Anna", "token": venue.places["table"].tokens[0]}
        page.evaluate("(guest) => void (localStorage['huefall.guest'] = JSON.stringify(guest))", guest)
        yield _DEBUGGING_PORT
        context.close()


def _lighthouse(url: str, port: int) -> dict[str, float]:
    command = ["node", str(LIGHTHOUSE), url, f"--port={port}", "--output=json", "--quiet", "--disable-storage-reset"]
    command += ["--only-categories=performance,accessibility"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    if answer.returncode:
        raise RuntimeError(f"Lighthouse could not look at {url}: {answer.stderr[-800:]}")
    categories: dict[str, Any] = json.loads(answer.stdout)["categories"]
    return {name: round(100 * category["score"]) for name, category in categories.items()}


def write_report(found: list[Measured]) -> None:
    """Write the figures down."""
    lines = [
        "# The page, measured",
        "",
        "Written by `python -m tests.browser.budgets`: the real server, the machine's Chromium, nothing else running.",
        "Lighthouse simulates a phone on a slow network, as it does by default.",
        "",
        "| | measured | budget | |",
        "|---|---|---|---|",
        *(each.line() for each in found),
        "",
    ]
    REPORT.write_text("\n".join(lines), "utf-8")


def main() -> None:
    """Measure, write the report, and fail if a budget is not kept."""
    if find_chromium() is None:
        sys.exit(NO_BROWSER)
    found = measure()
    write_report(found)
    print(REPORT.read_text("utf-8"))
    over = [each.what for each in found if not each.is_kept]
    if over:
        sys.exit(f"over budget: {', '.join(over)}")


if __name__ == "__main__":
    main()
