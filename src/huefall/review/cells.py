"""Cells of the page's tables that are pictures as well: a number over a bar that goes up or down from the middle."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from huefall.review.model import Summary
from huefall.review.words import Words


class Cells:
    """Writes the cells of luck and skill."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def parts(self, summary: Summary, everybody: Sequence[Summary], names: Sequence[str]) -> str:
        """Write the parts of one result; bars of all players have one scale."""
        first, *changes, last = names
        most = max(0.01, *(abs(getattr(each, name)) for each in everybody for name in changes))
        cells = [self._plain(first, summary)]
        for name in changes:
            part = getattr(summary, name)
            width = 50 * abs(part) / most
            left = 50 if part >= 0 else 50 - width
            sign = "up" if part > 0 else "down"
            bar = f'<span class="delta {sign}" aria-hidden="true"><i style="left:{left:.1f}%;width:{width:.1f}%"></i></span>'
            cells.append(
                f'<td data-name="{self._name(name)}"><span>{escape(self._words.part(part, summary.rounds))}</span>{bar}</td>'
            )
        return "".join([*cells, self._plain(last, summary)])

    def _plain(self, name: str, summary: Summary) -> str:
        number = self._words.whole(getattr(summary, name), summary.rounds)
        return f'<td data-name="{self._name(name)}">{escape(number)}</td>'

    def _name(self, part: str) -> str:
        return escape(self._words.text(f"review.{part}"))
