"""Finding an edition by name or path."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from huefall.editions.deck import SHIPPED, Edition, EditionError
from huefall.editions.file import read_edition


def load_edition(name: str) -> Edition:
    """Return the edition of that name, or the one in the file of that path.

    >>> load_edition("buzz").card_count
    112
    """
    if name in SHIPPED:
        return _shipped(name)
    path = Path(str(name))  # a position or scenario may name it by something that is no text
    if path.suffix != ".toml" and not _is_file(path):
        raise EditionError(
            f"unknown edition {name!r}: expected one of {', '.join(SHIPPED)}, or the path of a .toml file"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise EditionError(f"edition file {name}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise EditionError(f"edition file {name}: not UTF-8 text (byte {error.start})") from error
    except ValueError as error:  # a NUL or half a character in the name
        raise EditionError(f"edition file {name!r}: cannot be read ({error})") from error
    return read_edition(text, str(path))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no name a file could have
        return False


@cache
def _shipped(name: str) -> Edition:
    text = resources.files("huefall.editions").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return read_edition(text, "")
