"""Somebody at a table: looks at the board as it is shown, and plays with the mouse, a finger or the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as Missed
from tests.browser.opened import Venue
from tests.browser.visitor import DESKTOP, PROMPTLY, Device, Visitor

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

#: Within so many milliseconds of a move, a second press is taken for a slip of the finger and comes to nothing.
_SLIP = 300

#: How often something is pressed, and how long what comes of it may take, in ms: a machine may have much to do.
_TRIES = 3
_SOON = 6_000

#: How much of a card is seen at its left edge, whatever lies over the rest of it.
_GRIP = {"x": 10, "y": 22}

_MOST_TURNS = 400


class Sitter(Visitor):
    """A person at a table. ``by`` tells how: with the mouse, with a finger, or with the keys alone."""

    def __init__(
        self, browser: Browser, url: str, device: Device = DESKTOP, *, name: str = "", token: str = ""
    ) -> None:
        super().__init__(browser, url, device, name=name, token=token)
        self.words = load(device.language)
        self._acted = 0.0  # when something was done last, in ms

    def text(self, key: str, **parameters: object) -> str:
        return self.words.text(key, **parameters)

    def press_text(self, key: str, *, exact: bool = False, **parameters: object) -> None:
        """Press the button that is called so."""
        self.press(self.text(key, **parameters), exact=exact)

    # Looking

    def hand(self) -> list[str]:
        """Return the cards of the own hand as they are shown."""
        keys: list[str] = self.page.eval_on_selector_all(HAND, "(all) => all.map((each) => each.dataset.card)")
        return [key.split("#")[0] for key in keys]

    def playable(self) -> list[str]:
        keys: list[str] = self.page.eval_on_selector_all(
            f"{HAND}.playable", "(all) => all.map((each) => each.dataset.card)"
        )
        return keys

    @property
    def top(self) -> str:
        return self.page.locator("[data-top]").get_attribute("data-top") or ""

    def size_of(self, seat: int) -> int:
        """Return how many cards somebody else is shown to hold."""
        return int(self.page.locator(f'[data-place="seat-{seat}"] .count').inner_text())

    def card(self, written: str, ordinal: int = 0) -> Locator:
        return self.page.locator(f'[data-place="hand"] [data-card="{written}#{ordinal}"]')

    def name_of(self, card: str) -> str:
        return card_name(self.words, card)

    def is_asked(self) -> bool:
        return self.page.locator(MINE).count() > 0

    def wait_for_turn(self) -> None:
        expect(self.page.locator(MINE)).to_be_visible()

    def wait_for_hand(self, cards: list[str]) -> None:
        """Wait until the hand is this, in any order."""
        self.wait_for(
            """(wanted) => JSON.stringify([...document.querySelectorAll('[data-place="hand"] [data-card]')]
                 .map((each) => each.dataset.card.split("#")[0]).sort()) === wanted""",
            _compact(sorted(cards)),
        )

    # Acting

    def changing(self, act: Callable[[], None]) -> None:
        """Do something until it shows."""
        self.wait_for("(since) => Date.now() > since", self._acted + _SLIP)
        before = self.page.evaluate(_SEEN)
        trouble = None
        for _ in range(_TRIES):
            try:
                act()
            except Missed as missed:  # what was to be pressed may be gone because the last press was taken after all
                trouble = missed
            try:
                self.page.wait_for_function(f"(before) => ({_SEEN})() !== before", arg=before, timeout=_SOON)
            except Missed:
                continue
            self._acted = self.page.evaluate("() => Date.now()")
            return
        raise AssertionError(f"nothing came of it; the board shows {before}") from trouble

    def take(self, card: Locator) -> None:
        """Press a card where it is seen: others lie over the rest of it."""
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            card.tap(position=_GRIP, timeout=PROMPTLY)
        else:
            card.click(position=_GRIP, timeout=PROMPTLY)

    def play(self, card: str, *, uno: bool = False) -> None:
        """Play a card of the hand, or begin to where more is to be chosen."""
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
        """Give an answer that is no card."""
        button = self.page.locator(ANSWERS).filter(has_text=self.text(f"verb.{verb}")).first
        self.changing(lambda: self.touch(button))

    # Whole rounds

    def wait_until_asked_or_over(self) -> bool:
        """Wait until there is something to decide; tell whether the round is over instead."""
        found = self.wait_for(
            """([mine, result]) => document.querySelector(result) ? "over"
                 : document.querySelector(mine) && !document.querySelector(".board .sent") ? "asked" : false""",
            [MINE, RESULT],
        )
        return bool(found == "over")

    def play_out(self, decide: Callable[[Sitter], None]) -> int:
        """Play until the round is over; return how many things were done."""
        for turn in range(_MOST_TURNS):
            if self.wait_until_asked_or_over():
                return turn
            try:
                decide(self)
            except (AssertionError, Missed):
                # The round may have ended while one was about to press something.
                if not self.wait_until_asked_or_over():
                    raise
        raise AssertionError(f"the round was not over after {_MOST_TURNS} turns")


def by_pressing(sitter: Sitter) -> None:
    """Decide with the mouse or a finger: finish what was begun, else play what can be played, else answer."""
    page = sitter.page
    picker = page.locator(f"{PICKER} li button, {PICKER} button.main")
    playable = sitter.playable()
    if picker.count():
        sitter.changing(lambda: sitter.touch(picker.first))
    elif playable:
        if len(sitter.hand()) == 2 and page.locator(f"{UNO}.due:not([aria-pressed=true])").count():
            sitter.changing(lambda: sitter.touch(page.locator(UNO)))
        card = page.locator(f'[data-place="hand"] [data-card="{playable[0]}"]')
        sitter.changing(lambda: sitter.take(card))
    else:
        sitter.changing(lambda: sitter.touch(page.locator(ANSWERS).last))


def by_keys(sitter: Sitter) -> None:
    """Decide with the keys alone."""
    page, keys = sitter.page, sitter.page.keyboard
    playable = sitter.playable()
    if page.locator(PICKER).count():
        sitter.changing(lambda: keys.press("1"))
    elif playable:
        if len(sitter.hand()) == 2 and page.locator(f"{UNO}.due:not([aria-pressed=true])").count():
            sitter.changing(lambda: keys.press("u"))
        go_to_card(sitter, playable[0])
        sitter.changing(lambda: keys.press("Enter"))
    elif page.locator(f'{ANSWERS}[aria-keyshortcuts="D"]').count():
        sitter.changing(lambda: keys.press("d"))
    else:
        tab_to(sitter, f"{ANSWERS}:last-child")
        sitter.changing(lambda: keys.press("Enter"))


def tab_to(visitor: Visitor, selector: str, most: int = 80) -> None:
    """Press Tab until something has the focus."""
    for _ in range(most):
        if visitor.page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {selector}")


def go_to_card(sitter: Sitter, key: str) -> None:
    """Lead the focus to a card of the hand, with Tab and the arrows."""
    tab_to(sitter, HAND)
    sitter.page.keyboard.press("Home")
    for _ in range(len(sitter.hand()) + 1):
        if sitter.page.evaluate("() => document.activeElement?.dataset.card") == key:
            return
        sitter.page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows do not lead to {key}")


def _compact(cards: list[str]) -> str:
    return "[" + ",".join(f'"{card}"' for card in cards) + "]"


@contextmanager
def sitting(browser: Browser, venue: Venue, scene: str, seat: int = 0, device: Device = DESKTOP) -> Iterator[Sitter]:
    """Have somebody come back to the seat they have at a table."""
    place = venue.places[scene]
    sitter = Sitter(browser, venue.url, device, name=place.names[seat], token=place.tokens[seat])
    try:
        sitter.open(place.path)
        yield sitter
        sitter.check()
    finally:
        sitter.leave()


@contextmanager
def watching(browser: Browser, url: str, path: str = "/", device: Device = DESKTOP) -> Iterator[Sitter]:
    """Have somebody come who has no seat anywhere."""
    sitter = Sitter(browser, url, device)
    try:
        sitter.open(path)
        yield sitter
        sitter.check()
    finally:
        sitter.leave()
