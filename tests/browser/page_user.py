"""A person with a browser of their own: opens pages, presses buttons, and notes everything that goes wrong."""

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

#: The locale of a browser in each language.
LOCALES: dict[Language, str] = {"en": "en-GB", "zh-Hant": "zh-TW"}

#: How long to wait for something that must come: far longer than it takes, however busy the machine is.
MAX_WAIT_MS = 180_000

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

expect.set_options(timeout=MAX_WAIT_MS)


@dataclass(frozen=True)
class Device:
    """The device of a person and its settings."""

    width: int = 1280
    height: int = 800
    language: Language = "en"
    mode: Mode = "dark"
    has_touch: bool = False
    is_calm: bool = True
    is_forced: bool = False
    #: Whether the page may install its service worker, which answers requests from its cache.
    has_worker: bool = True
    #: Whether the page gives the only possible answer for the player. Tests give it themselves, or wait with the question.
    answers_forced: bool = False


DESKTOP = Device()
PHONE = Device(390, 844, has_touch=True)


class PageUser:
    """A person; ``troubles`` lists what went wrong: console messages, errors, failed requests."""

    def __init__(
        self, browser: Browser, url: str, device: Device = DESKTOP, *, name: str = "", token: str = ""
    ) -> None:
        guest = {key: value for key, value in (("name", name), ("token", token)) if value}
        kept = {"preferences": {"forced": device.answers_forced}, **({"guest": guest} if guest else {})}
        memory = [{"name": f"huefall.{key}", "value": json.dumps(value)} for key, value in kept.items()]
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
        self.context.set_default_timeout(MAX_WAIT_MS)
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
        """Expect a trouble that matches a pattern: it does not fail the test."""
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
        """Open an address and wait until the page has replaced its first paint."""
        self.page.goto(self.url + path, wait_until="load")
        self.wait_for_page()

    def wait_for_page(self) -> None:
        """Wait until the page itself is shown."""
        expect(self.page.locator("#app > *").first).to_be_attached()
        expect(self.page.locator("#shell")).to_have_count(0)

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Press a button by its name, with a finger on a touch screen."""
        button = self.button(name, exact=exact).first
        expect(button).to_be_visible()
        self.touch(button)

    def touch(self, thing: Locator) -> None:
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            thing.tap()
        else:
            thing.click()

    def wait_for(self, condition: str, argument: Any = None) -> Any:
        """Wait until a JavaScript condition holds in the page; return its value."""
        return self.page.wait_for_function(condition, arg=argument, timeout=MAX_WAIT_MS).json_value()

    def settle_pictures(self) -> None:
        """Wait until all pictures are loaded."""
        self.wait_for("() => [...document.images].every((each) => each.complete)")

    def settle(self) -> None:
        """Wait until nothing moves and all pictures are loaded."""
        self.page.evaluate(_SETTLE)


@contextmanager
def visiting(
    browser: Browser, url: str, device: Device = DESKTOP, *, name: str = "", token: str = ""
) -> Iterator[PageUser]:
    """Open a browser for a person. Anything that goes wrong in it fails the test."""
    user = PageUser(browser, url, device, name=name, token=token)
    try:
        yield user
        user.check()
    finally:
        user.leave()
