"""The result as an SVG picture: a bar per bot, its interval as a whisker, and a line at the share of equal players.

The colours are those of the edition's light theme. Names and numbers are written next to the bars, so that nothing
depends on colour. The file refers to no other file.

Tested in tests/arena/test_arena.py.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from unicodedata import east_asian_width

from huefall.arena.intervals import Interval
from huefall.arena.report import Report, Standing, counted, describe_game_count, name_edition
from huefall.art.drawing import num
from huefall.art.themes import THEMES, Theme

WIDTH, MARGIN, ROW, BAR = 760, 28, 54, 26
TOP, BOTTOM = 96, 64  # above the first row, and below the last one
FONT = "ui-rounded, 'Segoe UI', system-ui, 'Noto Sans', sans-serif"

#: Distances between the lines of the scale; the first that gives at most MAX_LINES is used.
STEPS, MAX_LINES = (0.05, 0.1, 0.2, 0.25), 7

#: Maps a share to its x coordinate.
_Scale = Callable[[float], float]

#: Widths of letters relative to the font size, to estimate the space of names: ordinary, Chinese and broad ones.
LETTER, WIDE_LETTER, BROAD = 0.66, 1.05, "MWmw@%"
SMALL_LETTER = 0.52  # of plain text in mixed case

#: The font size and maximal width of names; longer ones are cut.
NAME, MAX_NAME = 16, 224.0


def draw_report(report: Report) -> str:
    """Draw the standings, best first."""
    theme = THEMES.get(report.plan.edition.name, THEMES["classic"])
    ranked = report.ranked
    left = MARGIN + max(_width(_shorten(standing.name, NAME, MAX_NAME), NAME) for standing in ranked) + 16
    right = WIDTH - MARGIN - 76  # numbers have their own column, free of lines
    reach = max(*(standing.share.high for standing in ranked), 1 / report.plan.players) * 1.04
    reach = min(1.0, reach)

    def place(share: float) -> float:
        return left + (right - left) * share / reach

    height = TOP + ROW * len(ranked) + BOTTOM
    body = [
        f"<title>{escape(_title(report))}</title>",
        f"<desc>{escape(_described(report))}</desc>",
        _box(0, 0, WIDTH, height, theme.light.felt_center, radius=18),
        _text(MARGIN, 42, _title(report), theme.light.on_felt, 21, weight=700),
        _text(
            MARGIN, 66, _shorten(_subtitle(report), 14, WIDTH - 2 * MARGIN, SMALL_LETTER), theme.light.on_felt_soft, 14
        ),
        *_scale(theme, place, reach, height),
    ]
    for row, standing in enumerate(ranked):
        body += _row(theme, place, TOP + ROW * row + ROW / 2, standing, row)
    body += _equal_line(theme, place(1 / report.plan.players), height, report.plan.players)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(height)}" role="img" '
        f'font-family="{FONT}">{"".join(body)}</svg>\n'
    )


def _title(report: Report) -> str:
    """What is shown. The rows have the names of the bots, which would not fit here."""
    return f"Share of {'matches' if report.plan.matches else 'rounds'} won"


def _width(text: str, size: int, letter: float = LETTER) -> float:
    return size * sum(WIDE_LETTER if east_asian_width(char) in "WF" or char in BROAD else letter for char in text)


def _shorten(text: str, size: int, room: float, letter: float = LETTER) -> str:
    """Cut a text that is wider than its room.

    >>> _shorten("patient", 16, 224), _shorten("x" * 40, 16, 100)
    ('patient', 'xxxxxxxx…')
    """
    if _width(text, size, letter) <= room:
        return text
    while text and _width(f"{text}…", size, letter) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _subtitle(report: Report) -> str:
    plan = report.plan
    return (
        f"{name_edition(plan)}, {plan.players} players, {describe_game_count(report)} on {counted(plan.deals, 'deal')} with seats rotated, "
        f"seed {plan.seed}; 95 % intervals"
    )


def _described(report: Report) -> str:
    found = [f"{standing.name} {_percent(standing.share)}" for standing in report.ranked]
    return f"{'; '.join(found)}. Equal players would win {1 / report.plan.players:.1%} each."


def _percent(share: Interval) -> str:
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


def _scale(theme: Theme, place: _Scale, reach: float, height: float) -> list[str]:
    step = next((step for step in STEPS if reach / step <= MAX_LINES), STEPS[-1])
    found = []
    for line in range(int(reach / step) + 1):
        x = place(line * step)
        found.append(_line(x, TOP - 8, x, height - BOTTOM + 4, theme.light.rim, width=1, opacity=0.5))
        text = f"{line * step:.0%}"
        found.append(_text(x, height - BOTTOM + 22, text, theme.light.on_felt_soft, 12, anchor="middle"))
    return found


def _row(theme: Theme, place: _Scale, y: float, standing: Standing, row: int) -> list[str]:
    suit = theme.suits[theme.deck[row % len(theme.deck)]]
    share, zero = standing.share, place(0)
    low, high, ink = place(share.low), place(share.high), theme.light.on_felt
    return [
        _text(zero - 12, y + 5, _shorten(standing.name, NAME, MAX_NAME), ink, NAME, anchor="end", weight=600),
        _box(zero, y - BAR / 2, max(2.0, place(share.share) - zero), BAR, suit.field, radius=5, edge=suit.deep),
        # The whisker has a light outline, so that it is visible on every colour.
        *(
            _line(x, y - reach, to, y + reach, color, width=width)
            for color, width in (("#FFFFFF", 5), (ink, 2))
            for x, to, reach in ((low, high, 0.0), (low, low, 7.0), (high, high, 7.0))
        ),
        _text(WIDTH - MARGIN, y + 5, f"{share.share:.1%}", ink, 16, anchor="end", weight=700),
    ]


def _equal_line(theme: Theme, x: float, height: float, players: int) -> list[str]:
    ink = theme.light.accent
    return [
        _line(x, TOP - 8, x, height - BOTTOM + 4, ink, width=2, dashes="6 5"),
        _text(x, height - 18, f"equal: {1 / players:.1%}", ink, 13, anchor="middle", weight=600),
    ]


def _box(x: float, y: float, width: float, height: float, fill: str, *, radius: float, edge: str = "") -> str:
    stroke = f' stroke="{edge}" stroke-width="1.5"' if edge else ""
    size = f'width="{num(width)}" height="{num(height)}" rx="{num(radius)}"'
    return f'<rect x="{num(x)}" y="{num(y)}" {size} fill="{fill}"{stroke}/>'


def _line(
    x: float, y: float, x2: float, y2: float, color: str, *, width: float, opacity: float = 1, dashes: str = ""
) -> str:
    extra = (f' opacity="{num(opacity)}"' if opacity != 1 else "") + (f' stroke-dasharray="{dashes}"' if dashes else "")
    ends = f'x1="{num(x)}" y1="{num(y)}" x2="{num(x2)}" y2="{num(y2)}"'
    return f'<line {ends} stroke="{color}" stroke-width="{num(width)}" stroke-linecap="round"{extra}/>'


def _text(x: float, y: float, text: str, color: str, size: int, *, anchor: str = "start", weight: int = 400) -> str:
    place = f'x="{num(x)}" y="{num(y)}" font-size="{size}" font-weight="{weight}"'
    return f'<text {place} text-anchor="{anchor}" fill="{color}">{escape(text)}</text>'
