"""Reading an edition file. docs/editions.md describes the format; every error names the line and the reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, NoReturn

from huefall.editions.deck import (
    EFFECTS,
    EVERYONE,
    EXCHANGE_WORDS,
    FIRST_ACT,
    FIRST_BURY,
    FIRST_NAME,
    FIRST_WORDS,
    SHIPPED,
    Edition,
    EditionError,
    Row,
)
from huefall.vocabulary import colors

#: What the engine has room for (``huefall.kernel.layout``).
MAX_KINDS, MAX_CARDS, MAX_OF_A_FACE = 96, 224, 32

FORMAT = 1
TOP_KEYS = ("format", "name", "title", "colors", "card")
NUMBER_KEYS = ("draws", "dares", "checks")
SWITCH_KEYS = ("reverses", "boosts", "escapes", "restricted", "shield", "footprint")
ROW_KEYS = (
    "face",
    "faces",
    "black",
    "colors",
    "copies",
    "points",
    "title",
    "skips",
    "exchanges",
    "first",
    *NUMBER_KEYS,
    *SWITCH_KEYS,
)
BLACK_ONLY = ("boosts", "escapes", "dares", "checks", "restricted")
COLORED_ONLY = ("exchanges", "shield")

#: In what two rows of one face may differ; in everything else they must agree, since cards of one face match (PLAY-01).
MAY_DIFFER = ("colors", "copies", "points")


#: More dots than any key of an edition has, in a line outside of quoted text.
MAX_DOTS = 16
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def read_edition(text: str, source: str) -> Edition:
    """Read the text of an edition file; ``source`` is its path, empty for a file of the package."""
    return _Reader(text, source).edition()


class _Reader:
    """Reads one file into an ``Edition``; knows the line of each key, so that errors can name it."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self._check_keys()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except RecursionError as error:
            raise EditionError(f"{self._place()}: not valid TOML: nested too deeply") from error
        except ValueError as error:  # TOMLDecodeError, or of int() for a number without end
            raise EditionError(f"{self._place()}: not valid TOML: {error}") from error

    def _check_keys(self) -> None:
        """Refuse keys of many parts: reading one takes time that grows with the square of its length."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.count(".") > MAX_DOTS and QUOTED.sub("", line).count(".") > MAX_DOTS:
                raise EditionError(f"{self._place()}, line {number}: a key of more than {MAX_DOTS} parts")

    def edition(self) -> Edition:
        for key in self.data:
            if key not in TOP_KEYS:
                self._fail(f"unknown key {key!r}: expected {', '.join(TOP_KEYS)}", key)
        for key in ("format", "name", "colors"):
            if key not in self.data:
                self._fail(f"{key} is missing{f': format = {FORMAT} expected' if key == 'format' else ''}", None)
        version, name = self.data["format"], self.data["name"]
        if type(version) is not int or version != FORMAT:
            self._fail(f"format = {FORMAT} expected, got {_show(version)}", "format")
        if not isinstance(name, str) or not re.fullmatch(r"[\w-]{1,40}", name):
            self._fail(f"name must be 1 to 40 letters, digits, - or _, got {_show(name)}", "name")
        if self.source and name in SHIPPED:
            self._fail(f"name {name!r} is that of an edition that ships: give this one another", "name")
        deck_colors = self._colors()
        tables = self.data.get("card")
        if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
            self._fail("at least one [[card]] row is expected", "card")
        placed = [(row, index) for index, table in enumerate(tables) for row in self._rows(table, deck_colors, index)]
        rows = tuple(row for row, _ in placed)
        edition = Edition(str(name), deck_colors, rows, self._title(self.data, None), self.source)
        self._check_rows(placed)
        self._check_whole(edition)
        return edition

    def _colors(self) -> tuple[int, ...]:
        names = self.data["colors"]
        if not isinstance(names, list) or not 2 <= len(names) <= len(colors.NAMES):
            self._fail(f"colors must list two to five of {', '.join(colors.NAMES)}, got {_show(names)}", "colors")
        for name in names:
            if name not in colors.NAMES:
                self._fail(f"unknown colour {_show(name)}: expected {', '.join(colors.NAMES)}", "colors")
        return self._sorted_colors(names, None)

    def _row_colors(
        self, table: Mapping[str, Any], deck_colors: tuple[int, ...], black: bool, index: int
    ) -> tuple[int, ...]:
        """Read the colours of a row: none if it is black, all of the deck's if it names none (DECK-03)."""
        if "colors" not in table:
            return () if black else deck_colors
        names, known = table["colors"], _name_colors(deck_colors)
        if black:
            self._fail(
                "colors is for coloured cards only: a black card has no colour, its player names one", "colors", index
            )
        if not isinstance(names, list) or not names:
            self._fail(f"colors of a row must list some of {known}, got {_show(names)}", "colors", index)
        for name in names:
            if name not in colors.NAMES or colors.NAMES.index(name) not in deck_colors:
                self._fail(f"{_show(name)} is no colour of this deck: expected some of {known}", "colors", index)
        return self._sorted_colors(names, index)

    def _sorted_colors(self, names: list[str], index: int | None) -> tuple[int, ...]:
        if len(set(names)) != len(names):
            self._fail(f"a colour is listed twice: {_show(names)}", "colors", index)
        return tuple(sorted(colors.NAMES.index(name) for name in names))

    def _rows(self, table: Mapping[str, Any], deck_colors: tuple[int, ...], index: int) -> list[Row]:
        for key in table:
            if key not in ROW_KEYS:
                self._fail(f"unknown key {key!r}: expected {', '.join(ROW_KEYS)}", key, index)
        named = [key for key in ("face", "faces", "black") if key in table]
        if len(named) != 1:
            self._fail(f"a row needs exactly one of face, faces, black; got {named or 'none'}", None, index)
        black = named[0] == "black"
        faces = table["faces"] if named[0] == "faces" else [table[named[0]]]
        if not isinstance(faces, list) or not faces:
            self._fail(f"faces must be a list of faces, got {_show(faces)}", "faces", index)
        for face in faces:
            pattern = r"W[0-9A-Z+-]{0,3}" if black else r"[0-9A-Z+-]{1,3}"
            if not isinstance(face, str) or not re.fullmatch(pattern, face):
                rule = "W and up to three of 0-9 A-Z + -" if black else "one to three of 0-9 A-Z + -"
                self._fail(f"{named[0]} must be {rule}, got {_show(face)}", named[0], index)
        attributes = self._attributes(table, black, index)
        row_colors = self._row_colors(table, deck_colors, black, index)
        copies = self._number(table, "copies", index, minimum=1, maximum=MAX_CARDS)
        title = self._title(table, index)
        return [
            Row(
                face=face,
                colors=row_colors,
                copies=copies,
                points=self._points(table, face, index),
                title=title,
                **attributes,
            )
            for face in faces
        ]

    def _attributes(self, table: Mapping[str, Any], black: bool, index: int) -> dict[str, Any]:
        found: dict[str, Any] = {
            key: self._number(table, key, index, maximum=50) for key in NUMBER_KEYS if key in table
        }
        for key in SWITCH_KEYS:
            if key in table:
                if not isinstance(table[key], bool):
                    self._fail(f"{key} must be true or false, got {_show(table[key])}", key, index)
                found[key] = table[key]
        if "skips" in table:
            found["skips"] = EVERYONE if table["skips"] == "all" else self._number(table, "skips", index, maximum=9)
        if "exchanges" in table:
            found["exchanges"] = self._word(table, "exchanges", EXCHANGE_WORDS[1:], index) + 1
        default = FIRST_ACT if not black else FIRST_BURY if found.get("draws") else FIRST_NAME
        found["first"] = self._word(table, "first", FIRST_WORDS, index) if "first" in table else default
        self._check_attributes(found, black, index)
        return found

    def _check_attributes(self, found: Mapping[str, Any], black: bool, index: int) -> None:
        effects = [key for key in EFFECTS if found.get(key)]
        if len(effects) > 1:
            self._fail(f"a card has one effect, got {' and '.join(effects)}", effects[1], index)
        for key in COLORED_ONLY if black else BLACK_ONLY:
            if found.get(key):
                self._fail(f"{key} is for {'coloured' if black else 'black'} cards only", key, index)
        if found.get("restricted") and not found.get("draws"):
            self._fail("restricted is for cards with draws", "restricted", index)
        if found.get("shield") and not (found.get("skips") or found.get("reverses")):
            self._fail("shield is for cards with skips or reverses", "shield", index)
        if found.get("footprint") and (effects or ["draws"])[0] not in ("draws", "skips", "reverses"):
            self._fail(f"a card with {effects[0]} cannot bear the footprint", "footprint", index)
        if not black and found.get("footprint") and not effects:
            self._fail("a coloured card bears the footprint only with draws, skips or reverses", "footprint", index)
        if found["first"] == FIRST_ACT and black:
            self._fail('a black card that is turned up cannot "act": expected name, bury or ignore', "first", index)
        if found["first"] == FIRST_NAME and not black:
            self._fail('first = "name" is for black cards only', "first", index)

    def _check_rows(self, placed: list[tuple[Row, int]]) -> None:
        of_face: dict[tuple[bool, str], list[Row]] = {}
        for row, index in placed:
            others = of_face.setdefault((row.black, row.face), [])
            for other in others:
                self._check_pair(row, other, index)
            others.append(row)
            count = sum(each.card_count for each in others)
            if count > MAX_OF_A_FACE:
                self._fail(f"{count} cards of the face {row.face!r}: at most {MAX_OF_A_FACE}", "copies", index)

    def _check_pair(self, row: Row, other: Row, index: int) -> None:
        """Check two rows of one face: each card has one row, and what it does follows from its face."""
        if row.black:
            self._fail(f"{row.face!r} has two rows", None, index)
        both = _name_colors(color for color in row.colors if color in other.colors)
        if both:
            self._fail(f"{row.face!r} has two rows in {both}: give them colors that do not overlap", "colors", index)
        for key in (each.name for each in fields(row)):
            if key not in MAY_DIFFER and getattr(row, key) != getattr(other, key):
                allowed = ", ".join(MAY_DIFFER)
                self._fail(
                    f"{row.face!r} has two rows that differ in {key}: rows of one face may differ in {allowed} alone",
                    key,
                    index,
                )

    def _check_whole(self, edition: Edition) -> None:
        kinds = max(len(edition.kinds("all")), len(edition.kinds("half")))
        if kinds > MAX_KINDS:
            self._fail(f"{kinds} different cards: at most {MAX_KINDS}", None)
        if edition.card_count > MAX_CARDS:
            self._fail(f"{edition.card_count} cards: at most {MAX_CARDS}", None)
        # A deck of black cards alone has no row in any colour; files of that kind were good before rows had colours.
        used = {color for row in edition.rows for color in row.colors}
        unused = _name_colors(color for color in edition.colors if color not in used)
        if used and unused:
            self._fail(
                f"no card is {unused}: when it is named, no card of it can follow; "
                "remove it from colors, or add it to the colors of a row",
                "colors",
            )
        if edition.card_count - edition.reserve < 2:
            self._fail(
                f"{edition.card_count} cards are too few: {edition.reserve} must stay undealt "
                "so that a first card can always be turned up, and two hands of one card dealt",
                None,
            )

    def _points(self, table: Mapping[str, Any], face: str, index: int) -> int:
        if table.get("points") == "face":
            if not face.isdigit():
                self._fail(f'points = "face" needs a face that is a number, got {face!r}', "points", index)
            return int(face)
        return self._number(table, "points", index, maximum=1000)

    def _number(self, table: Mapping[str, Any], key: str, index: int, minimum: int = 0, maximum: int = 0) -> int:
        if key not in table:
            self._fail(f"{key} is missing: a whole number from {minimum} to {maximum} expected", None, index)
        value = table[key]
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
            self._fail(f"{key} must be a whole number from {minimum} to {maximum}, got {_show(value)}", key, index)
        return value

    def _word(self, table: Mapping[str, Any], key: str, words: tuple[str, ...], index: int) -> int:
        if table[key] not in words:
            self._fail(f"{key} must be one of {', '.join(words)}, got {_show(table[key])}", key, index)
        return words.index(table[key])

    def _title(self, table: Mapping[str, Any], index: int | None) -> dict[str, str]:
        title = table.get("title", {})
        if not isinstance(title, dict) or not all(isinstance(text, str) for text in title.values()):
            self._fail(
                f'title must be a table of texts by language, as in {{ en = "…" }}, got {_show(title)}', "title", index
            )
        return dict(title)

    def _fail(self, reason: str, key: str | None, index: int | None = None) -> NoReturn:
        raise EditionError(f"{self._place(self._line(key, index))}: {reason}")

    def _place(self, line: int = 0) -> str:
        name = self.source or "edition file"
        return f"{name}, line {line}" if line else name

    def _line(self, key: str | None, index: int | None) -> int:
        """Find the line of a key in the file's head, or in its card row number ``index``."""
        lines = self.text.splitlines()
        starts = [number for number, line in enumerate(lines) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
        begin, end = (0, starts[0] if starts else len(lines))
        if index is not None and index < len(starts):
            begin, end = starts[index], starts[index + 1] if index + 1 < len(starts) else len(lines)
        for number in range(begin, end):
            if key is not None and re.match(rf"\s*[\"']?{re.escape(key)}\b", lines[number]):
                return number + 1
        return begin + 1 if index is not None else 0


def _name_colors(found: Iterable[int]) -> str:
    return ", ".join(colors.NAMES[color] for color in found)


def _show(value: object) -> str:
    """Write a value for an error; TOML's hexadecimal numbers can be longer than Python will write."""
    try:
        return repr(value)
    except ValueError:
        return "a number without end"
    except RecursionError:
        return "something nested too deeply"
