"""A review as plain text: a summary, then each round with turning points, better moves and everybody's chances at each step."""

from __future__ import annotations

from collections.abc import Sequence

from huefall.protocol.reviews import Review, ReviewRound, ReviewSummary
from huefall.review.wording import Words, margin_of
from huefall.texts import Catalogue
from huefall.texts.columns import align, count_fitting, pad, width

#: Blocks of eight heights, lowest first: a row of them draws a chance as a curve.
BLOCKS = "▁▂▃▄▅▆▇█"
MAX_CURVE_COLUMNS = 60

#: The width of the table of steps, unless the terminal is narrower; seats that do not fit continue below.
MAX_COLUMNS = 120


def write_report(review: Review, catalogue: Catalogue, *, short: bool = False, columns: int = MAX_COLUMNS) -> str:
    """Write a review as text. ``short``: without the table of all steps. ``columns``: the width of that table."""
    words = Words(review, catalogue)
    lines = [f"{words.text('review.title')} · {words.edition()}", words.result(), ""]
    lines += _table(words, review.summary, review.scores)
    lines += ["", *_parts(words, review.summary)]
    for played in review.rounds:
        lines += ["", *_round(words, played)]
        if not short:
            lines += ["", words.text("review.graph"), *_steps(words, played, columns)]
    return "\n".join([*(line.rstrip() for line in lines), "", *words.notes(has_ranges=not short)])


def _table(words: Words, summary: Sequence[ReviewSummary], scores: Sequence[int]) -> list[str]:
    head = [
        words.text(f"review.{name}") for name in ("player", "score", "won", "accuracy", "loss", "mistakes", "blunders")
    ]
    rows = [
        [
            words.player(each.seat, with_level=True),
            str(scores[each.seat]),
            str(words.review.rounds_won(each.seat)),
            words.percent(each.accuracy),
            words.points(each.average_loss),
            str(each.mistakes),
            str(each.blunders),
        ]
        for each in summary
    ]
    return align([head, *rows])


def _parts(words: Words, summary: Sequence[ReviewSummary]) -> list[str]:
    names = ("start", "deal", "draws", "own", "others", "result")
    title = "review.parts" if summary[0].rounds == 1 else "review.parts.rounds"
    head = [words.text(title), *(words.text(f"review.{name}") for name in names)]
    rows = [
        [
            words.player(each.seat),
            words.whole(each.start, each.rounds),
            *(words.part(getattr(each, name), each.rounds, margin_of(each, name)) for name in names[1:-1]),
            words.whole(each.result, each.rounds, margin_of(each, "result")),
        ]
        for each in summary
    ]
    return [*align([head, *rows]), *words.open_result(summary)]


def _round(words: Words, played: ReviewRound) -> list[str]:
    title = words.round(played)
    lines = [title, "─" * width(title)]
    curves = [
        [words.player(each.seat), _curve([point.chances[each.seat] for point in played.steps])]
        for each in played.summary
    ]
    lines += align(curves)
    if len(words.review.rounds) > 1:
        lines += ["", *_parts(words, played.summary)]
    lines += ["", words.text("review.turning")]
    lines += [
        f"  {words.text('review.step', amount=turn.step)} · {words.step(turn)} · {words.turn(turn)} ({words.signed(turn.whole)})"
        for turn in played.turning_points
    ] or [f"  {words.text('review.turning.none')}"]
    lines += ["", words.text("review.better")]
    for mistake in played.mistakes:
        grade = words.text(f"review.grade.{mistake.grade}")
        lines.append(f"  {words.text('review.step', amount=mistake.step)} · {words.step(mistake)} · {grade}")
        lines.append(f"    {words.better(mistake)} ({words.signed(mistake.gain)})")
    if not played.mistakes:
        lines.append(f"  {words.text('review.better.none')}")
    return lines


def _steps(words: Words, played: ReviewRound, columns: int) -> list[str]:
    """Write every step with everybody's chance and its interval; seats that do not fit next to the moves continue below."""
    digits = len(str(played.steps[-1].step))
    numbers = [str(point.step).rjust(digits) for point in played.steps]
    first = [words.text("review.slider")]
    first += [f"{number} · {words.step(point)}" for number, point in zip(numbers, played.steps, strict=True)]
    seats = [_chance_column(words, played, each.seat) for each in played.summary]
    lines: list[str] = []
    while seats:
        count = count_fitting(first, seats, columns)
        shown, seats = seats[:count], seats[count:]
        lines += ([""] if lines else []) + align(list(zip(first, *shown, strict=True)))
        first = ["", *numbers]
    return lines


def _chance_column(words: Words, played: ReviewRound, seat: int) -> list[str]:
    """Write a player's name and, below it, the chance at every step with its interval."""
    means = [words.percent(point.chances[seat]) for point in played.steps]
    ranges = [words.range(point.low[seat], point.high[seat]) for point in played.steps]
    widest = max(map(width, ranges))
    cells = zip(means, ranges, strict=True)
    return [words.player(seat), *(f"{mean} {pad(spread, widest, left=True)}" for mean, spread in cells)]


def _curve(chances: Sequence[float]) -> str:
    """Draw a chance as a row of blocks; a long round is sampled at even distances.

    >>> _curve([0, 0.5, 1])
    '▁▄█'
    """
    count = min(len(chances), MAX_CURVE_COLUMNS)
    last = len(chances) - 1
    shown = [chances[round(at * last / (count - 1)) if count > 1 else 0] for at in range(count)]
    return "".join(BLOCKS[min(7, max(0, int(chance * 7.999)))] for chance in shown)
