"""A review as plain text: a summary, and each round with its turning points and better moves."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import east_asian_width

from huefall.review.model import Review, RoundReview, Summary
from huefall.review.words import Words
from huefall.texts import Catalogue

#: Blocks of eight heights, lowest first: a line of them is a small picture of a chance.
BLOCKS = "▁▂▃▄▅▆▇█"
WIDEST = 60


def write_report(review: Review, catalogue: Catalogue) -> str:
    """Write a review as text."""
    words = Words(review, catalogue)
    lines = [f"{words.text('review.title')} · {words.edition()}", words.result(), ""]
    lines += _table(words, review.summary, review.scores)
    lines += ["", *_parts(words, review.summary)]
    for played in review.rounds:
        lines += ["", *_round(words, played)]
    return "\n".join([*lines, "", *words.notes()])


def _table(words: Words, summary: Sequence[Summary], scores: Sequence[int]) -> list[str]:
    head = [
        words.text(f"review.{name}") for name in ("player", "score", "won", "accuracy", "loss", "mistakes", "blunders")
    ]
    rows = [
        [
            words.player(each.seat),
            str(scores[each.seat]),
            f"{each.result:.0f}" if each.result == int(each.result) else f"{each.result:.2f}",
            words.percent(each.accuracy),
            words.percent(each.average_loss, 1),
            str(each.mistakes),
            str(each.blunders),
        ]
        for each in summary
    ]
    return _align([head, *rows])


def _parts(words: Words, summary: Sequence[Summary]) -> list[str]:
    names = ("start", "deal", "draws", "own", "others", "result")
    title = "review.parts" if summary[0].rounds == 1 else "review.parts.rounds"
    head = [words.text(title), *(words.text(f"review.{name}") for name in names)]
    rows = [
        [
            words.player(each.seat),
            words.whole(each.start, each.rounds),
            *(words.part(getattr(each, name), each.rounds) for name in names[1:-1]),
            words.whole(each.result, each.rounds),
        ]
        for each in summary
    ]
    return _align([head, *rows])


def _round(words: Words, played: RoundReview) -> list[str]:
    title = words.round(played)
    lines = [title, "─" * _width(title)]
    curves = [
        [words.player(each.seat), _curve([point.chances[each.seat] for point in played.steps])]
        for each in played.summary
    ]
    lines += _align(curves)
    if len(words.review.rounds) > 1:
        lines += ["", *_parts(words, played.summary)]
    lines += ["", words.text("review.turning")]
    lines += [
        f"  {words.text('review.step', amount=turn.step)} · {words.step(turn)} · {words.turn(turn)} ({words.signed(turn.change)})"
        for turn in played.turning_points
    ] or [f"  {words.text('review.turning.none')}"]
    lines += ["", words.text("review.better")]
    for mistake in played.mistakes:
        grade = words.text(f"review.grade.{mistake.grade}")
        lines.append(f"  {words.text('review.step', amount=mistake.step)} · {words.step(mistake)} · {grade}")
        lines.append(f"    {words.better(mistake)} ({words.signed(mistake.gain, 1)})")
    if not played.mistakes:
        lines.append(f"  {words.text('review.better.none')}")
    return lines


def _curve(chances: Sequence[float]) -> str:
    """Draw a chance as a line of blocks; a long round is drawn at even distances.

    >>> _curve([0, 0.5, 1])
    '▁▄█'
    """
    count = min(len(chances), WIDEST)
    last = len(chances) - 1
    shown = [chances[round(at * last / (count - 1)) if count > 1 else 0] for at in range(count)]
    return "".join(BLOCKS[min(7, max(0, int(chance * 7.999)))] for chance in shown)


def _width(text: str) -> int:
    """Count the columns of a text: a Chinese character takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows as columns: the first to the left, numbers to the right."""
    widths = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [row[0] + " " * (widths[0] - _width(row[0]))]
        cells += [" " * (width - _width(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines
