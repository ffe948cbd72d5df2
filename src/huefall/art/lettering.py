"""Words as outlines, so that a card looks the same where the font is missing. The outlines: ``glyphs.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from huefall.art.drawing import num, path

#: Symbols are drawn this high round the origin, and scaled where they are used.
SYMBOL_HEIGHT = 100


@dataclass(frozen=True, slots=True)
class Symbol:
    """A sign on a card: drawn in ``currentColor`` round the origin, a digit ``SYMBOL_HEIGHT`` high."""

    markup: str
    width: float


@cache
def _outlines() -> dict[str, Any]:
    text = resources.files("huefall.art").joinpath("glyphs.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def characters() -> str:
    """Return every character with an outline."""
    return "".join(_outlines()["glyphs"])


@cache
def word(text: str) -> Symbol:
    """Set a word in one path, centred."""
    font = _outlines()
    glyphs = font["glyphs"]
    first, last = glyphs[text[0]], glyphs[text[-1]]
    left = first[1]
    right = sum(glyphs[letter][0] for letter in text[:-1]) + last[2]
    pen, middle = -(left + right) / 2, (font["top"] + font["bottom"]) / 2
    d = ""
    for letter in text:
        advance, _, _, x, y, rest = glyphs[letter]
        d += f"M{num(pen + x)} {num(y - middle)}{rest}"
        pen += advance
    scale = SYMBOL_HEIGHT / (font["bottom"] - font["top"])
    return Symbol(path(d, transform=f"scale({scale:.4g})", fill="currentColor"), (right - left) * scale)


@cache
def number(text: str) -> Symbol:
    """Set a face; only 6 and 9 have a line below them, which distinguishes them upside down."""
    plain = word(text)
    if text not in ("6", "9"):
        return plain
    line = '<rect x="-38" y="60" width="76" height="16" rx="8" fill="currentColor"/>'
    return Symbol(f'<g transform="translate(0-9)scale(.88)">{plain.markup}{line}</g>', plain.width)
