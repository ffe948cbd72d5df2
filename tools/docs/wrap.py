"""Wrap the prose of Markdown pages at 120 columns, so that diffs of prose are readable.

``python -m tools.docs.wrap FILE…`` rewrites pages in place. Tables, code, HTML comments, headings and pages in Chinese are left
as they are. Tested in tests/docs/test_wrap.py.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

WIDTH = 120

_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^(\s*)([-*]|\d+\.)(\s+)")
#: Lines that keep their shape: tables, headings, HTML, images, indented code, link definitions.
_FIXED = re.compile(r"^\s*(\||#|<|!\[|\[[^\]]+\]:)|^ {4,}\S|^\s*$")


def wrap_markdown(text: str) -> str:
    r"""Return a page with its paragraphs and list items wrapped.

    >>> wrap_markdown("- one\n  two\n\n| a | b |\n")
    '- one two\n\n| a | b |\n'
    """
    return "\n".join(_wrap_lines(text.split("\n")))


def long_lines(text: str) -> list[str]:
    """Return the lines that wrapping would shorten."""
    wrapped = set(wrap_markdown(text).split("\n"))
    return [line for line in text.split("\n") if len(line) > WIDTH and line not in wrapped]


def _wrap_lines(lines: list[str]) -> Iterator[str]:
    paragraph: list[str] = []
    in_code = False
    in_list = False
    for line in lines:
        is_fence = bool(_FENCE.match(line))
        is_item = bool(_ITEM.match(line))
        # Inside a list, indented text continues an item; elsewhere it is code.
        is_fixed = bool(_FIXED.match(line)) and not (in_list and line.strip() and _is_text(line))
        if in_code or is_fence or is_fixed or is_item:
            yield from _wrap_paragraph(paragraph)
            paragraph = []
        if is_fence:
            in_code = not in_code
        if in_code or is_fence or is_fixed:
            yield line
        else:
            paragraph.append(line)
        in_list = is_item or (in_list and (not line.strip() or line.startswith(" ")))
    yield from _wrap_paragraph(paragraph)


def _is_text(line: str) -> bool:
    return not re.match(r"^\s*(\||#|<|!\[)", line)


def _wrap_paragraph(lines: list[str]) -> list[str]:
    if not lines:
        return []
    item = _ITEM.match(lines[0])
    first = item[0] if item else re.match(r"\s*", lines[0])[0]  # type: ignore[index]  # it always matches
    rest = " " * len(first)
    words = " ".join(line.strip() for line in [lines[0][len(first) :], *lines[1:]])
    return textwrap.wrap(
        words, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def main(paths: list[str]) -> int:
    for path in map(Path, paths):
        path.write_text(wrap_markdown(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
