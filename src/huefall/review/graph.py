"""The graph of a round: a band per player, stacked, in the colours and shapes of the suits.

It has no width of its own: bands are cut out of patterned grounds in shares of the picture, so that shapes and lines stay
as they are at any size, and text stands beside it as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from huefall.art import find_theme
from huefall.art.drawing import num
from huefall.art.palettes import PAPER, SuitColors
from huefall.art.shapes import suit_path
from huefall.art.vision import mix
from huefall.protocol.reviews import ReviewRound
from huefall.vocabulary import colors

#: The tile of a band's pattern in pixels, and the radius of the shape in it.
TILE, SHAPE = 34, 5

#: How much paper is mixed into the colours of the sixth seat and those after it, which use the suits once more.
PALER = 0.55

LINES = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a seat is told by: a suit's shape and its colours; of the sixth seat and those after it the shape is hollow."""

    letter: str
    field: str
    ink: str
    hollow: bool


def marks(theme: str, seats: int) -> list[Mark]:
    """Give every seat a mark: the suits of the deck in its order, then the one it lacks."""
    found = find_theme(theme)
    letters = found.deck + "".join(letter for letter in colors.LETTERS if letter not in found.deck)
    return [_mark(found.suits[letters[seat % 5]], letters[seat % 5], seat >= 5) for seat in range(seats)]


def _mark(suit: SuitColors, letter: str, hollow: bool) -> Mark:
    if not hollow:
        return Mark(letter, suit.field, suit.ink, hollow)
    return Mark(letter, mix(suit.field, PAPER, PALER), suit.deep, hollow)


def mark_svg(mark: Mark) -> str:
    """Draw a mark by itself, beside a name."""
    return (
        f'<svg class="mark" viewBox="-12 -12 24 24" aria-hidden="true">'
        f'<rect x="-12" y="-12" width="24" height="24" rx="6" fill="{mark.field}"/>{_shape(mark, 6.5, 1)}</svg>'
    )


def _shape(mark: Mark, radius: float, opacity: float) -> str:
    paint = f'fill="none" stroke="{mark.ink}" stroke-width="{num(radius / 3)}"' if mark.hollow else f'fill="{mark.ink}"'
    return f'<path d="{suit_path(mark.letter, radius)}" {paint} opacity="{num(opacity)}"/>'


def pattern_svg(seats: Sequence[Mark]) -> str:
    """Draw the grounds of the bands, once for a page."""
    patterns = []
    for seat, mark in enumerate(seats):
        shape = _shape(mark, SHAPE, 0.34)
        ground = f'<rect width="{TILE}" height="{TILE}" fill="{mark.field}"/>'
        spots = "".join(
            f'<g transform="translate({num(TILE * x)} {num(TILE * y)})">{shape}</g>'
            for x, y in ((0.25, 0.25), (0.75, 0.75))
        )
        patterns.append(
            f'<pattern id="seat{seat}" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">{ground}{spots}</pattern>'
        )
    return f'<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>{"".join(patterns)}</defs></svg>'


def graph_svg(played: ReviewRound, title: str, text: str) -> str:
    """Draw a round."""
    seats = len(played.summary)
    last = max(1, len(played.steps) - 1)
    heights = [_stack(point.chances) for point in played.steps]
    # A round whose only step is the deal is a flat picture of that.
    heights = heights if len(heights) > 1 else heights * 2
    clips, bands, edges = [], [], []
    for seat in range(seats):
        lower = [(at / last, 1 - stack[seat]) for at, stack in enumerate(heights)]
        upper = [(at / last, 1 - stack[seat + 1]) for at, stack in enumerate(heights)]
        name = f"band{played.round}-{seat}"
        clips.append(
            f'<clipPath id="{name}" clipPathUnits="objectBoundingBox"><path d="{_line([*upper, *lower[::-1]], 1)}Z"/></clipPath>'
        )
        bands.append(f'<rect width="100%" height="100%" fill="url(#seat{seat})" clip-path="url(#{name})"/>')
        edges.append(f'<path d="{_line(upper, 100)}" class="edge"/>')
    grid = "".join(f'<path d="M0 {num(100 * each)}H100" class="grid"/>' for each in LINES)
    return (
        f'<svg class="plot" role="img" aria-label="{escape(title)}"><desc>{escape(text)}</desc><defs>{"".join(clips)}</defs>{"".join(bands)}'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none">{"".join(edges)}{grid}</svg></svg>'
    )


def _stack(chances: Sequence[float]) -> list[float]:
    """Pile chances up; where they do not make up a whole, as when nobody has won, they are left as they are."""
    found = [0.0]
    for chance in chances:
        found.append(min(1.0, found[-1] + chance))
    # Estimates are rounded: the last band ends at the top if it was meant to.
    return [*found[:-1], 1.0] if abs(found[-1] - 1) < 0.02 else found


def _line(places: Sequence[tuple[float, float]], scale: float) -> str:
    return "M" + "L".join(f"{round(x * scale, 4):g} {round(y * scale, 4):g}" for x, y in places)
