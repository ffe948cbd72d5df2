"""Every screen of the page by name, and the steps that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec.json import encode
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.guest_history import GAMES, STATISTICS
from tests.browser.inspection import NOTE_MOVEMENTS
from tests.browser.page_player import PICKER, RESULT, PagePlayer
from tests.browser.page_user import Device, Language
from tests.browser.search_results import ask_for_hints, wait_for_review
from tests.browser.server_tables import ServerTables
from tests.browser.tables import Scene


@dataclass(frozen=True)
class Screen:
    """A screen: its table if it has one, its address, and the steps to it."""

    reach: Callable[[PagePlayer], None]
    path: str = "/"
    scene: Scene | None = None
    seat: int | None = 0
    #: A pattern of errors that the browser reports there, rightly.
    complaint: str = ""
    #: The width of the window during the steps.
    width: int = 1280


def _start(user: PagePlayer) -> None:
    expect(user.button(user.text("start.rules.change"))).to_be_enabled()


def _chooser(user: PagePlayer) -> None:
    user.press_text("start.rules.change")
    dialog = user.page.get_by_role("dialog")
    dialog.get_by_text(user.text("start.rules.single")).click()
    expect(dialog.locator("#option-target")).to_be_visible()


def _lobby(user: PagePlayer) -> None:
    expect(user.button(user.text("page.start"))).to_be_visible()
    expect(user.page.get_by_role("img", name=user.text("page.qr"))).to_be_visible()


def _picker(user: PagePlayer) -> None:
    user.play("W")
    expect(user.page.locator(PICKER)).to_be_visible()


def _note(user: PagePlayer) -> None:
    user.wait_for_turn()
    user.changing(lambda: user.take(user.card("b6")))
    expect(user.page.locator(".board .note")).to_be_visible()


def _end(user: PagePlayer) -> None:
    user.play("r3")
    expect(user.page.locator(RESULT).get_by_role("table")).to_be_visible()


def _dialog(key: str) -> Callable[[PagePlayer], None]:
    def reach(user: PagePlayer) -> None:
        user.wait_for_turn()
        user.page.keyboard.press(key)
        expect(user.page.get_by_role("dialog")).to_be_visible()

    return reach


def _menu(item: str) -> Callable[[PagePlayer], None]:
    def reach(user: PagePlayer) -> None:
        user.wait_for_turn()
        user.press_text("room.menu")
        user.press_text(item)
        expect(user.page.get_by_role("dialog")).to_be_visible()

    return reach


def _card_help(user: PagePlayer) -> None:
    user.wait_for_turn()
    user.card("W").focus()
    user.page.keyboard.press("?")
    expect(user.page.get_by_role("dialog")).to_be_visible()


def _replay(user: PagePlayer) -> None:
    expect(user.page.get_by_role("slider")).to_be_visible()
    user.page.get_by_role("slider").fill("6")
    expect(user.page.locator("[data-top]")).to_be_visible()


def _review(user: PagePlayer) -> None:
    wait_for_review(user)
    user.page.get_by_role("slider").fill("6")
    user.page.get_by_text(user.text("review.table"), exact=True).click()


def _watching(user: PagePlayer) -> None:
    expect(user.page.locator(".board")).to_be_visible()


def _learn(user: PagePlayer) -> None:
    expect(user.page.locator("#minute")).to_be_visible()


def _rules(user: PagePlayer) -> None:
    expect(user.page.locator("#UNO-01")).to_be_visible()
    expect(user.page.locator("#ruling-shields blockquote").first).to_be_visible()


def _device_link(user: PagePlayer) -> None:
    _menu("room.device")(user)
    user.press_text("devices.link.make")
    expect(user.page.get_by_role("img", name=user.text("devices.link.qr"))).to_be_visible()


def _leave(user: PagePlayer) -> None:
    user.wait_for_turn()
    user.page.get_by_role("link", name=user.text("page.home")).click()
    expect(user.page.get_by_role("dialog")).to_be_visible()


def _start_with_game(user: PagePlayer) -> None:
    user.wait_for_turn()
    user.open("/")
    expect(user.page.get_by_role("link", name=user.text("me.return"))).to_be_visible()
    _start(user)


def _me(user: PagePlayer) -> None:
    """Show a running game, and the statistics of a guest who has played for a while."""
    user.wait_for_turn()
    user.page.route(
        "**/api/guests/me/statistics",
        lambda route: route.fulfill(body=encode(STATISTICS), content_type="application/json"),
    )
    user.page.route(
        "**/api/guests/me/games",
        lambda route: route.fulfill(body=encode(GAMES), content_type="application/json"),
    )
    user.open("/me")
    expect(user.page.get_by_role("region", name=user.text("me.statistics"))).to_be_visible()
    user.page.get_by_text(user.text("me.chart.table"), exact=True).click()
    expect(user.page.get_by_role("region", name=user.text("devices.title"))).to_contain_text(user.text("devices.this"))


def _delete_me(user: PagePlayer) -> None:
    user.wait_for_turn()
    user.open("/me")
    user.press_text("me.delete")
    expect(user.page.get_by_role("dialog")).to_be_visible()


def _heading(user: PagePlayer) -> None:
    expect(user.page.get_by_role("heading", level=1)).to_be_visible()


SCREENS: dict[str, Screen] = {
    "start": Screen(_start),
    "chooser": Screen(_chooser),
    "learn": Screen(_learn, "/learn"),
    "rules": Screen(_rules, "/rules/classic#ruling-shields"),
    "lost": Screen(_heading, "/t/abcdefgh/match/0"),
    "gone": Screen(_heading, "/t/abcdefgh", complaint="404|WebSocket"),
    "lobby": Screen(_lobby, scene=scenes.OPEN),
    "turn": Screen(PagePlayer.wait_for_turn, scene=scenes.CROWDED),
    "ten": Screen(PagePlayer.wait_for_turn, scene=scenes.TEN),
    "picker": Screen(_picker, scene=scenes.FIVE_COLORS),
    "note": Screen(_note, scene=scenes.STEADY),
    "penalty": Screen(PagePlayer.wait_for_turn, scene=replace(scenes.STACK, moves=("0 play r+2", "1 play y+2"))),
    "challenge": Screen(PagePlayer.wait_for_turn, scene=replace(scenes.BLUFF, moves=("0 play W+4 b",)), seat=1),
    "vote": Screen(PagePlayer.wait_for_turn, scene=replace(scenes.DANCE, moves=("0 play WD g", "1 dance"))),
    "run": Screen(PagePlayer.wait_for_turn, scene=replace(scenes.RUN, moves=("0 play rS*",)), seat=1),
    "boost": Screen(PagePlayer.wait_for_turn, scene=replace(scenes.HYPERSPEED, moves=("0 play WH r",)), seat=1),
    "gauntlet": Screen(PagePlayer.wait_for_turn, scene=replace(scenes.LAID, moves=("0 play WG g3 b",)), seat=1),
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
    "leave": Screen(_leave, scene=scenes.STEADY),
    "start-game": Screen(_start_with_game, scene=scenes.EVENING),
    "me": Screen(_me, scene=scenes.STEADY),
    "me-none": Screen(_heading, "/me"),
    "me-delete": Screen(_delete_me, scene=scenes.STEADY),
    "device": Screen(_heading, "/device"),
    "device-link": Screen(_device_link, scene=scenes.STEADY),
    "card-help": Screen(_card_help, scene=scenes.EDITIONS["classic"]),
}


#: The tables of the screens.
SCENES: dict[str, Scene] = {name: screen.scene for name, screen in SCREENS.items() if screen.scene is not None}


def reach(browser: Browser, tables: ServerTables, name: str, language: Language) -> PagePlayer:
    """Open a screen. The caller must close the browser with ``leave``."""
    screen = SCREENS[name]
    device = Device(width=screen.width, language=language)
    if screen.scene is None:
        user, path = PagePlayer(browser, tables.url, device), screen.path
    else:
        place = tables[name]
        who = {} if screen.seat is None else {"name": place.names[screen.seat], "token": place.tokens[screen.seat]}
        user = PagePlayer(browser, tables.url, device, **who)
        path = place.path + screen.path.removesuffix("/")
    if screen.complaint:
        user.expects(screen.complaint)
    user.context.add_init_script(NOTE_MOVEMENTS)
    user.open(path)
    screen.reach(user)
    return user
