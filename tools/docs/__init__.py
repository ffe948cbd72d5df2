"""The pages that are written by a program, so that they cannot say anything else than the code does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

NOTICE = "<!-- Written by `make docs` from {source}; change that, not this page. -->"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """Write a table; columns whose head begins with ``#`` hold numbers."""
    names = [name.removeprefix("#") for name in head]
    rules = ["---:" if name.startswith("#") else "---" for name in head]
    return [f"| {' | '.join(cells)} |" for cells in (names, rules, *rows)]


def page(source: str, lines: list[str]) -> str:
    """Put a page together."""
    return "\n".join([NOTICE.format(source=source), "", *lines]) + "\n"


def fill_marks(text: str, tables: Mapping[str, Sequence[str]]) -> str:
    """Put tables into a page that is otherwise written by hand, each between its marks."""
    for name, lines in tables.items():
        first, last = f"<!-- {name}: written by `make docs` -->", f"<!-- end of {name} -->"
        pattern = re.compile(f"{re.escape(first)}\n.*?{re.escape(last)}", re.DOTALL)
        filled = "\n".join([first, "", *lines, "", last])
        text, count = pattern.subn(lambda _, filled=filled: filled, text)  # type: ignore[misc]  # a default binds it
        if count != 1:
            raise ValueError(f"the page must have the marks {first} and {last} once, it has them {count} times")
    return text
