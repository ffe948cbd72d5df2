"""Signs other than characters, drawn in ``currentColor`` round the origin, as high as a digit (``Symbol``).

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from functools import cache

from huefall.art.drawing import arrowhead, circle, group, path
from huefall.art.lettering import Symbol, number

#: The width of a line, bold enough next to the digits.
LINE = 17


def _line(d: str, width: float = LINE) -> str:
    return path(
        d, fill="none", stroke="currentColor", stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def _fill(d: str) -> str:
    return path(d, fill="currentColor")


def _skip() -> Symbol:
    """Skip: an arrow that jumps over a player."""
    over = "M-41 16C-41-58 37-62 40-4"
    return Symbol(_line(over) + _fill(arrowhead((41, 9), 90, 25)) + circle((-2, 32), 17, fill="currentColor"), 112)


def _reverse() -> Symbol:
    """Reverse: two arrows in a circle."""
    half = _line("M-37-6A37 37 0 0 1 24-29") + _fill(arrowhead((33, -17), 58, 24))
    return Symbol(half + group(half, transform="rotate(180)"), 104)


def _hyperspeed() -> Symbol:
    """Hyperspeed: a faster fast-forward."""
    return Symbol(_line("M-44-32L-14 0L-44 32M-2-32L28 0L-2 32", 19) + _line("M40-32L58-12M58 12L40 32", 13), 116)


RUNNER = "M10-22L-6 8L18 18L10 46M-6 8L-16 30L-42 28M10-20L24-2L42-10M8-22L-16-22L-26-4"


def _run() -> Symbol:
    """Run!: a running person."""
    return Symbol(_line(RUNNER, 13) + circle((17, -40), 11, fill="currentColor"), 98)


def _dance() -> Symbol:
    """Dancing Wild: two notes."""
    stems = _line("M-22 32V-34L36-44V22", 12)
    beam = _fill("M-28-40L42-52V-30L-28-18Z")
    heads = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="17" ry="13" fill="currentColor"/>' for x, y in ((-34, 34), (24, 24))
    )
    return Symbol(stems + beam + heads, 98)


def _infinity() -> Symbol:
    """Gauntlet: the sign of infinity."""
    return Symbol(_line("M0 0C16-30 50-30 50 0S16 30 0 0S-50-30-50 0S-16 30 0 0Z", 18), 118)


#: Faces that have a sign of their own, in every edition; the rest are set as text.
ICONS = {"S": _skip, "R": _reverse, "WH": _hyperspeed, "WE": _run, "WD": _dance, "WG": _infinity}

#: A toe with its claw, above the heel.
_TOE = "M-10-13Q-15-36-6-48L0-68L6-48Q15-36 10-13Q0-3-10-13Z"
_HEEL = "M0-4Q25 3 20 23Q13 44 0 44Q-13 44-20 23Q-25 3 0-4Z"


@cache
def footprint() -> str:
    """Return the footprint of a card that Run! answers: three toes, in ``currentColor``, 100 high."""
    outer = "".join(
        path(_TOE, transform=f"translate({x} 10)rotate({angle})scale(.94)") for x, angle in ((-6, -46), (6, 46))
    )
    return group(path(_TOE) + outer + path(_HEEL), fill="currentColor", transform="translate(0 11)scale(.92)")


@cache
def symbol_of(face: str) -> Symbol:
    """Return the sign of a face: its icon, or its text. The text of a black card omits its W, unless it is all there is."""
    if face in ICONS:
        return ICONS[face]()
    text = face.removeprefix("W") if face.startswith("W") and len(face) > 1 else face
    return number(text)
