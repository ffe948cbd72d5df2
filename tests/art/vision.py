"""How colours look: contrast as WCAG measures it, sight with a missing cone, and how far two colours are apart.

The palettes were chosen with these, and the tests hold them to it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

from huefall.art.sheet import MISSING_CONE

#: Three numbers: linear red, green and blue from 0 to 1, or L*, a* and b*.
Triple = tuple[float, float, float]

#: The kinds of sight a palette is looked at with; grey is a printer, or an eye with no cones at all.
SIGHTS: Final = ("normal", *MISSING_CONE, "grey")

_LUMINANCE: Final = (0.2126, 0.7152, 0.0722)
_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    return _dot(_LUMINANCE, linear(color))


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21.

    >>> contrast("#FFFFFF", "#000000")
    21.0
    """
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def linear(color: str) -> Triple:
    """Undo the gamma of sRGB."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (byte / 255 for byte in _bytes(color))
    )
    return red, green, blue


def seen(color: str, sight: str) -> Triple:
    """Return the linear RGB that a person with that sight would take for the same colour."""
    light = linear(color)
    if sight == "grey":
        grey = _dot(_LUMINANCE, light)
        return grey, grey, grey
    if sight != "normal":
        light = _apply(MISSING_CONE[sight], light)
    return _clipped(light[0]), _clipped(light[1]), _clipped(light[2])


def distance(first: str, second: str, sight: str = "normal") -> float:
    """Return how far apart two colours look with that sight, in CIEDE2000."""
    return ciede2000(lab(seen(first, sight)), lab(seen(second, sight)))


def lab(light: Triple) -> Triple:
    """Turn linear RGB into CIE L*a*b* under daylight (D65)."""
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (value / white for value, white in zip(_apply(_TO_XYZ, light), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first: Triple, second: Triple) -> float:
    """Return the CIEDE2000 difference of two L*a*b* colours (Sharma, Wu and Dalal 2005, whose names are kept)."""
    mean_chroma = (hypot(*first[1:]) + hypot(*second[1:])) / 2
    stretch = 1.5 - 0.5 * _weight_of_chroma(mean_chroma)
    chroma_1, hue_1 = _polar(first[1] * stretch, first[2])
    chroma_2, hue_2 = _polar(second[1] * stretch, second[2])
    both = chroma_1 * chroma_2
    turn = 0.0 if both == 0 else (hue_2 - hue_1 + 180) % 360 - 180
    delta_l, delta_c = second[0] - first[0], chroma_2 - chroma_1
    delta_h = 2 * sqrt(both) * sin(radians(turn / 2))
    mean_l, mean_c = (first[0] + second[0]) / 2, (chroma_1 + chroma_2) / 2
    mean_h = _mean_hue(hue_1, hue_2) if both else hue_1 + hue_2
    wave: Callable[[float], float] = lambda angle: cos(radians(angle))  # noqa: E731  # four times in one formula
    t = (
        1
        - 0.17 * wave(mean_h - 30)
        + 0.24 * wave(2 * mean_h)
        + 0.32 * wave(3 * mean_h + 6)
        - 0.20 * wave(4 * mean_h - 63)
    )
    part_l = delta_l / (1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2))
    part_c = delta_c / (1 + 0.045 * mean_c)
    part_h = delta_h / (1 + 0.015 * mean_c * t)
    rotation = -2 * _weight_of_chroma(mean_c) * sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2))))
    return sqrt(part_l**2 + part_c**2 + part_h**2 + rotation * part_c * part_h)


def _weight_of_chroma(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _mean_hue(first: float, second: float) -> float:
    if abs(first - second) <= 180:
        return (first + second) / 2
    return (first + second + (360 if first + second < 360 else -360)) / 2


def _bytes(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _clipped(part: float) -> float:
    return min(1.0, max(0.0, part))


def _dot(row: Triple, light: Triple) -> float:
    return row[0] * light[0] + row[1] * light[1] + row[2] * light[2]


def _apply(matrix: tuple[Triple, Triple, Triple], light: Triple) -> Triple:
    return _dot(matrix[0], light), _dot(matrix[1], light), _dot(matrix[2], light)
