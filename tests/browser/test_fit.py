"""The whole table fits into every window: what a player needs is on the screen without scrolling, and stays in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import PICKER, UNO, PagePlayer, open_seat
from tests.browser.page_user import Device, Language
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
    Window(390, 844, text=200),
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
SCENES = {name: question.scene for name, question in QUESTIONS.items()}

#: The others are left to `make check`.
ESSENTIAL = ("thirty cards and ten seats", "challenge", "five colours")


@contextmanager
def _asked(browser: Browser, tables: ServerTables, name: str, language: Language = "en") -> Iterator[PagePlayer]:
    question = QUESTIONS[name]
    with open_seat(browser, tables, name, question.seat, Device(language=language)) as player:
        question.reach(player)
        yield player


def _resize(player: PagePlayer, window: Window) -> None:
    player.page.set_viewport_size({"width": window.width, "height": window.height})
    player.page.evaluate("(text) => void (document.documentElement.style.fontSize = `${text}%`)", window.text)
    player.settle()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.essential] if name in ESSENTIAL else []) for name in QUESTIONS]
)
def test_hand_question_answers_and_top_card_are_on_the_screen(
    browser: Browser, tables: ServerTables, name: str
) -> None:
    found: list[str] = []
    with _asked(browser, tables, name) as player:
        for window in WINDOWS:
            _resize(player, window)
            found += [f"{window}: {each}" for each in player.page.evaluate(FIT)]
    assert not found, "\n".join([f"{name}:", *found])


@pytest.mark.parametrize("name", ["challenge", "seat among ten", "five colours", "vote"])
def test_hand_question_answers_and_top_card_are_on_the_screen_in_chinese(
    browser: Browser, tables: ServerTables, name: str
) -> None:
    found: list[str] = []
    with _asked(browser, tables, name, "zh-Hant") as player:
        for window in (NARROWEST, PHONE, SIDEWAYS, LAPTOP):
            _resize(player, window)
            found += [f"{window}: {each}" for each in player.page.evaluate(FIT)]
    assert not found, "\n".join([f"{name}:", *found])


@pytest.mark.essential
def test_the_uno_button_stays_in_one_place_whatever_is_asked(browser: Browser, tables: ServerTables) -> None:
    """Measured in every window with few and many cards, with long answers and with an open picker."""
    places: dict[Window, dict[str, tuple[int, ...]]] = {window: {} for window in WINDOWS}
    for name in ("one card", "thirty cards and ten seats", "challenge", "five colours"):
        with _asked(browser, tables, name) as player:
            for window in WINDOWS:
                _resize(player, window)
                box = player.page.locator(UNO).bounding_box()
                assert box is not None
                places[window][name] = tuple(round(box[side]) for side in ("x", "y", "width", "height"))
    moved = {str(window): places[window] for window in WINDOWS if len(set(places[window].values())) > 1}
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
