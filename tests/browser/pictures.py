"""Photographs the page into docs/pictures: ``python -m tests.browser.pictures`` (or with names: only those)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect
from tests.browser import scenes
from tests.browser.inspection import ROOT
from tests.browser.machine import NO_BROWSER, find_chromium, started
from tests.browser.opened import opened
from tests.browser.reviewing import wait_for_review
from tests.browser.sitter import PICKER, Sitter
from tests.browser.tables import Scene
from tests.browser.visitor import DESKTOP, PHONE, Device, Language

from huefall.art.sheet import POSTER_HEIGHT, POSTER_WIDTH, poster

#: The picture that shows no screen.
CARDS = "cards"

PICTURES = ROOT / "docs" / "pictures"

#: More than a page should have to load for one picture, in bytes.
MOST = 250_000

#: Felt is all shades: as JPEG a screen takes a fifth of what it takes as PNG, and at this quality nobody sees a difference.
QUALITY = 88


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


ALL: dict[str, Picture] = {
    "start": Picture(prepare=_start),
    "start-phone": Picture(prepare=_start, device=PHONE),
    "table": Picture(scenes.EVENING),
    "table-phone": Picture(scenes.CROWDED, device=PHONE),
    "table-zh-Hant": Picture(scenes.EVENING, device=_device(1280, 800, "zh-Hant")),
    "picker": Picture(scenes.EVENING, device=PHONE, prepare=_pick),
    "replay": Picture(scenes.MATCH, "/match/1", prepare=_scrub),
    "review": Picture(scenes.LONG, "/match/1/review", device=_device(1040, 640), prepare=_review),
    "rules": Picture(path="/rules/jurassic", prepare=_rules),
    **{f"table-{name}": Picture(scene) for name, scene in scenes.EDITIONS.items() if name != "classic"},
}


def photograph(wanted: list[str]) -> None:
    """Take the pictures."""
    tables = {name: ALL[name].scene for name in wanted if name != CARDS}
    with (
        TemporaryDirectory() as data,
        started() as browser,
        opened(
            Path(data), {name: scene for name, scene in tables.items() if scene is not None}, review_rollouts=1000
        ) as venue,
    ):
        if CARDS in wanted:
            photograph_cards(browser)
        for name in wanted:
            if name == CARDS:
                continue
            picture = ALL[name]
            place = venue.places.get(name)
            who = {} if place is None else {"name": place.names[0], "token": place.tokens[0]}
            sitter = Sitter(browser, venue.url, picture.device, **who)
            try:
                sitter.open(f"{'' if place is None else place.path}{picture.path}" or "/")
                picture.prepare(sitter)
                sitter.settle()
                sitter.check()
                _keep(sitter.page, name)
            finally:
                sitter.leave()


def photograph_cards(browser: Browser) -> None:
    """Take the picture of the cards of all editions."""
    page = browser.new_page(viewport={"width": POSTER_WIDTH, "height": POSTER_HEIGHT})
    page.set_content(poster())
    _keep(page, CARDS)
    page.close()


def _keep(page: Page, name: str) -> None:
    file = PICTURES / f"{name}.jpg"
    page.screenshot(path=file, animations="disabled", type="jpeg", quality=QUALITY)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size // 1000} kB{', more than wanted' if size > MOST else ''}")


def main() -> None:
    """Take all pictures, or those that are named."""
    if find_chromium() is None:
        sys.exit(NO_BROWSER)
    known = [*ALL, CARDS]
    unknown = [name for name in sys.argv[1:] if name not in known]
    if unknown:
        sys.exit(f"no picture is called {', '.join(unknown)}: expected some of {', '.join(known)}")
    PICTURES.mkdir(exist_ok=True)
    photograph(sys.argv[1:] or known)


if __name__ == "__main__":
    main()
