"""What stands in the page before its scripts run: the names of its files, and a first look to see meanwhile.

A browser that learns from the page itself what it is made of asks for everything at once. The build in web/ writes both
down beside the page: ``chunks.json`` has the files, ``shells`` the first looks, whose words are filled in here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from huefall.texts import LANGUAGES, load

#: The place of the first look, as web/index.html has it.
MARK = "<!-- shell: the first look, until the scripts are there; the server writes it -->"

#: The page's part for each kind of address, as the build names it.
PARTS = {
    kind: f"src/routes/{kind.capitalize()}.svelte" for kind in ("start", "table", "replay", "review", "rules", "learn")
}

_ENTRY = "index.html"
_WORDS = re.compile(r"\[\[([\w.-]+)\]\]")


class FirstPaint:
    """The first looks and the files of a built page; of one that has not been built there are none."""

    def __init__(self, pages: Path) -> None:
        chunks = pages / "chunks.json"
        self._chunks: dict[str, Any] = json.loads(chunks.read_text("utf-8")) if chunks.exists() else {}
        self._looks = {path.stem: _speaking(path) for path in sorted((pages / "shells").glob("*.html"))}

    def fill(self, page: str, kind: str, language: str) -> str:
        """Write the first look of a kind of page and the names of its files into it."""
        words = f"/static/texts/{language}.json"
        links = [f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{words}" />', *self._links(kind)]
        page = page.replace("</head>", "".join(f"  {each}\n  " for each in links) + "</head>", 1)
        look = self._looks.get(f"{kind}.{language}")
        return page.replace(MARK, f'<div id="shell" aria-hidden="true" inert>{look}</div>' if look else "", 1)

    def _links(self, kind: str) -> Iterator[str]:
        part = PARTS.get(kind)
        if part not in self._chunks:
            return
        named = set(self._needed(_ENTRY))  # those the page names already
        needed = [name for name in self._needed(part) if name not in named]
        for name in needed:
            yield from (f'<link rel="stylesheet" crossorigin href="/static/{css}" />' for css in self._css(name))
        for name in needed:
            yield f'<link rel="modulepreload" crossorigin href="/static/{self._chunks[name]["file"]}" />'

    def _css(self, name: str) -> list[str]:
        return list(self._chunks[name].get("css", []))

    def _needed(self, name: str) -> list[str]:
        """List a chunk and all it imports, those first that others build upon."""
        found: list[str] = []

        def visit(each: str, above: tuple[str, ...]) -> None:
            for wanted in self._chunks[each].get("imports", []):
                if wanted not in above:
                    visit(wanted, (*above, wanted))
            if each not in found:
                found.append(each)

        visit(name, (name,))
        return found


def _speaking(path: Path) -> str:
    """Read a first look and fill in its words; its name ends with its language: ``start.zh-Hant.html``."""
    language = path.stem.partition(".")[2]
    texts = load(language if language in LANGUAGES else "en").texts
    return _WORDS.sub(lambda found: escape(texts[found[1]]), path.read_text("utf-8"))
