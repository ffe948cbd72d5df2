"""The page before its scripts run: its files, and a first paint in the requested language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from huefall.server.http.first_paint import COMPONENTS, PLACEHOLDER, FirstPaint
from huefall.texts import LANGUAGES, load

PAGE = f"<html><head>\n  </head><body>{PLACEHOLDER}</body></html>"
CHUNKS = {
    "index.html": {"file": "assets/index-1.js", "imports": ["_base.js"], "css": []},
    "_base.js": {"file": "assets/base-1.js", "css": ["assets/base-1.css"]},
    "_board.js": {"file": "assets/board-1.js", "imports": ["_base.js"], "css": ["assets/board-1.css"]},
    COMPONENTS["table"]: {
        "file": "assets/Table-1.js",
        "imports": ["_base.js", "_board.js"],
        "css": ["assets/Table-1.css"],
    },
}


@pytest.fixture
def shells(tmp_path: Path) -> FirstPaint:
    (tmp_path / "chunks.json").write_text(json.dumps(CHUNKS))
    (tmp_path / "shells").mkdir()
    for language in LANGUAGES:
        (tmp_path / "shells" / f"table.{language}.html").write_text("<p>[[room.coming]]</p>")
    return FirstPaint(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_look_speaks_the_readers_language(shells: FirstPaint, language: str) -> None:
    page = shells.fill(PAGE, "table", language)
    assert f'<div id="shell" aria-hidden="true" inert><p>{load(language).texts["room.coming"]}</p></div>' in page
    assert f'href="/static/texts/{language}.json"' in page


def test_a_page_names_its_files_and_those_it_builds_upon_first(shells: FirstPaint) -> None:
    page = shells.fill(PAGE, "table", "en")
    named = ["board-1.css", "Table-1.css", "board-1.js", "Table-1.js"]
    assert sorted(named, key=page.index) == named
    assert "base-1" not in page, "the page itself names what every page needs"


def test_a_page_without_a_first_look_has_none(shells: FirstPaint) -> None:
    page = shells.fill(PAGE, "lost", "en")
    assert PLACEHOLDER not in page and "shell" not in page and "assets" not in page


def test_a_page_that_was_not_built_needs_no_files(tmp_path: Path) -> None:
    assert "assets" not in FirstPaint(tmp_path).fill(PAGE, "start", "en")
