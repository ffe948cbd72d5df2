"""Editions: a TOML file read into a table of cards (docs/editions.md)."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .cards import COLOR_LETTERS, COLOR_ORDER, Card
from .errors import ReferenceError

EDITIONS_FOLDER = Path(__file__).resolve().parents[2] / "src" / "huefall" / "editions"

EFFECTS = ("draws", "skips", "reverses", "boosts", "escapes", "dares", "checks", "exchanges")
BLACK_ONLY = ("boosts", "escapes", "dares", "checks", "restricted")
COLORED_ONLY = ("skips", "reverses", "exchanges", "shield")
NOT_EFFECTS = ("restricted", "shield", "footprint", "first")
ROW_KEYS = {"face", "faces", "black", "colors", "copies", "points", "title", *NOT_EFFECTS, *EFFECTS}


@dataclass(frozen=True, eq=False)
class Edition:
    """The cards of one deck, without the choice of option `footprints`."""

    name: str
    colors: tuple[str, ...]  # letters in the order r y g b p
    cards: dict[str, Card]  # by text; a footprint card also has its plain form here
    copies: dict[str, int]  # by plain text: how many of that card, marked or not
    marked: frozenset[str]  # plain texts of the rows with `footprint`
    attributes: frozenset[str]  # those that some card of the deck has

    def has(self, attribute: str) -> bool:
        """Whether any card of the deck has this attribute."""
        return attribute in self.attributes

    def counts(self, footprints: str) -> dict[Card, int]:
        """How many of each kind are in the deck; `half` marks half of the copies, rounded down (DECK-04)."""
        result: dict[Card, int] = {}
        for plain, copies in self.copies.items():
            marked = 0
            if plain in self.marked:
                marked = copies if footprints == "all" else copies // 2
                result[self.cards[plain + "*"]] = marked
            result[self.cards[plain]] = copies - marked
        return result

    def unturnable(self) -> int:
        """How many cards cannot be the first card (they are buried or ignored)."""
        return sum(copies for plain, copies in self.copies.items() if self.cards[plain].first in ("bury", "ignore"))


def find_edition(name: str) -> Path:
    """The file of a shipped edition, or the file that the name is the path of."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", name):
        shipped = EDITIONS_FOLDER / f"{name}.toml"
        if shipped.is_file():
            return shipped
    path = Path(name)
    if path.is_file():
        return path
    raise ReferenceError(f"unknown edition {name!r}: neither shipped nor the path of a file")


def load_edition(path: Path) -> Edition:
    """Read an edition file; the same file is read once."""
    return _load(path.resolve(), path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _load(path: Path, _changed: int) -> Edition:
    """Read and check one file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ReferenceError(f"edition {path}: {error}") from error
    if data.get("format") != 1:
        raise ReferenceError(f"edition {path}: format must be 1, not {data.get('format')!r}")
    names = data.get("colors", [])
    if not 2 <= len(names) <= 5 or len(set(names)) != len(names) or not set(names) <= COLOR_LETTERS.keys():
        raise ReferenceError(f"edition {path}: colors must be two to five of {', '.join(COLOR_LETTERS)}")
    letters = {COLOR_LETTERS[name] for name in names}
    colors = tuple(letter for letter in COLOR_ORDER if letter in letters)
    return _build(str(data.get("name", path.stem)), colors, data.get("card", []))


def _build(name: str, colors: tuple[str, ...], rows: list[dict[str, Any]]) -> Edition:
    """Make the card table, in canonical order: colour by colour, then the black rows."""
    cards: dict[str, Card] = {}
    copies: dict[str, int] = {}
    marked: set[str] = set()
    for row in rows:
        _check_row(name, row, colors)

    def add(plain: str, color: str | None, face: str, row: dict[str, Any]) -> None:
        """Add one kind, and its footprint form."""
        if plain in cards:
            raise ReferenceError(f"edition {name}: card {plain} is listed twice")
        copies[plain] = row["copies"]
        cards[plain] = _card(plain, color, face, False, len(cards), row)
        if row.get("footprint"):
            marked.add(plain)
            cards[plain + "*"] = _card(plain + "*", color, face, True, len(cards), row)

    for color in colors:
        for row in rows:
            if "colors" in row and color not in (COLOR_LETTERS[named] for named in row["colors"]):
                continue  # DECK-03: the row is not in every colour of the deck
            for face in row.get("faces", [row["face"]] if "face" in row else []):
                add(color + face, color, face, row)
    for row in rows:
        if "black" in row:
            add(row["black"], None, row["black"], row)
    names = (*EFFECTS, "restricted", "shield", "footprint")
    attributes = frozenset(name for name in names if any(getattr(card, name) for card in cards.values()))
    return Edition(name, colors, cards, copies, frozenset(marked), attributes)


def _check_row(name: str, row: dict[str, Any], colors: tuple[str, ...]) -> None:
    """Refuse a row that the format does not allow."""
    label = f"edition {name}: card {row.get('black', row.get('face', row.get('faces')))}"
    unknown = set(row) - ROW_KEYS
    if unknown:
        raise ReferenceError(f"{label}: unknown key {sorted(unknown)[0]}")
    if sum(key in row for key in ("face", "faces", "black")) != 1:
        raise ReferenceError(f"{label}: needs exactly one of face, faces, black")
    if sum(bool(row.get(key)) for key in EFFECTS) > 1:
        raise ReferenceError(f"{label}: at most one of {', '.join(EFFECTS)}")
    for key in BLACK_ONLY if "black" not in row else COLORED_ONLY:
        if row.get(key):
            raise ReferenceError(f"{label}: {key} cannot be set there")
    if "colors" in row:
        _check_row_colors(label, row, colors)
    faces = row.get("faces", [row.get("face", "")])
    if row.get("points") == "face" and not all(face.isdigit() for face in faces):
        raise ReferenceError(f'{label}: points = "face" needs a number')
    if type(row.get("copies")) is not int or row["copies"] < 1:
        raise ReferenceError(f"{label}: copies must be a number from 1")
    if row.get("restricted") and not row.get("draws"):
        raise ReferenceError(f"{label}: restricted belongs to a card that draws")
    if row.get("shield") and not (row.get("skips") or row.get("reverses")):
        raise ReferenceError(f"{label}: shield belongs to a card that skips or reverses")
    if row.get("first") not in (None, "act" if "black" not in row else "name", "bury", "ignore"):
        raise ReferenceError(f"{label}: first cannot be {row['first']!r}")


def _check_row_colors(label: str, row: dict[str, Any], colors: tuple[str, ...]) -> None:
    """A coloured row may name some of the deck's colours, each once (DECK-03)."""
    named = row["colors"]
    if "black" in row:
        raise ReferenceError(f"{label}: a black card has no colors")
    if not isinstance(named, list) or not named or any(COLOR_LETTERS.get(color) not in colors for color in named):
        raise ReferenceError(f"{label}: colors must be one or more colours of the deck, not {named!r}")
    if len(set(named)) != len(named):
        raise ReferenceError(f"{label}: colors names a colour twice: {named!r}")


def _card(text: str, color: str | None, face: str, footprint: bool, rank: int, row: dict[str, Any]) -> Card:
    """One kind of card from its row."""
    if color is not None:
        first = "act"
    else:
        first = "bury" if row.get("draws") else "name"
    points = row.get("points", 0)
    return Card(
        text=text,
        color=color,
        face=face,
        footprint=footprint,
        rank=rank,
        points=int(face) if points == "face" else points,
        draws=row.get("draws", 0),
        skips=row.get("skips", 0),
        reverses=row.get("reverses", False),
        boosts=row.get("boosts", False),
        escapes=row.get("escapes", False),
        dares=row.get("dares", 0),
        checks=row.get("checks", 0),
        exchanges=row.get("exchanges"),
        restricted=row.get("restricted", False),
        shield=row.get("shield", False),
        first=row.get("first", first),
    )
