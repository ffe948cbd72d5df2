"""The kind of a device and the family of its browser, from the User-Agent header.

Two words are kept of it and nothing else: enough to recognise one's own devices in a list, and no text of a client is
ever stored or shown. A wrong guess does no harm.
"""

from __future__ import annotations

from huefall.protocol.fields import Browser, DeviceKind

#: What identifies a family; the first that is found decides, since most browsers also claim to be Chrome or Safari.
_BROWSERS: tuple[tuple[str, Browser], ...] = (
    ("Edg", "edge"),  # Edg, EdgA, EdgiOS
    ("OPR/", "opera"),
    ("SamsungBrowser/", "samsung"),
    ("Firefox/", "firefox"),
    ("FxiOS/", "firefox"),
    ("Chrome/", "chrome"),
    ("CriOS/", "chrome"),
    ("Safari/", "safari"),
)

_KINDS: tuple[tuple[str, DeviceKind], ...] = (
    ("iPad", "tablet"),
    ("Tablet", "tablet"),
    ("iPhone", "phone"),
    ("Mobile", "phone"),
    ("Android", "tablet"),  # without Mobile
    ("Windows", "computer"),
    ("Macintosh", "computer"),  # and an iPad whose browser asks for pages of computers
    ("X11", "computer"),
    ("CrOS", "computer"),
)


def read_user_agent(text: str) -> tuple[DeviceKind, Browser]:
    """Return the kind of device and the family of the browser.

    >>> read_user_agent("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    ('phone', 'firefox')
    """
    kind: DeviceKind = next((kind for mark, kind in _KINDS if mark in text), "unknown")
    browser: Browser = next((browser for mark, browser in _BROWSERS if mark in text), "unknown")
    return kind, browser
