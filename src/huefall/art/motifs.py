"""What the ground of a card shows, by theme: white on the field, drawn so faintly that signs can stand on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from huefall.art.drawing import CENTER, HEIGHT, WIDTH, Point, circle, group, pair, path, polar, polygon, ring, rounded
from huefall.art.palettes import MOTIF_OPACITY, SHEEN_OPACITY
from huefall.art.shapes import suit_path


def field(motif: str, suit: str | None) -> str:
    """Return the motif over the whole card, and the light that falls across it; one layer each, however they overlap."""
    drawn = group(MOTIFS[motif](suit), fill="#fff", opacity=MOTIF_OPACITY)
    return drawn + path(f"M0 {HEIGHT * 0.6:.0f}L{WIDTH} {HEIGHT * 0.22:.0f}V0H0Z", fill="#fff", opacity=SHEEN_OPACITY)


def _tiles(width: float, height: float, tile: str) -> str:
    head = f'<pattern id="t" width="{width:g}" height="{height:g}" patternUnits="userSpaceOnUse">'
    return f'{head}{tile}</pattern><rect width="{WIDTH}" height="{HEIGHT}" fill="url(#t)"/>'


@cache
def _facets(suit: str | None) -> str:
    """Small suits in rows; on a black card pentagons, one in the other."""
    if suit is None:
        rings = "".join(rounded(ring(5, radius), 20) for radius in (112, 142, 172, 202, 232))
        return path(rings, transform=f"translate({pair(CENTER)})", fill="none", stroke="#fff", stroke_width=3)
    shape = suit_path(suit, 8)
    return _tiles(44, 84, path(shape, transform="translate(11 21)") + path(shape, transform="translate(33 63)"))


#: Stars of the night sky: where, and how big.
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
    """Stars that become lines at great speed."""
    streaks = []
    for index in range(30):
        angle = index * 12 + (5 if index % 2 else 0)
        near, half = (96, 118, 106)[index % 3], (0.5, 1.1, 0.8)[index % 3]
        far = [polar(250, angle - half, CENTER), polar(250, angle + half, CENTER)]
        streaks.append(polygon([polar(near, angle, CENTER), *far]))
    return path("".join(streaks)) + "".join(circle((x, y), r) for x, y, r in _STARS)


def frond(root: Point, angle: float, length: float, leaves: int) -> str:
    """Return a fern leaf that grows from the root that way, as one path."""
    along: Callable[[float], Point] = lambda share: polar(length * share, angle, root)  # noqa: E731
    drawn = [f"M{pair(root)}L{pair(along(1))}"]
    for index in range(leaves):
        share = 0.12 + 0.84 * index / leaves
        size = length * 0.46 * (1 - share * 0.72)
        base = along(share)
        for side in (-1, 1):
            tip = polar(size, angle + side * 52, base)
            upper, lower = polar(size * 0.55, angle + side * 28, base), polar(size * 0.55, angle + side * 76, base)
            drawn.append(f"M{pair(base)}Q{pair(upper)} {pair(tip)}Q{pair(lower)} {pair(base)}Z")
    return "".join(drawn)


@cache
def _jungle(_: str | None) -> str:
    """Fern from the two corners without an index."""
    leaf = path(frond((244, -6), 128, 150, 7) + frond((250, 96), 158, 96, 5) + frond((150, -14), 78, 84, 5), id="t")
    return leaf + f'<use href="#t" transform="rotate(180 {pair(CENTER)})"/>'


@cache
def _stage(_: str | None) -> str:
    """Spotlights from the two corners without an index, and the bars of a rhythm between them."""
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


@cache
def _shield(_: str | None) -> str:
    """Plates of six sides."""
    a, b = 18, 31.2  # half a plate's width and the step from row to row
    d = f"M0 {b - 20.8:.1f}L{a} 0L{2 * a} {b - 20.8:.1f}V{b:.1f}L{a} {b + 10.4:.1f}L0 {b:.1f}ZM{a} {b + 10.4:.1f}V{2 * b:.1f}"
    return _tiles(2 * a, 2 * b, path(d, fill="none", stroke="#fff", stroke_width=3))


MOTIFS: dict[str, Callable[[str | None], str]] = {
    "facets": _facets,
    "starlight": _starlight,
    "jungle": _jungle,
    "stage": _stage,
    "shield": _shield,
}
