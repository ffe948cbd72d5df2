"""The background motif of a card, by theme: white on the field, so faint that signs on it stay readable.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from huefall.art.drawing import (
    CENTER,
    HEIGHT,
    WIDTH,
    Point,
    circle,
    group,
    move,
    num,
    pair,
    path,
    polar,
    polygon,
    ring,
    rounded,
)
from huefall.art.palettes import MOTIF_OPACITY, SHEEN_OPACITY
from huefall.art.shapes import suit_path


def field(motif: str, suit: str | None) -> str:
    """Return the motif over the whole card and the light across it, as one layer each."""
    drawn = group(MOTIFS[motif](suit), fill="#fff", opacity=MOTIF_OPACITY)
    return drawn + path(f"M0 {HEIGHT * 0.6:.0f}L{WIDTH} {HEIGHT * 0.22:.0f}V0H0Z", fill="#fff", opacity=SHEEN_OPACITY)


def _tiles(width: float, height: float, tile: str) -> str:
    head = f'<pattern id="t" width="{width:g}" height="{height:g}" patternUnits="userSpaceOnUse">'
    return f'{head}{tile}</pattern><rect width="{WIDTH}" height="{HEIGHT}" fill="url(#t)"/>'


@cache
def _facets(suit: str | None) -> str:
    """Small suits in rows; on a black card nested pentagons."""
    if suit is None:
        rings = "".join(rounded(ring(5, radius), 20) for radius in (112, 142, 172, 202, 232))
        return path(rings, transform=f"translate({pair(CENTER)})", fill="none", stroke="#fff", stroke_width=3)
    shape = suit_path(suit, 8)
    return _tiles(44, 84, path(shape, transform="translate(11 21)") + path(shape, transform="translate(33 63)"))


#: Stars of the night sky: position and size.
_STARS = (
    (205, 40, 4),
    (180, 70, 2),
    (222, 92, 2.5),
    (20, 214, 3),
    (52, 262, 4),
    (30, 296, 2.5),
    (84, 306, 2),
    (150, 24, 2.5),
)


@cache
def _starlight(_: str | None) -> str:
    """Stars stretched to lines by speed."""
    streaks = []
    for index in range(30):
        angle = index * 12 + (5 if index % 2 else 0)
        near, half = (96, 118, 106)[index % 3], (0.5, 1.1, 0.8)[index % 3]
        far = [polar(250, angle - half, CENTER), polar(250, angle + half, CENTER)]
        streaks.append(polygon([polar(near, angle, CENTER), *far]))
    return path("".join(streaks)) + "".join(circle((x, y), r) for x, y, r in _STARS)


@cache
def frond(leaves: int) -> str:
    """Return a fern leaf that grows 200 high from the origin, as one path in whole numbers."""
    drawn = ["M-2 0L0-200L2 0Z"]
    for index in range(leaves):
        share = 0.1 + 0.86 * index / leaves
        base, size = -200 * share, 92 * (1 - share * 0.72)
        for side in (-1, 1):
            upper, tip, lower = (
                polar(size * reach, -90 + side * turn) for reach, turn in ((0.55, 28), (1, 52), (0.55, 76))
            )
            curves = f"q{_whole(upper)} {_whole(tip)}q{_whole((lower[0] - tip[0], lower[1] - tip[1]))} {_whole((-tip[0], -tip[1]))}"
            drawn.append(f"M0 {base:.0f}{curves}")
    return "".join(drawn)


def _whole(point: Point) -> str:
    return pair((round(point[0]), round(point[1])))


@cache
def _jungle(_: str | None) -> str:
    """Ferns from the two corners without an index."""
    places = (((244, -6), 0.78, 218), ((250, 96), 0.5, 248), ((150, -14), 0.44, 168))
    leaves = "".join(f'<use href="#l" transform="{move(root, scale, turn)}"/>' for root, scale, turn in places)
    corner = group(leaves, id="t")
    return f'<defs>{path(frond(8), id="l")}</defs>{corner}<use href="#t" transform="rotate(180 {pair(CENTER)})"/>'


@cache
def _stage(_: str | None) -> str:
    """Spotlights from the two corners without an index, with sound bars between them."""
    lamp = (WIDTH + 6, -16)
    beams = "".join(
        polygon([lamp, polar(430, angle, lamp), polar(430, angle + 7, lamp)]) for angle in (98, 114, 130, 146, 162)
    )
    bars = "".join(
        f"M{6 + 10 * index} 336v-{height}h7v{height}z"
        for index, height in enumerate((26, 44, 34, 58, 40, 66, 30, 48, 24, 36, 18, 12))
    )
    lights = path(beams + bars, id="t")
    return lights + f'<use href="#t" transform="rotate(180 {pair(CENTER)})"/>'


def hexagons(side: float, **attributes: str | float) -> str:
    """Return hexagons over the whole card, with sides of a given length."""
    half, high = side * 0.866, side / 2  # half a plate's width, and the height of its roof
    plate = f"M0 {num(high)}L{num(half)} 0L{num(2 * half)} {num(high)}V{num(3 * high)}L{num(half)} {num(4 * high)}L0 {num(3 * high)}Z"
    return _tiles(2 * half, 6 * high, path(f"{plate}M{num(half)} {num(4 * high)}V{num(6 * high)}", **attributes))


@cache
def _shield(_: str | None) -> str:
    """Hexagonal plates."""
    return hexagons(21, fill="none", stroke="#fff", stroke_width=3)


MOTIFS: dict[str, Callable[[str | None], str]] = {
    "facets": _facets,
    "starlight": _starlight,
    "jungle": _jungle,
    "stage": _stage,
    "shield": _shield,
}
