"""One person in one browser: goes somewhere, presses things, and notes whatever goes wrong on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect

Language = Literal["en", "zh-Hant"]
Mode = Literal["dark", "light"]

#: What a browser asks for in the language.
LOCALES: dict[Language, str] = {"en": "en-GB", "zh-Hant": "zh-TW"}

#: Milliseconds until something that must come is missed: far longer than it takes, for a machine with much to do.
PATIENCE = 180_000

#: Three frames without movement: where every element follows its parent's colour, each level of the page takes a frame.
_SETTLE = """
async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isStill = () =>
    document.getAnimations().every((each) => each.playState !== "running") &&
    [...document.images].every((each) => each.complete || each.loading === "lazy");
  for (let still = 0; still < 3; still = isStill() ? still + 1 : 0) await frame();
}
"""

expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class Device:
    """What a person holds in hand, and how it is set up."""

    width: int = 1280
    height: int = 800
    language: Language = "en"
    mode: Mode = "dark"
    has_touch: bool = False
    is_calm: bool = True
    is_forced: bool = False
    #: Whether the page may keep files for when there is no network: what it has kept is asked of nobody.
    has_worker: bool = True


DESKTOP = Device()
PHONE = Device(390, 844, has_touch=True)


class PageUser:
    """A person; ``troubles`` has what went wrong: console messages, errors, requests that failed."""

    def __init__(
        self, browser: Browser, url: str, device: Device = DESKTOP, *, name: str = "", token: str = ""
    ) -> None:
        guest = {key: value for key, value in (("name", name), ("token", token)) if value}
        memory = [{"name": "huefall.guest", "value": json.dumps(guest)}] if guest else []
        self.url = url
        self.context: BrowserContext = browser.new_context(
            viewport={"width": device.width, "height": device.height},
            locale=LOCALES[device.language],
            color_scheme=device.mode,
            has_touch=device.has_touch,
            is_mobile=device.has_touch,
            reduced_motion="reduce" if device.is_calm else "no-preference",
            forced_colors="active" if device.is_forced else "none",
            storage_state={"cookies": [], "origins": [{"origin": url, "localStorage": memory}]},
            service_workers="allow" if device.has_worker else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        if not device.has_worker:
            self.expects("Service Worker registration blocked")
        self.page: Page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._note(f"error: {error}"))
        self.page.on("requestfailed", self._miss)
        self.page.on("response", self._receive)

    # Looking out for trouble

    def expects(self, pattern: str) -> None:
        """Say that a trouble is part of the test."""
        self._expected.append(re.compile(pattern))

    def _note(self, trouble: str) -> None:
        self.troubles.append(trouble)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            self._note(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _miss(self, request: Request) -> None:
        # Who goes to another page takes back what was asked for.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.method} {request.url} {request.failure}")

    def _receive(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"answer {response.status}: {response.request.method} {response.url}")

    def check(self) -> None:
        """Fail if anything went wrong that was not expected."""
        left = [each for each in self.troubles if not any(pattern.search(each) for pattern in self._expected)]
        assert not left, "\n".join(["the browser reports:", *left[:10]])

    def leave(self) -> None:
        self.context.close()

    # Going and looking

    def open(self, path: str = "/") -> None:
        """Go to an address and wait until its page is shown, in the place of its first look."""
        self.page.goto(self.url + path, wait_until="load")
        self.wait_for_page()

    def wait_for_page(self) -> None:
        """Wait until the page itself is shown."""
        expect(self.page.locator("#app > *").first).to_be_attached()
        expect(self.page.locator("#shell")).to_have_count(0)

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Press a button by its name, with the finger where there is one."""
        button = self.button(name, exact=exact).first
        expect(button).to_be_visible()
        self.touch(button)

    def touch(self, thing: Locator) -> None:
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            thing.tap()
        else:
            thing.click()

    def wait_for(self, condition: str, argument: Any = None) -> Any:
        """Wait until a condition, as JavaScript writes it, is so in the page; return what it is."""
        return self.page.wait_for_function(condition, arg=argument, timeout=PATIENCE).json_value()

    def settle_pictures(self) -> None:
        """Wait until the pictures that are shown are here."""
        self.wait_for("() => [...document.images].every((each) => each.complete)")

    def settle(self) -> None:
        """Wait until nothing moves any more and the pictures are here."""
        self.page.evaluate(_SETTLE)


@contextmanager
def visiting(
    browser: Browser, url: str, device: Device = DESKTOP, *, name: str = "", token: str = ""
) -> Iterator[PageUser]:
    """Have somebody come. Whatever goes wrong in the browser meanwhile fails the test."""
    user = PageUser(browser, url, device, name=name, token=token)
    try:
        yield user
        user.check()
    finally:
        user.leave()
