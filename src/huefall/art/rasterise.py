"""Pictures as PNG, made with an installed Chromium. Run by hand; the results are in the repository.

Tested in tests/art/test_sheet.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from huefall.art.brand import PREVIEW_HEIGHT, PREVIEW_WIDTH, icon_svg, preview_svg
from huefall.art.themes import ArtError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_browser() -> str:
    """Return the path of a Chromium: the one named by the variable ``CHROMIUM``, or one on the search path."""
    for name in (os.environ.get("CHROMIUM", ""), *BROWSERS):
        if name and (found := shutil.which(name)):
            return found
    raise ArtError(f"no browser to draw with: expected one of {', '.join(BROWSERS)}, or its path in CHROMIUM")


def write_png(page: str, width: int, height: int, target: Path) -> None:
    """Take a screenshot of a page; its empty parts stay transparent."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(page, encoding="utf-8")
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--default-background-color=00000000",
        ]
        command = [find_browser(), *flags, f"--user-data-dir={folder}/profile", f"--window-size={width},{height}"]
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(  # noqa: S603  # a browser of the user's own choice, on a page of ours
            [*command, f"--screenshot={target.resolve()}", source.as_uri()],
            check=True,
            capture_output=True,
            timeout=120,
        )


def page_of(svg: str, width: int, height: int) -> str:
    """Return a page that shows only the picture, at a given size."""
    shown = svg.replace("<svg ", f'<svg width="{width}" height="{height}" style="display:block" ', 1)
    return f'<!doctype html><meta charset="utf-8"><body style="margin:0">{shown}'


def write_pictures(root: Path) -> list[Path]:
    """Write the icons and the preview into ``web/public``."""
    public = root / "web" / "public"
    public.mkdir(parents=True, exist_ok=True)
    written = [public / "icon.svg"]
    written[0].write_text(icon_svg() + "\n", encoding="utf-8")
    whole = icon_svg()
    squares = {
        "icon-192.png": (whole, 192),
        "icon-512.png": (whole, 512),
        "icon-maskable-512.png": (icon_svg(1.62, 0), 512),  # a mask may take all but the inner four fifths
        "apple-touch-icon.png": (icon_svg(1.9, 0), 180),  # the system rounds it
    }
    for name, (svg, size) in squares.items():
        write_png(page_of(svg, size, size), size, size, public / name)
        written.append(public / name)
    preview = page_of(preview_svg(), PREVIEW_WIDTH, PREVIEW_HEIGHT)
    write_png(preview, PREVIEW_WIDTH, PREVIEW_HEIGHT, public / "preview.png")
    return [*written, public / "preview.png"]
