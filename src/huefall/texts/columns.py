"""Aligned columns of plain text, also where characters are two columns wide."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

#: The gap between two columns.
GAP = "  "


def width(text: str) -> int:
    """Count the columns of a text: a Chinese character takes two, a mark over a letter none.

    >>> width("Ann"), width("電腦 3"), width("é")
    (3, 6, 1)
    """
    return sum(2 if east_asian_width(letter) in "WF" else not combining(letter) for letter in text)


def pad(text: str, columns: int, *, left: bool = False) -> str:
    """Fill a text up with blanks, those of a number on the left."""
    blanks = " " * (columns - width(text))
    return blanks + text if left else text + blanks


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows as columns: the first to the left, numbers to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(pad(cell, columns, left=at > 0) for at, (cell, columns) in enumerate(zip(row, widths, strict=True)))
        for row in (list(row) for row in rows)
    ]


def count_fitting(first: Sequence[str], columns: Sequence[Sequence[str]], line_width: int) -> int:
    """Count the columns that fit next to the first one in a line of ``line_width`` characters; at least one."""
    room = line_width - max(map(width, first))
    count = 0
    for column in columns:
        room -= len(GAP) + max(map(width, column))
        if room < 0:
            break
        count += 1
    return max(1, count)
