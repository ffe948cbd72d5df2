"""The first paint: what the page shows before its scripts run, and links to the files it will need.

A browser that finds the files in the page itself loads all of them at once. The build in web/ writes both next to the
page: ``chunks.json`` lists the files, ``shells`` has the HTML to show first, whose texts are filled in here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from huefall.texts import LANGUAGES, load

#: Where the first paint goes, as in web/index.html.
PLACEHOLDER = "<!-- shell: the first look, until the scripts are there; the server writes it -->"

#: The route component of each kind of page, as the build names it.
COMPONENTS = {
    kind: f"src/routes/{kind.capitalize()}.svelte"
    for kind in ("start", "table", "replay", "review", "rules", "learn", "me", "device")
}

_ENTRY = "index.html"
_TEXT_KEY = re.compile(r"\[\[([\w.-]+)\]\]")


class FirstPaint:
    """The first paints and the files of a built page; empty for a page that is not built."""

    def __init__(self, pages: Path) -> None:
        chunks = pages / "chunks.json"
        self._chunks: dict[str, Any] = json.loads(chunks.read_text("utf-8")) if chunks.exists() else {}
        self._shells = {path.stem: _read_shell(path) for path in sorted((pages / "shells").glob("*.html"))}

    def fill(self, page: str, kind: str, language: str) -> str:
        """Insert the first paint of a kind of page and links to its files."""
        texts = f"/static/texts/{language}.json"
        links = [f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{texts}" />', *self._links(kind)]
        page = page.replace("</head>", "".join(f"  {link}\n  " for link in links) + "</head>", 1)
        shell = self._shells.get(f"{kind}.{language}")
        return page.replace(PLACEHOLDER, f'<div id="shell" aria-hidden="true" inert>{shell}</div>' if shell else "", 1)

    def _links(self, kind: str) -> Iterator[str]:
        component = COMPONENTS.get(kind)
        if component not in self._chunks:
            return
        linked = set(self._needed(_ENTRY))  # by the page already
        needed = [name for name in self._needed(component) if name not in linked]
        for name in needed:
            yield from (f'<link rel="stylesheet" crossorigin href="/static/{css}" />' for css in self._css(name))
        for name in needed:
            yield f'<link rel="modulepreload" crossorigin href="/static/{self._chunks[name]["file"]}" />'

    def _css(self, name: str) -> list[str]:
        return list(self._chunks[name].get("css", []))

    def _needed(self, name: str) -> list[str]:
        """Return a chunk and all its imports, dependencies first."""
        ordered: list[str] = []

        def visit(chunk: str, importers: tuple[str, ...]) -> None:
            for imported in self._chunks[chunk].get("imports", []):
                if imported not in importers:
                    visit(imported, (*importers, imported))
            if chunk not in ordered:
                ordered.append(chunk)

        visit(name, (name,))
        return ordered


def _read_shell(path: Path) -> str:
    """Read a first paint and fill in its texts. The file name ends with the language: ``start.zh-Hant.html``."""
    language = path.stem.partition(".")[2]
    texts = load(language if language in LANGUAGES else "en").texts
    return _TEXT_KEY.sub(lambda match: escape(texts[match[1]]), path.read_text("utf-8"))
