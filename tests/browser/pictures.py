"""Photographs the page into docs/pictures: ``python -m tests.browser.pictures`` (or with names: only those)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect
from tests.browser import scenes
from tests.browser.chromium import NO_BROWSER, find_chromium, running_chromium
from tests.browser.inspection import ROOT
from tests.browser.page_player import PICKER, PagePlayer
from tests.browser.page_user import DESKTOP, PHONE, Device, Language
from tests.browser.search_results import wait_for_review
from tests.browser.server_tables import serving
from tests.browser.tables import Scene

from huefall.art.sheet import POSTER_HEIGHT, POSTER_WIDTH, poster

#: The picture that shows no screen.
CARDS = "cards"

PICTURES = ROOT / "docs" / "pictures"

#: More than a page should have to load for one picture, in bytes.
MOST = 250_000

#: Felt is all shades: as JPEG a screen takes a fifth of what it takes as PNG, and at this quality without a visible difference.
QUALITY = 88


@dataclass(frozen=True)
class Picture:
    """One picture: a scene or an address, seen on a device."""

    scene: Scene | None = None
    path: str = ""
    device: Device = DESKTOP
    prepare: Callable[[PagePlayer], None] = PagePlayer.wait_for_turn


def _device(width: int, height: int, language: Language = "en") -> Device:
    return Device(width, height, language)


def _pick(player: PagePlayer) -> None:
    player.play("W")
    expect(player.page.locator(PICKER)).to_be_visible()


def _scrub(player: PagePlayer) -> None:
    slider = player.page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or "0") // 2))


def _review(player: PagePlayer) -> None:
    wait_for_review(player)
    player.page.get_by_role("region", name=player.text("review.turning")).get_by_role("button").first.click()
    player.page.evaluate("() => scrollTo(0, 0)")


def _rules(player: PagePlayer) -> None:
    expect(player.page.locator("#UNO-01")).to_be_visible()


def _start(player: PagePlayer) -> None:
    expect(player.button(player.text("start.rules.change"))).to_be_enabled()


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
    of_pictures = {name: picture.scene for name, picture in ALL.items() if picture.scene is not None}
    with (
        TemporaryDirectory() as data,
        running_chromium() as browser,
        serving(Path(data), of_pictures, review_rollouts=1000) as tables,
    ):
        if CARDS in wanted:
            photograph_cards(browser)
        for name in wanted:
            if name == CARDS:
                continue
            picture = ALL[name]
            place = tables[name] if picture.scene else None
            who = {} if place is None else {"name": place.names[0], "token": place.tokens[0]}
            player = PagePlayer(browser, tables.url, picture.device, **who)
            try:
                player.open(f"{'' if place is None else place.path}{picture.path}" or "/")
                picture.prepare(player)
                player.settle()
                player.check()
                _keep(player.page, name)
            finally:
                player.leave()


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
