"""Photographs the page into docs/pictures: ``python -m tests.browser.pictures`` (or with names: only those)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect
from tests.browser import scenes
from tests.browser.inspection import ROOT
from tests.browser.machine import NO_BROWSER, find_chromium, started
from tests.browser.opened import opened
from tests.browser.reviewing import wait_for_review
from tests.browser.sitter import PICKER, Sitter
from tests.browser.tables import Scene
from tests.browser.visitor import DESKTOP, PHONE, Device, Language

PICTURES = ROOT / "docs" / "pictures"

#: More than a page should have to load for one picture, in bytes.
MOST = 250_000


@dataclass(frozen=True)
class Picture:
    """What is photographed: a scene or an address, seen on a device."""

    scene: Scene | None = None
    path: str = ""
    device: Device = DESKTOP
    prepare: Callable[[Sitter], None] = Sitter.wait_for_turn


def _device(width: int, height: int, language: Language = "en") -> Device:
    return Device(width, height, language)


def _pick(sitter: Sitter) -> None:
    sitter.play("W")
    expect(sitter.page.locator(PICKER)).to_be_visible()


def _scrub(sitter: Sitter) -> None:
    slider = sitter.page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or "0") // 2))


def _review(sitter: Sitter) -> None:
    wait_for_review(sitter)
    sitter.page.get_by_role("region", name=sitter.text("review.turning")).get_by_role("button").first.click()
    sitter.page.evaluate("() => scrollTo(0, 0)")


def _rules(sitter: Sitter) -> None:
    expect(sitter.page.locator("#UNO-01")).to_be_visible()


def _start(sitter: Sitter) -> None:
    expect(sitter.button(sitter.text("start.rules.change"))).to_be_enabled()


TABLE = scenes.EDITIONS["classic"]

ALL: dict[str, Picture] = {
    "start": Picture(prepare=_start),
    "start-phone": Picture(prepare=_start, device=PHONE),
    "table": Picture(TABLE),
    "table-phone": Picture(scenes.CROWDED, device=PHONE),
    "table-zh-Hant": Picture(TABLE, device=_device(1280, 800, "zh-Hant")),
    "picker": Picture(TABLE, device=PHONE, prepare=_pick),
    "replay": Picture(scenes.MATCH, "/match/1", prepare=_scrub),
    "review": Picture(scenes.LONG, "/match/1/review", device=_device(1040, 640), prepare=_review),
    "rules": Picture(path="/rules/jurassic", prepare=_rules),
    **{f"table-{name}": Picture(scene) for name, scene in scenes.EDITIONS.items() if name != "classic"},
}


def photograph(wanted: list[str]) -> None:
    """Take the pictures."""
    tables = {name: ALL[name].scene for name in wanted}
    with (
        TemporaryDirectory() as data,
        started() as browser,
        opened(
            Path(data), {name: scene for name, scene in tables.items() if scene is not None}, review_rollouts=1000
        ) as venue,
    ):
        for name in wanted:
            picture = ALL[name]
            place = venue.places.get(name)
            who = {} if place is None else {"name": place.names[0], "token": place.tokens[0]}
            sitter = Sitter(browser, venue.url, picture.device, **who)
            try:
                sitter.open(f"{'' if place is None else place.path}{picture.path}" or "/")
                picture.prepare(sitter)
                sitter.settle()
                sitter.check()
                file = PICTURES / f"{name}.png"
                sitter.page.screenshot(path=file, animations="disabled")
                size = file.stat().st_size
                print(f"{file.relative_to(ROOT)}: {size // 1000} kB{', more than wanted' if size > MOST else ''}")
            finally:
                sitter.leave()


def main() -> None:
    """Take all pictures, or those that are named."""
    if find_chromium() is None:
        sys.exit(NO_BROWSER)
    unknown = [name for name in sys.argv[1:] if name not in ALL]
    if unknown:
        sys.exit(f"no picture is called {', '.join(unknown)}: expected some of {', '.join(ALL)}")
    PICTURES.mkdir(exist_ok=True)
    photograph(sys.argv[1:] or list(ALL))


if __name__ == "__main__":
    main()
