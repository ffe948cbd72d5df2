"""Prose is wrapped, so that a diff shows the sentence that changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.docs.__main__ import ROOT, pages
from tools.docs.wrap import WIDTH, long_lines, wrap_markdown

#: Written by programs, line by line; pages with generated tables among their prose are not.
GENERATED = {path for path in pages() if path not in {"docs/protocol.md", "docs/hosting.md"}}
PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if path.relative_to(ROOT).as_posix() not in GENERATED
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_prose_is_wrapped(page: Path) -> None:
    assert long_lines(page.read_text(encoding="utf-8")) == [], f"run `python -m tools.docs.wrap {page.name}`"


LONG = "word " * 60


def test_paragraphs_and_items_are_wrapped_with_their_indent() -> None:
    wrapped = wrap_markdown(f"{LONG}\n\n- {LONG}\n  1. {LONG}")
    lines = wrapped.split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert [line for line in lines if line.startswith("- ")] and [line for line in lines if line.startswith("  1. ")]
    assert wrapped.split() == f"{LONG} - {LONG} 1. {LONG}".split()


@pytest.mark.parametrize("fixed", [f"| {LONG} |", f"# {LONG}", f"```\n{LONG}\n```", f"    {LONG}", f"<!-- {LONG} -->"])
def test_tables_headings_and_code_keep_their_lines(fixed: str) -> None:
    assert wrap_markdown(f"before\n\n{fixed}\n\nafter") == f"before\n\n{fixed}\n\nafter"
    assert long_lines(fixed) == []


def test_wrapping_twice_changes_nothing() -> None:
    for page in PAGES:
        once = wrap_markdown(page.read_text(encoding="utf-8"))
        assert wrap_markdown(once) == once
