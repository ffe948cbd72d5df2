"""Lighthouse for a first visit: a new browser for every run, and the median of several runs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.chromium import FLAGS, find_chromium
from tests.browser.inspection import ROOT

PROGRAM = ROOT / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"
_DEBUGGING_PORT = 9333

_REMEMBER = "(guest) => void (localStorage['huefall.guest'] = JSON.stringify(guest))"

SHIFT = "cumulative-layout-shift"

#: What the score for performance is made of, in ms but for the last.
PARTS = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "speed-index": "speed index",
    SHIFT: "shift",
}


@dataclass(frozen=True)
class Look:
    """What Lighthouse found: the scores from 0 to 100, what they are made of, and how fast it thinks the machine is."""

    scores: dict[str, float]
    parts: dict[str, float]
    machine: float

    def line(self) -> str:
        shown = [f"{name} {round(self.parts[part], 3 if part == SHIFT else None)}" for part, name in PARTS.items()]
        return f"{self.scores['performance']:g} ({', '.join(shown)}; machine {self.machine:.0f})"


def look(url: str, guest: dict[str, str], times: int = 3) -> list[Look]:
    """Look at a page several times, each time as a guest whose browser has never seen it."""
    found = []
    for _ in range(times):
        with _new_browser(url, guest) as port:
            found.append(_look_once(url, port))
    return found


def middle(looks: list[Look], score: str) -> float:
    """Return the median of a score."""
    return median(each.scores[score] for each in looks)


@contextmanager
def _new_browser(url: str, guest: dict[str, str]) -> Iterator[int]:
    """Run a browser that remembers the guest, but neither files nor a service worker."""
    flags = [*FLAGS, f"--remote-debugging-port={_DEBUGGING_PORT}"]
    with TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(profile, executable_path=find_chromium(), args=flags)
        page = context.pages[0] if context.pages else context.new_page()
        scheme, _, rest = url.partition("://")
        page.goto(f"{scheme}://{rest.partition('/')[0]}/static/icon.svg")
        page.evaluate(_REMEMBER, guest)
        page.goto("about:blank")
        yield _DEBUGGING_PORT
        context.close()


def _look_once(url: str, port: int) -> Look:
    command = ["node", str(PROGRAM), url, f"--port={port}", "--output=json", "--quiet", "--disable-storage-reset"]
    command += ["--only-categories=performance,accessibility"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(f"Lighthouse could not look at {url}: {answer.stderr[-800:]}")
    report: dict[str, Any] = json.loads(answer.stdout)
    return Look(
        scores={name: round(100 * category["score"]) for name, category in report["categories"].items()},
        parts={part: report["audits"][part]["numericValue"] for part in PARTS},
        machine=report["environment"]["benchmarkIndex"],
    )
