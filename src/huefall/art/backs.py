"""Backs of cards, one for each theme's motif, in the colours of its deck.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians

from huefall.art.drawing import CENTER, circle, group, move, pair, path, polar, polygon, ring, rounded
from huefall.art.faces import card
from huefall.art.icons import footprint
from huefall.art.mixing import mix
from huefall.art.motifs import frond, hexagons
from huefall.art.palettes import INK, PAPER, SuitColors
from huefall.art.shapes import suit_path
from huefall.art.themes import Theme

HALF_TURN = f'transform="rotate(180 {pair(CENTER)})"'


def back(theme: Theme) -> str:
    """Draw the back of the theme's cards."""
    return card(BACKS[theme.motif](theme), SuitColors(theme.black, theme.black_end, PAPER))


def _centered(body: str) -> str:
    return group(body, transform=move(CENTER))


def _facets(theme: Theme) -> str:
    """Nested polygons, each turned a little further."""
    drawn = []
    for index in range(9):
        radius = 34 + 26 * index
        color = theme.suits[theme.deck[index % len(theme.deck)]].field
        d = rounded(ring(5, radius, start=-90 + 9 * index), radius * 0.16)
        drawn.append(path(d, stroke=color, opacity=1 if index < 4 else 0.6))
    rings = group("".join(drawn), fill="none", stroke_width=8)
    return _centered(rings + circle((0, 0), 20, fill=PAPER) + path(rounded(ring(5, 12), 3), fill=INK))


def _starlight(theme: Theme) -> str:
    """Light speed: streaks in the deck's colours from one point."""
    streaks: dict[str, list[str]] = {letter: [] for letter in theme.deck}
    for index in range(24):
        for side in (0, 180):
            angle = index * 7.5 + side
            near, far = (52, 86, 66, 110)[index % 4], (130, 215, 168, 250)[(index * 3) % 4]
            width = (1.6, 2.4, 2)[index % 3]
            tail = [polar(far, angle - width), polar(far + 5, angle), polar(far, angle + width)]
            streaks[theme.deck[index % 4]].append(polygon([polar(near, angle), *tail]))
    drawn = "".join(path("".join(lines), fill=theme.suits[letter].field) for letter, lines in streaks.items())
    glow = circle((0, 0), 64, fill="#fff", opacity=0.08) + circle((0, 0), 48, fill="#fff", opacity=0.12)
    star = path(rounded(ring(4, 46, inner=11), 3), fill=PAPER) + path(
        rounded(ring(4, 27, start=-45, inner=9), 3), fill=PAPER
    )
    return _centered(drawn + glow + star)


def _jungle(theme: Theme) -> str:
    """Layers of fern, and a footprint in amber."""
    leaf, shade = theme.suits["g"].field, theme.suits["g"].deep
    fern = ""
    for turns, scale, share in (
        (range(0, 360, 30), 1.12, 0.22),
        (range(15, 360, 30), 0.86, 0.5),
        (range(0, 360, 45), 0.66, 0.85),
    ):
        uses = "".join(f'<use href="#l" transform="{move((0, 0), scale, turn)}"/>' for turn in turns)
        fern += group(uses, fill=mix(shade, leaf, share))
    disc = circle((0, 0), 58, fill=INK) + circle((0, 0), 53, fill=theme.dark.accent)
    line = circle((0, 0), 46, fill="none", stroke=INK, stroke_width=2, opacity=0.5)
    mark = group(footprint(), transform="translate(0-1)scale(.78)", color=INK)
    return f"<defs>{path(frond(9), id='l')}</defs>" + _centered(fern + disc + line + mark)


def _stage(theme: Theme) -> str:
    """Spotlights from four sides, and a ring of sound bars."""
    lamp = (120, -178)
    beams = path(
        "".join(polygon([lamp, polar(420, angle, lamp), polar(420, angle + 9, lamp)]) for angle in (96, 114, 132, 150)),
        id="b",
        fill=theme.dark.accent,
        opacity=0.16,
    )
    lights = beams + '<use href="#b" transform="rotate(180)"/>'
    bars: dict[str, list[str]] = {letter: [] for letter in theme.deck}
    for index in range(20):
        for side in (0, 180):
            angle = index * 9 + side
            length = 30 + 17 * (1 + cos(radians(angle * 4))) + (0, 22, 8, 15)[index % 4]
            bars[theme.deck[index // 5]].append(f"M{pair(polar(48, angle))}L{pair(polar(48 + length, angle))}")
    rhythm = "".join(path("".join(lines), stroke=theme.suits[letter].field) for letter, lines in bars.items())
    rays = group(rhythm, stroke_width=7, stroke_linecap="round")
    disc = circle((0, 0), 36, fill=PAPER) + circle(
        (0, 0), 29, fill="none", stroke=theme.suits["p"].deep, stroke_width=3
    )
    return _centered(lights + rays + disc + path(suit_path("p", 15), fill=theme.suits["p"].deep))


def _shield(theme: Theme) -> str:
    """Hexagonal plates round a shield in the deck's colours."""
    mesh = hexagons(26, fill="#fff", fill_opacity=0.07, stroke="#fff", stroke_opacity=0.16, stroke_width=3)
    shield = path(rounded(ring(6, 108), 12), fill=INK) + path(rounded(ring(6, 101), 11), fill=PAPER)
    facets = ""
    for index in range(6):
        letter = theme.deck[(0, 1, 3, 0, 1, 3)[index]]
        corners = [
            polar(52, -90 + 60 * index),
            polar(94, -90 + 60 * index),
            polar(94, -30 + 60 * index),
            polar(52, -30 + 60 * index),
        ]
        facets += path(rounded(corners, 5), fill=theme.suits[letter].field, stroke=INK, stroke_width=4)
    core = path(rounded(ring(6, 46), 6), fill=theme.suits["g"].field, stroke=INK, stroke_width=4)
    spark = path(rounded(ring(6, 30, inner=10), 3), fill=PAPER)
    return mesh + _centered(shield + facets + core + spark)


BACKS: dict[str, Callable[[Theme], str]] = {
    "facets": _facets,
    "starlight": _starlight,
    "jungle": _jungle,
    "stage": _stage,
    "shield": _shield,
}
