"""Cells of the page's tables that are pictures as well: a number over a bar that goes up or down from the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from huefall.review.model import Summary
from huefall.review.wording import Words, margin_of


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
                f'<td data-name="{self._name(name)}"><span>{self._number(self._words.part, name, summary)}</span>{bar}</td>'
            )
        return "".join([*cells, self._plain(last, summary)])

    def _plain(self, name: str, summary: Summary) -> str:
        return f'<td data-name="{self._name(name)}">{self._number(self._words.whole, name, summary)}</td>'

    def _number(self, write: Callable[..., str], name: str, summary: Summary) -> str:
        """Write a number with its margin, whose sign not everybody who listens is told."""
        number, margin = (getattr(summary, name), summary.rounds), margin_of(summary, name)
        shown = escape(write(*number, margin))
        if not margin:
            return shown
        said = escape(write(*number, margin, "review.margin.said"))
        return f'<span aria-hidden="true">{shown}</span><span class="unseen">{said}</span>'

    def _name(self, part: str) -> str:
        return escape(self._words.text(f"review.{part}"))
