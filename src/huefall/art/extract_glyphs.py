"""Extracts the outlines of the characters on cards from a font file and writes ``glyphs.json``. Run by hand.

    pip install fonttools brotli
    npm pack @fontsource/lilita-one && tar xzf fontsource-lilita-one-*.tgz
    python -m huefall.art.extract_glyphs package/files/lilita-one-latin-400-normal.woff2

Nothing else needs these two libraries, so they are no dependency of the project. The font's licence is in OFL.txt.

Tested in tests/art/test_lettering.py.
"""

from __future__ import annotations

import argparse
import json
import string
from importlib import import_module
from pathlib import Path
from typing import Any

CHARACTERS = string.digits + string.ascii_uppercase + string.ascii_lowercase + "+-!?.,:&×"

#: The character whose height is the unit for all others.
MEASURE = "8"


def outline_of(glyphs: Any, name: str) -> list[Any]:
    """Return advance, left, right, the first point, and the rest of the path in relative commands, y downwards."""
    recording = import_module("fontTools.pens.recordingPen").DecomposingRecordingPen(glyphs)
    bounds = import_module("fontTools.pens.boundsPen").BoundsPen(glyphs)
    decompose = import_module("fontTools.pens.basePen").decomposeQuadraticSegment
    glyphs[name].draw(recording)
    glyphs[name].draw(bounds)
    path, first, start, here, before = "", None, (0, 0), (0, 0), (0, 0)
    for command, points in recording.value:
        before = start
        if command == "moveTo":
            if first is None:
                first = points[0]
            else:
                path += "m" + _step(start, points[0])
            start = here = points[0]
        elif command == "lineTo":
            path += "l" + _step(here, points[0])
            here = points[0]
        elif command == "qCurveTo":
            if points[-1] is None:  # no point of the outline lies on it: it begins halfway between two that do not
                (x_1, y_1), (x_2, y_2) = points[0], points[-2]
                start = here = _whole(((x_1 + x_2) / 2, (y_1 + y_2) / 2))
                points = (*points[:-1], start)  # noqa: PLW2901
                first, path = (start, path) if first is None else (first, path + "m" + _step(before, start))
            for control, end in decompose(points):
                path += "q" + _joined([_step(here, control), _step(here, end)])
                here = _whole(end)
        elif command == "closePath":
            path += "z"
        else:
            raise ValueError(f"{name}: a {command} in the outline; this script knows the commands of TrueType only")
    if first is None:
        raise ValueError(f"{name}: the font has no outline for it")
    left, right = round(bounds.bounds[0]), round(bounds.bounds[2])
    return [glyphs[name].width, left, right, first[0], -first[1], path]


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _step(here: tuple[float, float], there: tuple[float, float]) -> str:
    return _joined([str(round(there[0]) - round(here[0])), str(round(here[1]) - round(there[1]))])


def _joined(numbers: list[str]) -> str:
    return "".join(numbers[:1] + [number if number.startswith("-") else f" {number}" for number in numbers[1:]])


def extract(font_file: Path) -> dict[str, Any]:
    """Return the content of ``glyphs.json``."""
    font = import_module("fontTools.ttLib").TTFont(font_file)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    bounds = import_module("fontTools.pens.boundsPen").BoundsPen(glyphs)
    glyphs[names[ord(MEASURE)]].draw(bounds)
    said = {record.nameID: str(record) for record in font["name"].names}
    return {
        "about": "Outlines of the characters on cards, for the cards alone. Written by huefall.art.extract_glyphs.",
        "font": said[4],
        "version": said[5],
        "copyright": said[0],
        "licence": "SIL Open Font License 1.1, in OFL.txt next to this file",
        "shape": "character: [advance, left, right, first x, first y, path from there in relative commands, y down]",
        "top": round(-bounds.bounds[3]),
        "bottom": round(-bounds.bounds[1]),
        "glyphs": {character: outline_of(glyphs, names[ord(character)]) for character in CHARACTERS},
    }


def main() -> None:
    """Write the file next to this one."""
    parser = argparse.ArgumentParser(description="Write glyphs.json from the font's woff2 file.", allow_abbrev=False)
    parser.add_argument("font", type=Path)
    found = extract(parser.parse_args().font)
    glyphs = found.pop("glyphs")
    head = json.dumps(found, indent=2, ensure_ascii=False)[:-2]
    rows = ",\n".join(f"    {json.dumps(key, ensure_ascii=False)}: {json.dumps(row)}" for key, row in glyphs.items())
    text = f'{head},\n  "glyphs": {{\n{rows}\n  }}\n}}\n'
    Path(__file__).with_name("glyphs.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
