"""A player in a browser, who looks at the board as it is shown, and plays with the mouse, a finger or the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as Missed
from tests.browser.page_user import DESKTOP, Device, PageUser
from tests.browser.server_tables import ServerTables

from huefall.texts import card_name, load

HAND = '[data-place="hand"] [data-card]'
MINE = ".board .prompt.mine"
PICKER = ".board .picker"
ANSWERS = ".board .answering button"
UNO = '.board button[aria-keyshortcuts="U"]'
RESULT = '[data-testid="result"]'

#: Everything on the board that a move changes.
_SEEN = """
() => JSON.stringify([
  [...document.querySelectorAll('[data-place="hand"] [data-card]')].map((each) => each.dataset.card + each.className),
  document.querySelector("[data-top]")?.dataset.top,
  document.querySelector(".board .prompt")?.textContent,
  document.querySelector(".board .picker")?.textContent,
  document.querySelectorAll(".board .sent").length,
  document.querySelector(".board .note")?.textContent,
  document.querySelector('[aria-keyshortcuts="U"]')?.ariaPressed,
  [...document.querySelectorAll(".board .seat")].map((each) => each.textContent),
])
"""

#: The page ignores a second press within this time after a move, as a slip of the finger.
_SLIP_MS = 300

#: Where to press a card: at its left edge, which no other card covers.
_GRIP = {"x": 10, "y": 22}

#: Whether a card is under the pointer and no longer moves: it rises under the pointer.
_IS_UNDER = """
([key, x, y]) => {
  const under = document.elementFromPoint(x, y)?.closest("[data-card]");
  const isStill = (each) => each.playState !== "running" || each.effect.getComputedTiming().endTime === Infinity;
  return under?.dataset.card === key && under.getAnimations({ subtree: true }).every(isStill);
}
"""

#: What the player can do, read all at once.
_OPTIONS = """
() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    hand: all('[data-place="hand"] [data-card]').length,
    playable: all('[data-place="hand"] [data-card].playable').map((each) => each.dataset.card),
    isChoosing: all(".board .picker").length > 0,
    isCallDue: all('.board button[aria-keyshortcuts="U"].due:not([aria-pressed="true"])').length > 0,
    canDraw: all('.board .answering button[aria-keyshortcuts="D"]').length > 0,
  };
}
"""

_MAX_TURNS = 400


class PagePlayer(PageUser):
    """A player at a table. `by_pressing` and `by_keys` decide for them."""

    def __init__(
        self, browser: Browser, url: str, device: Device = DESKTOP, *, name: str = "", token: str = ""
    ) -> None:
        super().__init__(browser, url, device, name=name, token=token)
        self.words = load(device.language)
        self._acted = 0.0  # when something was done last, in ms

    def text(self, key: str, **parameters: object) -> str:
        return self.words.text(key, **parameters)

    def press_text(self, key: str, *, exact: bool = False, **parameters: object) -> None:
        """Press the button with this text of the catalogue."""
        self.press(self.text(key, **parameters), exact=exact)

    # Looking

    def hand(self) -> list[str]:
        """Return the cards of the player's hand in the order in which they are shown."""
        keys: list[str] = self.page.eval_on_selector_all(HAND, "(all) => all.map((each) => each.dataset.card)")
        return [key.split("#")[0] for key in keys]

    def options(self) -> dict[str, Any]:
        """Return what can be done now."""
        found: dict[str, Any] = self.page.evaluate(_OPTIONS)
        return found

    @property
    def top(self) -> str:
        return self.page.locator("[data-top]").get_attribute("data-top") or ""

    def wait_for_size(self, seat: int, size: int) -> None:
        """Wait until the board shows this number of cards for another seat."""
        expect(self.page.locator(f'[data-place="seat-{seat}"] .count')).to_have_text(str(size))

    def card(self, written: str, ordinal: int = 0) -> Locator:
        return self.page.locator(f'[data-place="hand"] [data-card="{written}#{ordinal}"]')

    def name_of(self, card: str) -> str:
        return card_name(self.words, card)

    def is_asked(self) -> bool:
        return self.page.locator(MINE).count() > 0

    def wait_for_turn(self) -> None:
        expect(self.page.locator(MINE)).to_be_visible()

    def wait_for_hand(self, cards: list[str]) -> None:
        """Wait until the hand has these cards, in any order."""
        self.wait_for(
            """(wanted) => JSON.stringify([...document.querySelectorAll('[data-place="hand"] [data-card]')]
                 .map((each) => each.dataset.card.split("#")[0]).sort()) === wanted""",
            _compact(sorted(cards)),
        )

    # Acting

    def changing(self, act: Callable[[], None]) -> None:
        """Do something once, and wait until the board changes: a press without an effect is a fault of the page."""
        self.wait_for(
            "(since) => Date.now() > since && !document.querySelector('[data-waiting]')", self._acted + _SLIP_MS
        )
        before = self.page.evaluate(_SEEN)
        act()
        try:
            self.wait_for(f"(before) => ({_SEEN})() !== before", before)
        except Missed:
            raise AssertionError(f"the board did not change; it shows {before}") from None
        self._acted = self.page.evaluate("() => Date.now()")

    def wait_for_move(self, condition: str) -> None:
        """Wait until a move that the page makes by itself has had an effect; a press right after it counts as a slip."""
        self.wait_for(condition)
        self._acted = self.page.evaluate("() => Date.now()")

    def take(self, card: Locator) -> None:
        """Move the pointer to the visible part of a card, and press it."""
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            card.tap(position=_GRIP)
            return
        card.hover(position=_GRIP)
        key = card.get_attribute("data-card")
        box = card.bounding_box()
        assert key and box, "the card has gone"
        # Where it was pointed at, not where it has moved to since: a hand does not follow.
        self.page.mouse.move(box["x"] + _GRIP["x"], box["y"] + _GRIP["y"])
        self.wait_for(_IS_UNDER, [key, box["x"] + _GRIP["x"], box["y"] + _GRIP["y"]])
        self.page.mouse.down()
        self.page.mouse.up()

    def play(self, card: str, *, uno: bool = False) -> None:
        """Play a card of the hand, or open the picker if there is more to choose."""
        self.wait_for_turn()
        if uno:
            self.changing(lambda: self.touch(self.page.locator(UNO)))
        self.changing(lambda: self.take(self.card(card)))

    def choose_color(self, letter: str) -> None:
        names = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
        name = self.text(f"color.{names[letter]}")
        self.changing(lambda: self.touch(self.page.locator(PICKER).get_by_role("button", name=name).first))

    def choose(self, name: str) -> None:
        """Press a choice of the open picker."""
        self.changing(lambda: self.touch(self.page.locator(PICKER).get_by_role("button", name=name).first))

    def answer(self, verb: str) -> None:
        """Press an answer other than a card."""
        self.changing(lambda: self.touch(self.page.locator(f'{ANSWERS}[data-answer="{verb}"]')))

    # Whole rounds

    def wait_until_asked_or_over(self) -> bool:
        """Wait until the player is asked or the round is over; return whether it is over."""
        found = self.wait_for(
            """([mine, result]) => document.querySelector(result) ? "over"
                 : document.querySelector(mine) && !document.querySelector("[data-waiting]") ? "asked" : false""",
            [MINE, RESULT],
        )
        return bool(found == "over")

    def play_out(self, decide: Callable[[PagePlayer], None]) -> int:
        """Play until the round is over; return the number of decisions."""
        for turn in range(_MAX_TURNS):
            if self.wait_until_asked_or_over():
                return turn
            decide(self)
        raise AssertionError(f"the round was not over after {_MAX_TURNS} turns")


def by_pressing(player: PagePlayer) -> None:
    """Decide with the mouse or a finger: choose in an open picker, else play a card, else answer."""
    page, options = player.page, player.options()
    if options["isChoosing"]:
        choice = page.locator(f"{PICKER} li button, {PICKER} button.main").first
        player.changing(lambda: player.touch(choice))
    elif options["playable"]:
        if options["hand"] == 2 and options["isCallDue"]:
            player.changing(lambda: player.touch(page.locator(UNO)))
        card = page.locator(f'[data-place="hand"] [data-card="{options["playable"][0]}"]')
        player.changing(lambda: player.take(card))
    else:
        player.changing(lambda: player.touch(page.locator(ANSWERS).last))


def by_keys(player: PagePlayer) -> None:
    """Decide with the keys alone."""
    keys, options = player.page.keyboard, player.options()
    if options["isChoosing"]:
        player.changing(lambda: keys.press("1"))
    elif options["playable"]:
        if options["hand"] == 2 and options["isCallDue"]:
            player.changing(lambda: keys.press("u"))
        go_to_card(player, options["playable"][0])
        player.changing(lambda: keys.press("Enter"))
    elif options["canDraw"]:
        player.changing(lambda: keys.press("d"))
    else:
        tab_to(player, f"{ANSWERS}:last-child")
        player.changing(lambda: keys.press("Enter"))


def tab_to(user: PageUser, selector: str) -> None:
    """Press Tab until an element has the focus, at most once round the page."""
    stops: int = user.page.evaluate(
        "() => document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]').length"
    )
    passed: list[str] = []
    for _ in range(stops + 10):
        at = user.page.evaluate(
            """(wanted) => document.activeElement?.matches(wanted)
                 ? null : document.activeElement?.outerHTML.slice(0, 80) ?? 'nothing'""",
            selector,
        )
        if at is None:
            return
        passed.append(at)
        user.page.keyboard.press("Tab")
    raise AssertionError("\n".join([f"the Tab key does not lead to {selector}, but to", *passed]))


def go_to_card(player: PagePlayer, key: str) -> None:
    """Move the focus to a card of the hand, with Tab and the arrow keys."""
    tab_to(player, HAND)
    cards: list[str] = player.page.eval_on_selector_all(HAND, "(all) => all.map((each) => each.dataset.card)")
    player.page.keyboard.press("Home")
    for card in cards[: cards.index(key) + 1]:
        if card != cards[0]:
            player.page.keyboard.press("ArrowRight")
        player.wait_for("(card) => document.activeElement?.dataset.card === card", card)


def _compact(cards: list[str]) -> str:
    return "[" + ",".join(f'"{card}"' for card in cards) + "]"


@contextmanager
def open_seat(
    browser: Browser, tables: ServerTables, scene: str, seat: int = 0, device: Device = DESKTOP
) -> Iterator[PagePlayer]:
    """Open a table for the player who sits there. Anything that goes wrong in the browser fails the test."""
    place = tables[scene]
    player = PagePlayer(browser, tables.url, device, name=place.names[seat], token=place.tokens[seat])
    try:
        player.open(place.path)
        yield player
        player.check()
    finally:
        player.leave()


@contextmanager
def open_page(browser: Browser, url: str, path: str = "/", device: Device = DESKTOP) -> Iterator[PagePlayer]:
    """Open a page for a person without a seat. Anything that goes wrong in the browser fails the test."""
    player = PagePlayer(browser, url, device)
    try:
        player.open(path)
        yield player
        player.check()
    finally:
        player.leave()
