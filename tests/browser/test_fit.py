"""The whole table fits into every window: what a player needs is on the screen without scrolling, and stays in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from tests.browser import scenes
from tests.browser.page_player import PICKER, RESULT, UNO, PagePlayer, open_seat
from tests.browser.page_user import Device, Language
from tests.browser.search_results import ask_for_hints
from tests.browser.server_tables import ServerTables
from tests.browser.tables import Scene

FIT = Path(__file__).with_name("fit.js").read_text("utf-8")


@dataclass(frozen=True)
class Window:
    """The size of a window in px, and of its text in per cent."""

    width: int
    height: int
    text: int = 100

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f", text at {self.text} %" if self.text != 100 else "")


NARROWEST = Window(320, 568)
PHONE = Window(390, 844)
SIDEWAYS = Window(844, 390)
LAPTOP = Window(1366, 657)
WINDOWS = (
    NARROWEST,
    Window(390, 664),
    PHONE,
    Window(667, 375),
    SIDEWAYS,
    Window(640, 400),  # 1280x800 at 200 %
    Window(820, 1180),
    Window(1180, 820),
    Window(1024, 768),
    Window(1280, 800),
    LAPTOP,
    Window(1920, 950),
    Window(2560, 1300),
    *(replace(window, text=200) for window in (NARROWEST, PHONE, SIDEWAYS, LAPTOP)),
)

#: As many cards and seats as a table is made for.
THIRTY = [*scenes.MANY, "r2", "y5", "y7", "g9", "b1"]
NINE_OTHERS = [[card, card] for card in ("r6", "r8", "y1", "y3", "y8", "g2", "g4", "b3", "b7")]


def _cards(amount: int, seats: int, options: Mapping[str, Any] | None = None, first: tuple[str, ...] = ()) -> Scene:
    """An ordinary turn with this many cards at a table of this many seats."""
    hand = [*first, *THIRTY[: amount - len(first)]]
    bots = max(0, seats - 3)
    persons = ("Anna", "Alexandra the Great", "蘇菲亞·陳大小姐")[: seats - bots]
    scores = [75 * seat for seat in range(seats)]
    hands = [hand, *NINE_OTHERS[: seats - 1]]
    return scenes.at(hands, "r4", {"target": 500, **(options or {})}, persons=persons, bots=bots, scores=scores)


def _pick(card: str, *choices: str) -> Callable[[PagePlayer], None]:
    """Play a card that leaves something to choose, and make these choices."""

    def reach(player: PagePlayer) -> None:
        player.play(card)
        for choice in choices:
            player.choose(player.name_of(choice))
        expect(player.page.locator(PICKER)).to_be_visible()

    return reach


@dataclass(frozen=True)
class Question:
    """A kind of question: a table, the seat that is asked, and what its player does to come to it."""

    scene: Scene
    seat: int = 0
    reach: Callable[[PagePlayer], None] = PagePlayer.wait_for_turn


_MORE = ["r4", "y4", "g4", "b9", "b8"]
_LAY = ["WG", "r1", "r2", "r3", "p3", "p4", "g5", "b6", "b9"]
_JURASSIC = scenes.at([["rS*", "b9", "b8"], ["WE", "rS*", "y4", "g5"]], "r1", edition="jurassic", moves=("0 play rS*",))
_SHIELD = scenes.at([["r+2", "W", "b9"], ["rS", "y4", "g5", "W"]], "r1", {"shields": True}, moves=("0 play r+2",))
_VOTE = replace(
    scenes.DANCE,
    persons=("Anna", "Ben"),
    position={**(scenes.DANCE.position or {}), "hands": [["WD", "b9", "b8"], ["r4", "g4", "g5", "r2"]]},
)
QUESTIONS: dict[str, Question] = {
    "one card": Question(_cards(1, 2)),
    "thirty cards": Question(_cards(30, 4)),
    "ten seats": Question(_cards(7, 10)),
    "thirty cards and ten seats": Question(_cards(30, 10)),
    "drawn card": Question(
        scenes.at([["b9", "b8"], ["y3", "y4"]], "r1", pile=["r5"], moves=("0 draw",)),
    ),
    "challenge": Question(replace(scenes.BLUFF, moves=("0 play W+4 b",)), seat=1),
    "stack": Question(replace(scenes.STACK, moves=("0 play r+2", "1 play y+2"))),
    "run": Question(_JURASSIC, seat=1),
    "shield": Question(_SHIELD, seat=1),
    "dance": Question(replace(_VOTE, moves=("0 play WD g",)), seat=1),
    "vote": Question(replace(scenes.DANCE, moves=("0 play WD g", "1 dance"))),
    "five colours": Question(scenes.FIVE_COLORS, reach=_pick("W")),
    "colour with thirty cards": Question(_cards(30, 4, first=("W",)), reach=_pick("W")),
    "card to lay": Question(scenes.at([_LAY, ["g4", "b7", "r2"]], "r5", edition="avengers"), reach=_pick("WG")),
    "colour after the laid card": Question(
        scenes.at([_LAY, ["g4", "b7", "r2"]], "r5", edition="avengers"), reach=_pick("WG", "p3")
    ),
    "laid card": Question(replace(scenes.LAID, moves=("0 play WG g3 b",)), seat=1),
    "equal cards": Question(scenes.at([_MORE, ["y3", "g5"]], "r1", {"same_symbol": True}), reach=_pick("r4")),
    "seat among ten": Question(_cards(12, 10, {"seven_zero": True}, first=("r7",)), reach=_pick("r7")),
    "shown hand": Question(replace(scenes.BLUFF, moves=("0 play W+4 b", "1 challenge")), seat=1),
}

#: Every number of seats, and hands of all sizes.
SEATS_AND_CARDS = ((2, 30), (3, 2), (4, 17), (5, 8), (6, 24), (7, 5), (8, 12), (9, 27), (10, 20))


def _wait_for_request(player: PagePlayer) -> None:
    player.wait_for_turn()
    expect(player.page.get_by_test_id("request").first).to_be_visible()


def _lose_connection(player: PagePlayer) -> None:
    """Cut the connection for good: the page says so for as long as it lasts."""
    player.expects("WebSocket|ERR_INTERNET_DISCONNECTED|fetching the script")
    sockets: list[WebSocketRoute] = []
    is_cut = False

    def pass_on(route: WebSocketRoute) -> None:
        if is_cut:
            route.close(code=1001)
        else:
            sockets.append(route)
            route.connect_to_server()

    player.page.route_web_socket("**/ws/*", pass_on)
    player.page.reload()
    player.wait_for_turn()
    is_cut = True
    player.context.set_offline(True)
    for socket in sockets:
        socket.close(code=1001)
    expect(player.page.get_by_role("alert")).to_contain_text(player.text("page.lost"))


#: What else may be on the screen during a turn.
ADDITIONS: dict[str, Question] = {
    "hints": Question(replace(_cards(8, 4), hints=True), reach=ask_for_hints),
    "hints with thirty cards and ten seats": Question(replace(_cards(30, 10), hints=True), reach=ask_for_hints),
    "requests": Question(
        replace(_cards(30, 10), requests=("Alexandra the Great", "蘇菲亞·陳大小姐", "Ben")), reach=_wait_for_request
    ),
    "lost connection": Question(_cards(17, 10), reach=_lose_connection),
}
TABLES = {
    **QUESTIONS,
    **ADDITIONS,
    **{f"{seats} seats and {cards} cards": Question(_cards(cards, seats)) for seats, cards in SEATS_AND_CARDS},
}
SCENES = {name: question.scene for name, question in TABLES.items()}
SCENES["result"] = scenes.at(
    [["r3"], scenes.MANY[:17], *NINE_OTHERS[:8]], "r5", {"target": 500}, persons=scenes.ALONE, bots=9, called=[0]
)

#: The others are left to `make check`.
ESSENTIAL = ("thirty cards and ten seats", "challenge", "five colours")


@contextmanager
def _asked(browser: Browser, tables: ServerTables, name: str, language: Language = "en") -> Iterator[PagePlayer]:
    question = TABLES[name]
    with open_seat(browser, tables, name, question.seat, Device(language=language)) as player:
        question.reach(player)
        yield player


def _resize(player: PagePlayer, window: Window) -> None:
    player.page.set_viewport_size({"width": window.width, "height": window.height})
    player.page.evaluate("(text) => void (document.documentElement.style.fontSize = `${text}%`)", window.text)
    player.settle()


def _find_hidden(player: PagePlayer, windows: Sequence[Window] = WINDOWS) -> list[str]:
    """Resize the window, and list what a player should see and does not."""
    found = []
    for window in windows:
        _resize(player, window)
        found += [f"{window}: {each}" for each in player.page.evaluate(FIT)]
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.essential] if name in ESSENTIAL else []) for name in QUESTIONS]
)
def test_hand_question_answers_and_top_card_are_on_the_screen(
    browser: Browser, tables: ServerTables, name: str
) -> None:
    with _asked(browser, tables, name) as player:
        found = _find_hidden(player)
    assert not found, "\n".join([f"{name}:", *found])


@pytest.mark.parametrize(("seats", "cards"), SEATS_AND_CARDS)
def test_every_number_of_seats_fits_with_hands_of_all_sizes(
    browser: Browser, tables: ServerTables, seats: int, cards: int
) -> None:
    language: Language = "zh-Hant" if seats % 2 else "en"
    with _asked(browser, tables, f"{seats} seats and {cards} cards", language) as player:
        found = _find_hidden(player)
    assert not found, "\n".join([f"{seats} seats, {cards} cards, {language}:", *found])


@pytest.mark.parametrize("name", ["challenge", "seat among ten", "five colours", "vote", "shown hand", "equal cards"])
def test_hand_question_answers_and_top_card_are_on_the_screen_in_chinese(
    browser: Browser, tables: ServerTables, name: str
) -> None:
    with _asked(browser, tables, name, "zh-Hant") as player:
        found = _find_hidden(player)
    assert not found, "\n".join([f"{name}:", *found])


@pytest.mark.parametrize("name", ADDITIONS)
def test_hints_and_notices_hide_nothing_that_a_turn_needs(browser: Browser, tables: ServerTables, name: str) -> None:
    with _asked(browser, tables, name) as player:
        found = _find_hidden(player)
    assert not found, "\n".join([f"{name}:", *found])


def test_the_result_of_a_round_fits_with_the_way_on(browser: Browser, tables: ServerTables) -> None:
    """Its rows scroll inside; who won and the next step stay visible."""
    with open_seat(browser, tables, "result") as player:
        player.play("r3")
        result = player.page.locator(RESULT)
        expect(result).to_be_visible()
        for window in WINDOWS:
            _resize(player, window)
            assert player.page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight"), window
            for part in (result, result.get_by_role("heading").first, player.button(player.text("page.next_round"))):
                box = part.bounding_box()
                assert box is not None, window
                assert box["x"] >= 0 and box["x"] + box["width"] <= window.width + 1, (window, box)
                assert box["y"] >= 0 and box["y"] + box["height"] <= window.height + 1, (window, box)


@pytest.mark.essential
def test_the_uno_button_stays_in_one_place_whatever_is_asked(browser: Browser, tables: ServerTables) -> None:
    """Measured with few and many cards, with long answers, with open pickers and below notices."""
    windows = (NARROWEST, PHONE, SIDEWAYS, Window(820, 1180), LAPTOP, Window(2560, 1300), replace(LAPTOP, text=200))
    places: dict[Window, dict[str, tuple[int, ...]]] = {window: {} for window in windows}
    for name in ("one card", "thirty cards and ten seats", "challenge", "five colours", "seat among ten", "requests"):
        with _asked(browser, tables, name) as player:
            for window in windows:
                _resize(player, window)
                box = player.page.locator(UNO).bounding_box()
                assert box is not None
                places[window][name] = tuple(round(box[side]) for side in ("x", "y", "width", "height"))
    moved = {str(window): places[window] for window in windows if len(set(places[window].values())) > 1}
    assert not moved, f"the button moves: {moved}"


def test_cards_are_larger_on_a_larger_screen(browser: Browser, tables: ServerTables) -> None:
    widths = []
    with _asked(browser, tables, "ten seats") as player:
        for window in (LAPTOP, Window(1920, 950), Window(2560, 1300)):
            _resize(player, window)
            size = "(selector) => document.querySelector(selector).offsetWidth"
            widths.append([player.page.evaluate(size, each) for each in ("[data-card]", "[data-top] img")])
    for smaller, larger in pairwise(widths):
        assert all(small * 1.2 < large for small, large in zip(smaller, larger, strict=True)), widths
