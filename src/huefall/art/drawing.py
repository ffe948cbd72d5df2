"""From geometry to SVG: numbers, points, rounded polygons, positioned elements.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, dist, radians, sin

#: A place on the card, x to the right and y down.
Point = tuple[float, float]

#: The size of a card; its rounded corners have this radius.
WIDTH, HEIGHT, CORNER = 240, 336, 24
CENTER: Point = (WIDTH / 2, HEIGHT / 2)


def num(value: float) -> str:
    """Write a number in as few characters as a picture needs.

    >>> num(12.04), num(0.5), num(-0.01)
    ('12', '.5', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(point: Point) -> str:
    """Write a point; a minus separates two numbers as well as a space.

    >>> pair((3, 4)), pair((3, -4))
    ('3 4', '3-4')
    """
    x, y = num(point[0]), num(point[1])
    return x + y if y.startswith("-") else f"{x} {y}"


def polar(radius: float, angle: float, center: Point = (0, 0)) -> Point:
    """Return the point at that angle, in degrees clockwise from the right."""
    return center[0] + radius * cos(radians(angle)), center[1] + radius * sin(radians(angle))


def ring(count: int, radius: float, start: float = -90, inner: float | None = None) -> list[Point]:
    """Return the corners of a regular polygon, or of a star if there is an inner radius."""
    if inner is None:
        return [polar(radius, start + index * 360 / count) for index in range(count)]
    steps = range(2 * count)
    return [polar(inner if index % 2 else radius, start + index * 180 / count) for index in steps]


def polygon(points: Sequence[Point]) -> str:
    """Write a polygon with sharp corners."""
    return "M" + "L".join(pair(point) for point in points) + "Z"


def rounded(points: Sequence[Point], radius: float) -> str:
    """Write a polygon with rounded corners."""
    path = []
    for index, corner in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        begin, end = _toward(corner, before, radius), _toward(corner, after, radius)
        path.append(f"{'L' if index else 'M'}{pair(begin)}Q{pair(corner)} {pair(end)}")
    return "".join(path) + "Z"


def circle_path(radius: float) -> str:
    """Write a circle round the origin as a path."""
    arc = f"a{num(radius)} {num(radius)} 0 1 1"
    return f"M{num(-radius)} 0{arc} {num(2 * radius)} 0{arc}{num(-2 * radius)} 0Z"


def arrowhead(tip_center: Point, angle: float, size: float) -> str:
    """Write a triangle that points in a direction."""
    corners = ((size, 0.0), (-size * 0.62, -size * 0.86), (-size * 0.62, size * 0.86))
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = tip_center
    return rounded([(x + u * c - v * s, y + u * s + v * c) for u, v in corners], size * 0.22)


def path(d: str, **attributes: str | float) -> str:
    """Write a path element; an underscore in an attribute's name becomes a hyphen."""
    return f'<path{attributes_text(attributes.items())} d="{d}"/>'


def circle(center: Point, radius: float, **attributes: str | float) -> str:
    """Write a circle element."""
    x, y = num(center[0]), num(center[1])
    at = (f' cx="{x}"' if x != "0" else "") + (f' cy="{y}"' if y != "0" else "")
    return f'<circle{at} r="{num(radius)}"{attributes_text(attributes.items())}/>'


def group(body: str, **attributes: str | float) -> str:
    return f"<g{attributes_text(attributes.items())}>{body}</g>"


def attributes_text(attributes: Iterable[tuple[str, str | float]]) -> str:
    """Write attributes, each with a space before it."""
    return "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes)


def move(point: Point, scale: float = 1, turn: float = 0) -> str:
    """Write a transform: move to a point, then rotate and scale."""
    text = f"translate({pair(point)})" if point != (0, 0) else ""
    text += f"rotate({num(turn)})" if turn else ""
    return text + (f"scale({scale:.3g})" if scale != 1 else "")


def document(body: str, width: float = WIDTH, height: float = HEIGHT) -> str:
    """Write a whole SVG file."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}">{body}</svg>'


def _toward(here: Point, there: Point, length: float) -> Point:
    whole = dist(here, there)
    share = min(length, whole / 2) / whole
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return value
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.removeprefix("0") if text.startswith("0.") else text
