"""Every screen of the page, by name: how one gets there. The checks of the screens and the pictures take them from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.inspection import NOTE_MOVEMENTS
from tests.browser.opened import Venue
from tests.browser.reviewing import ask_for_hints, wait_for_review
from tests.browser.sitter import PICKER, RESULT, Sitter
from tests.browser.tables import Scene
from tests.browser.visitor import Device, Language


@dataclass(frozen=True)
class Screen:
    """A screen: the table it is at, if it is at one, the address, and what is done there."""

    reach: Callable[[Sitter], None]
    path: str = "/"
    scene: Scene | None = None
    seat: int | None = 0
    #: What the browser complains about there, rightly.
    complaint: str = ""
    #: How wide the window is on the way there.
    width: int = 1280


def _start(visitor: Sitter) -> None:
    expect(visitor.button(visitor.text("start.rules.change"))).to_be_enabled()


def _chooser(visitor: Sitter) -> None:
    visitor.press_text("start.rules.change")
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_text(visitor.text("start.rules.single")).click()
    expect(dialog.locator("#option-target")).to_be_visible()


def _lobby(visitor: Sitter) -> None:
    expect(visitor.button(visitor.text("page.start"))).to_be_visible()
    expect(visitor.page.get_by_role("img", name=visitor.text("page.qr"))).to_be_visible()


def _picker(visitor: Sitter) -> None:
    visitor.play("W")
    expect(visitor.page.locator(PICKER)).to_be_visible()


def _note(visitor: Sitter) -> None:
    visitor.wait_for_turn()
    visitor.changing(lambda: visitor.take(visitor.card("b6")))
    expect(visitor.page.locator(".board .note")).to_be_visible()


def _end(visitor: Sitter) -> None:
    visitor.play("r3")
    expect(visitor.page.locator(RESULT).get_by_role("table")).to_be_visible()


def _dialog(key: str) -> Callable[[Sitter], None]:
    def reach(visitor: Sitter) -> None:
        visitor.wait_for_turn()
        visitor.page.keyboard.press(key)
        expect(visitor.page.get_by_role("dialog")).to_be_visible()

    return reach


def _menu(item: str) -> Callable[[Sitter], None]:
    def reach(visitor: Sitter) -> None:
        visitor.wait_for_turn()
        visitor.press_text("room.menu")
        visitor.press_text(item)
        expect(visitor.page.get_by_role("dialog")).to_be_visible()

    return reach


def _card_help(visitor: Sitter) -> None:
    visitor.wait_for_turn()
    visitor.card("W").focus()
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def _replay(visitor: Sitter) -> None:
    expect(visitor.page.get_by_role("slider")).to_be_visible()
    visitor.page.get_by_role("slider").fill("6")
    expect(visitor.page.locator("[data-top]")).to_be_visible()


def _review(visitor: Sitter) -> None:
    wait_for_review(visitor)
    visitor.page.get_by_role("slider").fill("6")
    visitor.page.get_by_text(visitor.text("review.table"), exact=True).click()


def _watching(visitor: Sitter) -> None:
    expect(visitor.page.locator(".board")).to_be_visible()


def _learn(visitor: Sitter) -> None:
    expect(visitor.page.locator("#minute")).to_be_visible()


def _rules(visitor: Sitter) -> None:
    expect(visitor.page.locator("#UNO-01")).to_be_visible()
    expect(visitor.page.locator("#ruling-shields blockquote").first).to_be_visible()


def _heading(visitor: Sitter) -> None:
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()


SCREENS: dict[str, Screen] = {
    "start": Screen(_start),
    "chooser": Screen(_chooser),
    "learn": Screen(_learn, "/learn"),
    "rules": Screen(_rules, "/rules/classic#ruling-shields"),
    "lost": Screen(_heading, "/t/abcdefgh/match/0"),
    "gone": Screen(_heading, "/t/abcdefgh", complaint="404|WebSocket"),
    "lobby": Screen(_lobby, scene=scenes.OPEN),
    "turn": Screen(Sitter.wait_for_turn, scene=scenes.CROWDED),
    "ten": Screen(Sitter.wait_for_turn, scene=scenes.TEN),
    "picker": Screen(_picker, scene=scenes.FIVE_COLORS),
    "note": Screen(_note, scene=scenes.STEADY),
    "penalty": Screen(Sitter.wait_for_turn, scene=replace(scenes.STACK, moves=("0 play r+2", "1 play y+2"))),
    "challenge": Screen(Sitter.wait_for_turn, scene=replace(scenes.BLUFF, moves=("0 play W+4 b",)), seat=1),
    "vote": Screen(Sitter.wait_for_turn, scene=replace(scenes.DANCE, moves=("0 play WD g", "1 dance"))),
    "run": Screen(Sitter.wait_for_turn, scene=replace(scenes.RUN, moves=("0 play rS*",)), seat=1),
    "boost": Screen(Sitter.wait_for_turn, scene=replace(scenes.HYPERSPEED, moves=("0 play WH r",)), seat=1),
    "gauntlet": Screen(Sitter.wait_for_turn, scene=replace(scenes.LAID, moves=("0 play WG g3 b",)), seat=1),
    "watching": Screen(_watching, scene=scenes.WATCHED, seat=None),
    "round-over": Screen(_end, scene=scenes.ROUND),
    "match-over": Screen(_end, scene=scenes.LAST),
    "replay": Screen(_replay, "/match/1", scene=scenes.MATCH),
    "review": Screen(_review, "/match/1/review", scene=scenes.MATCH),
    "hints": Screen(ask_for_hints, scene=replace(scenes.EDITIONS["classic"], hints=True)),
    "help": Screen(_dialog("?"), scene=scenes.STEADY),
    "log": Screen(_dialog("l"), scene=replace(scenes.STEADY, moves=("0 play r3", "1 draw", "1 keep")), width=390),
    "scores": Screen(_dialog("s"), scene=scenes.STEADY),
    "people": Screen(_menu("room.people"), scene=scenes.STEADY),
    "settings": Screen(_menu("room.settings"), scene=scenes.STEADY),
    "card-help": Screen(_card_help, scene=scenes.EDITIONS["classic"]),
}


def tables(language: Language) -> dict[str, Scene]:
    """Return the tables of all screens; some are changed on the way, so each language has its own."""
    return {f"{name} {language}": screen.scene for name, screen in SCREENS.items() if screen.scene is not None}


def reach(browser: Browser, venue: Venue, name: str, language: Language) -> Sitter:
    """Have somebody come to a screen. Who has called for them lets them leave."""
    screen = SCREENS[name]
    device = Device(width=screen.width, language=language)
    if screen.scene is None:
        visitor, path = Sitter(browser, venue.url, device), screen.path
    else:
        place = venue.places[f"{name} {language}"]
        who = {} if screen.seat is None else {"name": place.names[screen.seat], "token": place.tokens[screen.seat]}
        visitor = Sitter(browser, venue.url, device, **who)
        path = place.path + screen.path.removesuffix("/")
    if screen.complaint:
        visitor.expects(screen.complaint)
    visitor.context.add_init_script(NOTE_MOVEMENTS)
    visitor.open(path)
    screen.reach(visitor)
    return visitor
