"""The pages that are written by a program, so that they cannot say anything else than the code does."""

from __future__ import annotations

NOTICE = "<!-- Written by `make docs` from {source}; change that, not this page. -->"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """Write a table; columns whose head begins with ``#`` hold numbers."""
    names = [name.removeprefix("#") for name in head]
    rules = ["---:" if name.startswith("#") else "---" for name in head]
    return [f"| {' | '.join(cells)} |" for cells in (names, rules, *rows)]


def page(source: str, lines: list[str]) -> str:
    """Put a page together."""
    return "\n".join([NOTICE.format(source=source), "", *lines]) + "\n"
