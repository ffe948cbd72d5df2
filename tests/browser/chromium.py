"""The browser of this machine: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

#: Names under which distributions install it.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

#: The environment variable that names another browser.
VARIABLE = "HUEFALL_CHROMIUM"

NO_BROWSER = (
    f"no Chromium was found ({', '.join(NAMES)}): install one, or name it in {VARIABLE}; the page was not tested"
)

#: Parts of the browser around the page. The first three are pages with which its own window draws itself, loaded just when
#: ours is; the fourth keeps a process in reserve. Without them a new window costs half as much. The others are those that
#: Playwright switches off, because this list replaces its own.
UNUSED_FEATURES = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI", "SpareRendererForSitePerProcess"),
    *("AimEnabled", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"),
    *("HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
)

#: A container has neither a user namespace nor a graphics card, and a test uses no network.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(UNUSED_FEATURES)}",
)


def find_chromium() -> str | None:
    """Return the path of a browser, if this machine has one."""
    named = os.environ.get(VARIABLE)
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """Run the browser of this machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()
