"""The page's budgets of speed, measured on this machine: ``python -m tests.browser.budgets`` writes bench/PAGE.md.

Not a test: speed belongs to a quiet machine. A number over its budget is marked, and the exit code says so. How busy the
machine was is written down with it, and what the processor was busy with: without a graphics card, mostly with drawing.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect
from tests.browser import lighthouse, scenes
from tests.browser.chromium import NO_BROWSER, find_chromium, running_chromium
from tests.browser.inspection import ROOT
from tests.browser.page_player import RESULT, PagePlayer, open_page, open_seat
from tests.browser.page_user import Device
from tests.browser.server_tables import ServerTables, serving
from tests.browser.tables import Scene
from tests.browser.traces import Work, traced

REPORT = ROOT / "bench" / "PAGE.md"

#: Bots that are watched: the least pause the server allows by default.
PAUSE_MS = 100
PHONE = Device(390, 844, has_touch=True, is_calm=False)

#: The number of runs; the median counts.
TIMES = 3
LONG_MS = 50

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
#: Waits within the page: to be asked again and again from outside would be work of its own.
_UNTIL_SHOWN = """([selector, most]) => new Promise((resolve) => {
  const look = () => document.querySelector(selector) && end();
  const watcher = new MutationObserver(look);
  const end = () => { watcher.disconnect(); resolve(); };
  watcher.observe(document.body, { childList: true, subtree: true });
  setTimeout(end, most);
  look();
})"""
_A_ROUND = 240_000  # ms that it may take
_A_WHILE = 15_000  # ms of a round that are traced


@dataclass(frozen=True)
class Measured:
    """A figure and its budget; ``more`` is what else there is to say about it."""

    what: str
    value: float
    budget: float
    unit: str
    is_least: bool = False
    more: str = ""

    @property
    def is_kept(self) -> bool:
        return self.value >= self.budget if self.is_least else self.value <= self.budget

    def line(self) -> str:
        sign = "≥" if self.is_least else "≤"
        kept = "kept" if self.is_kept else "**over**"
        return (
            f"| {self.what} | {self.value:g} {self.unit} | {sign} {self.budget:g} {self.unit} | {kept} | {self.more} |"
        )


@dataclass
class Findings:
    """All figures, the work behind those of the bots' game, and how busy the machine was, before and after."""

    figures: list[Measured] = field(default_factory=list)
    work: Work = field(default_factory=Work)
    looks: dict[str, list[lighthouse.Look]] = field(default_factory=dict)
    loads: list[float] = field(default_factory=lambda: [os.getloadavg()[0]])


#: The host only watches, and starts it: four bots as fast as they may.
BOTS = Scene(
    persons=("Anna",), is_watched=True, bots=4, is_dealt=False, bot_pause_ms=PAUSE_MS, options={"hand_size": 5}
)
SCENES: dict[str, Scene] = {
    **{f"taps {number}": scenes.CROWDED for number in range(TIMES)},
    **{f"bots {number}": BOTS for number in range(TIMES)},
    "traced": BOTS,
    "table": scenes.EDITIONS["classic"],
}


def measure() -> Findings:
    """Measure everything there is a budget for."""
    found = Findings()
    with TemporaryDirectory() as data, serving(Path(data), SCENES) as tables:
        with running_chromium() as browser:
            found.figures += [_first_scripts(browser, tables), _feedback(browser, tables), _long_tasks(browser, tables)]
            found.work = _work(browser, tables)
        place = tables["table"]
        guest = {"name": "Anna", "token": place.tokens[0]}
        for name, path in (("first page", "/"), ("table", place.path)):
            looks = found.looks[name] = lighthouse.look(tables.url + path, guest, TIMES)
            for score, budget in (("performance", 95), ("accessibility", 100)):
                each = ", ".join(f"{one.scores[score]:g}" for one in looks)
                value = lighthouse.middle(looks, score)
                what = f"Lighthouse, {score}, {name}"
                found.figures.append(Measured(what, value, budget, "", is_least=True, more=each))
    found.loads.append(os.getloadavg()[0])
    return found


def _first_scripts(browser: Browser, tables: ServerTables) -> Measured:
    with open_page(browser, tables.url) as user:
        expect(user.button(user.text("start.rules.change"))).to_be_enabled()
        user.page.wait_for_load_state("networkidle")
        size = user.page.evaluate(_SCRIPTS)
    return Measured("first JavaScript, as it is sent", round(size / 1000, 1), 60, "kB")


def _feedback(browser: Browser, tables: ServerTables) -> Measured:
    """Tap cards that can and cannot be played; of each run take the slowest answer of the page."""
    slowest = []
    for number in range(TIMES):
        with open_seat(browser, tables, f"taps {number}", device=PHONE) as anna:
            anna.page.evaluate(_WATCH_INPUTS)
            anna.wait_for_turn()
            anna.settle_pictures()
            for card in ("b9", "g8", "y9", "W", "r1"):
                anna.changing(lambda card=card: anna.take(anna.card(card)))  # type: ignore[misc]  # bound at once
            slowest.append(max(anna.page.evaluate("() => window.inputs"), default=0))
    each = ", ".join(f"{one:g}" for one in slowest)
    return Measured("feedback to a tap, the slowest of five", median(slowest), 100, "ms", more=each)


def _watched(browser: Browser, tables: ServerTables, scene: str) -> PagePlayer:
    """Have the host start a game of bots, and look at it."""
    place = tables[scene]
    anna = PagePlayer(browser, tables.url, Device(is_calm=False), name="Anna", token=place.tokens[0])
    anna.open(place.path)
    anna.press_text("page.start")
    expect(anna.page.locator(".board")).to_be_visible()
    anna.settle_pictures()
    return anna


def _long_tasks(browser: Browser, tables: ServerTables) -> Measured:
    """Watch four bots play a round, with all motion, and take the longest task of the page."""
    longest, told = [], []
    for number in range(TIMES):
        anna = _watched(browser, tables, f"bots {number}")
        try:
            anna.page.evaluate(_WATCH_TASKS)
            anna.page.evaluate(_UNTIL_SHOWN, [RESULT, _A_ROUND])
            tasks = anna.page.evaluate("() => window.tasks")
        finally:
            anna.leave()
        longest.append(max(tasks, default=0))
        told.append(f"{longest[-1]:g} ({len(tasks)} over {LONG_MS})")
    what = f"longest task while bots play at {PAUSE_MS} ms"
    return Measured(what, median(longest), LONG_MS, "ms", more=", ".join(told))


def _work(browser: Browser, tables: ServerTables) -> Work:
    """Find out what the processor is busy with while bots play."""
    anna = _watched(browser, tables, "traced")
    try:
        with traced(browser, anna.page) as work:
            anna.page.evaluate(_UNTIL_SHOWN, [RESULT, _A_WHILE])
    finally:
        anna.leave()
    return work


def write_report(found: Findings) -> None:
    """Write the figures down."""
    work = found.work
    kinds = ", ".join(f"{kind} {work.kinds[kind]:.0f}" for kind in ("script", "style and layout", "paint", "the rest"))
    lines = [
        "# The page, measured",
        "",
        f"Generated by `python -m tests.browser.budgets`: the real server, the machine's Chromium, the median of {TIMES} runs.",
        "Lighthouse simulates a phone on a slow network, which is its default; every run is a first visit.",
        f"The machine has {os.cpu_count()} cores and no graphics card, and had a load of {found.loads[0]:.1f} tasks at the",
        f"beginning and {found.loads[-1]:.1f} at the end, ours among them{_priority()}.",
        "",
        "| | measured | budget | | each run |",
        "|---|---|---|---|---|",
        *(each.line() for each in found.figures),
        "",
        "## Details",
        "",
        f"Of {_A_WHILE // 1000} seconds of bots at full speed, in milliseconds of processor time:",
        "",
        f"- the page itself {work.kinds.total():.0f}: {kinds}; its longest task {work.longest:.0f}, {work.over} over {LONG_MS};",
        f"- the threads that draw it, without a graphics card, {work.drawing:.0f}.",
        "",
        "Lighthouse, run by run (ms; a higher number for the machine means that it was faster at that moment):",
        "",
        *(f"- {name}: {each.line()}" for name, looks in found.looks.items() for each in looks),
        "",
    ]
    REPORT.write_text("\n".join(lines), "utf-8")


def _priority() -> str:
    """Whether this ran at a lower priority than other processes."""
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    return f"; this ran at nice {nice}" if nice else ""


def main() -> None:
    """Measure, write the report, and fail if a budget is not kept."""
    if find_chromium() is None:
        sys.exit(NO_BROWSER)
    found = measure()
    write_report(found)
    print(REPORT.read_text("utf-8"))
    over = [each.what for each in found.figures if not each.is_kept]
    if over:
        sys.exit(f"over budget: {', '.join(over)}")


if __name__ == "__main__":
    main()
