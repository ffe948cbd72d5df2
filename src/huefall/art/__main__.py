"""``python -m huefall.art sheet FILE`` writes every card on one page; ``pictures ROOT`` the project's PNGs.

Tested in tests/art/test_sheet.py.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from huefall.art.rasterise import write_pictures
from huefall.art.sheet import sheet
from huefall.art.themes import THEMES, find_theme
from huefall.vocabulary.errors import HuefallError


def main(arguments: list[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m huefall.art", description="Look at the cards.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    looking = commands.add_parser("sheet", help="write an HTML page with every card of every theme")
    looking.add_argument("file", type=Path)
    looking.add_argument("--theme", action="append", help="only this theme; may be given several times")
    looking.add_argument("--width", type=int, default=120, help="how wide a card is, in pixels")
    looking.add_argument("--sights", action="store_true", help="hands as people with a missing kind of cone see them")
    drawing = commands.add_parser("pictures", help="draw icons and link preview with Chromium")
    drawing.add_argument("root", type=Path, nargs="?", default=Path(), help="the project's folder")
    parsed = parser.parse_args(arguments)
    try:
        if parsed.command == "pictures":
            written = write_pictures(parsed.root)
        else:
            themes = [find_theme(name) for name in parsed.theme or THEMES]
            parsed.file.write_text(sheet(themes, parsed.width, parsed.sights), encoding="utf-8")
            written = [parsed.file]
    except HuefallError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(f"written: {path}" for path in written))
    return 0


if __name__ == "__main__":
    sys.exit(main())
