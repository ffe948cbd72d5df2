"""Write the generated pages: ``make docs``. With ``--check``, as ``make lint`` does, only say which are out of date."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from huefall.server.settings import settings_table
from huefall.texts import LANGUAGES
from tools.docs import fill_marks
from tools.docs.editions import write_editions
from tools.docs.options import write_options
from tools.docs.protocol import fill_page, write_files
from tools.docs.rules import write_rules
from tools.docs.rulings import write_rulings

ROOT = Path(__file__).resolve().parents[2]

#: Folders in which everything is written here.
WRITTEN_FOLDERS = ("docs/editions", "docs/protocol")


def pages() -> dict[str, str]:
    """Return the text of every generated page by its path in the project."""
    found = {f"docs/editions/{name}.md": text for name, text in write_editions().items()}
    for language in LANGUAGES:
        folder = "docs" if language == "en" else f"docs/{language}"
        found[f"{folder}/rules.md"] = write_rules(language)
        found[f"{folder}/options.md"] = write_options(language)
        found[f"{folder}/rulings.md"] = write_rulings(language)
    found["docs/protocol.md"] = fill_page((ROOT / "docs/protocol.md").read_text(encoding="utf-8"))
    hosting = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    found["docs/hosting.md"] = fill_marks(hosting, {"settings": settings_table().rstrip().splitlines()})
    return found | write_files()


def outdated() -> list[str]:
    """List the pages that do not say what they should, and those that nothing writes any more."""
    wanted = pages()
    differing = [path for path, text in wanted.items() if not _says(ROOT / path, text)]
    left_over = [f"{folder}/{path.name}" for folder in WRITTEN_FOLDERS for path in (ROOT / folder).glob("*.*")]
    return sorted({*differing, *(path for path in left_over if path not in wanted)})


def _says(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def main(arguments: list[str] | None = None) -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(prog="tools.docs", description="Write the generated pages.", allow_abbrev=False)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is out of date")
    parsed = parser.parse_args(arguments)
    stale = outdated()
    if parsed.check:
        if stale:
            print(f"generated pages are out of date: {', '.join(stale)}; run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    wanted = pages()
    for path in stale:
        if path in wanted:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(wanted[path], encoding="utf-8")
            print(f"written: {path}")
        else:
            (ROOT / path).unlink()
            print(f"removed: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
