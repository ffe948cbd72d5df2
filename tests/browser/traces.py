"""What a page and its browser are busy with, from Chromium's own trace: time on the processor, thread by thread.

Time on the clock says how long something took on this machine at this moment; time on the processor says how much there
was to do, independent of other work on the machine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

_CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "v8"]

#: Kinds of work on the page's main thread, by the events that belong to them.
_KINDS = {
    "script": {
        "FunctionCall",
        "EvaluateScript",
        "v8.evaluateModule",
        "v8.compile",
        "RunMicrotasks",
        "MinorGC",
        "MajorGC",
    },
    "style and layout": {"UpdateLayoutTree", "Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
}

#: Threads that draw, in all processes; the workers do other things as well, but little.
_DRAWING = {"ThreadPoolForegroundWorker", "CompositorTileWorker", "VizCompositorThread", "Compositor"}
_TASK = "ThreadControllerImpl::RunTask"
_OVER_MS = 50


@dataclass
class Work:
    """Milliseconds on the processor: of the main thread by kind, of the threads that draw, and of each main task."""

    kinds: Counter[str] = field(default_factory=Counter)
    drawing: float = 0.0
    tasks: list[float] = field(default_factory=list)

    @property
    def longest(self) -> float:
        return max(self.tasks, default=0.0)

    @property
    def over(self) -> int:
        return sum(task > _OVER_MS for task in self.tasks)


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[Work]:
    """Trace a page for a while; the work is filled in at the end."""
    work = Work()
    browser.start_tracing(page=page, categories=_CATEGORIES)
    yield work
    _tell(json.loads(browser.stop_tracing())["traceEvents"], work)


def _tell(events: list[dict[str, Any]], work: Work) -> None:
    names = {_thread(each): each["args"]["name"] for each in events if each["name"] == "thread_name"}
    page = _page_process(events)
    whole = [each for each in events if each.get("ph") == "X" and "tdur" in each]
    for each in whole:
        name = names.get(_thread(each), "")
        if each["name"] == _TASK and name in _DRAWING:
            work.drawing += each["tdur"] / 1000
    mine = [each for each in whole if each["pid"] == page and names.get(_thread(each)) == "CrRendererMain"]
    work.tasks.extend(each["tdur"] / 1000 for each in mine if each["name"] == _TASK)
    work.kinds.update(_by_kind(mine))


def _page_process(events: Iterable[dict[str, Any]]) -> int:
    """Find the process of the page that was traced: the first frame the trace names."""
    for each in events:
        for frame in each.get("args", {}).get("data", {}).get("frames", []) if "args" in each else []:
            if "processId" in frame and "parent" not in frame:
                return int(frame["processId"])
    raise RuntimeError("the trace names no frame: was the page closed before it was traced?")


def _by_kind(events: list[dict[str, Any]]) -> Counter[str]:
    """Sum up by kind, each event without those within it; events of no kind count as the rest."""
    kinds = {event: kind for kind, several in _KINDS.items() for event in several}
    found: Counter[str] = Counter()
    within: list[tuple[float, str]] = []  # where each open event ends, and its kind
    for each in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        while within and each["ts"] >= within[-1][0]:
            within.pop()
        above = within[-1][1] if within else None
        kind = kinds.get(each["name"], above or "the rest")
        found[kind] += each["tdur"] / 1000
        if above is not None:
            found[above] -= each["tdur"] / 1000
        within.append((each["ts"] + each["dur"], kind))
    return found


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]
