"""Reading an edition file. docs/editions.md describes the format; every error names the line and the reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, NoReturn

from huefall.editions.deck import (
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
EFFECTS = ("draws", "skips", "reverses", "boosts", "escapes", "dares", "checks", "exchanges")
ROW_KEYS = (
    "face",
    "faces",
    "black",
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


#: More dots than any key of an edition has, in a line outside of quoted text.
MOST_DOTS = 16
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def read_edition(text: str, source: str) -> Edition:
    """Read the text of an edition file; ``source`` is its path, empty for a file of the package."""
    return _Reader(text, source).edition()


class _Reader:
    """One file on its way to an ``Edition``; knows where each key stands, so that errors can name the line."""

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
            if line.count(".") > MOST_DOTS and QUOTED.sub("", line).count(".") > MOST_DOTS:
                raise EditionError(f"{self._place()}, line {number}: a key of more than {MOST_DOTS} parts")

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
        placed = [(row, index) for index, table in enumerate(tables) for row in self._rows(table, index)]
        rows = tuple(row for row, _ in placed)
        edition = Edition(str(name), deck_colors, rows, self._title(self.data, None), self.source)
        self._check_rows(placed, len(deck_colors))
        self._check_whole(edition)
        return edition

    def _colors(self) -> tuple[int, ...]:
        names = self.data["colors"]
        if not isinstance(names, list) or not 2 <= len(names) <= len(colors.NAMES):
            self._fail(f"colors must list two to five of {', '.join(colors.NAMES)}, got {_show(names)}", "colors")
        for name in names:
            if name not in colors.NAMES:
                self._fail(f"unknown colour {_show(name)}: expected {', '.join(colors.NAMES)}", "colors")
        if len(set(names)) != len(names):
            self._fail(f"a colour is listed twice: {_show(names)}", "colors")
        return tuple(sorted(colors.NAMES.index(name) for name in names))

    def _rows(self, table: Mapping[str, Any], index: int) -> list[Row]:
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
        copies = self._number(table, "copies", index, least=1, most=MAX_CARDS)
        title = self._title(table, index)
        return [
            Row(
                face=face,
                black=black,
                copies=copies,
                points=self._points(table, face, index),
                title=title,
                **attributes,
            )
            for face in faces
        ]

    def _attributes(self, table: Mapping[str, Any], black: bool, index: int) -> dict[str, Any]:
        found: dict[str, Any] = {key: self._number(table, key, index, most=50) for key in NUMBER_KEYS if key in table}
        for key in SWITCH_KEYS:
            if key in table:
                if not isinstance(table[key], bool):
                    self._fail(f"{key} must be true or false, got {_show(table[key])}", key, index)
                found[key] = table[key]
        if "skips" in table:
            found["skips"] = EVERYONE if table["skips"] == "all" else self._number(table, "skips", index, most=9)
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

    def _check_rows(self, placed: list[tuple[Row, int]], deck_colors: int) -> None:
        seen = set()
        for row, index in placed:
            if (row.black, row.face) in seen:
                self._fail(f"{row.face!r} has two rows", None, index)
            seen.add((row.black, row.face))
            of_a_face = row.copies * (1 if row.black else deck_colors)
            if of_a_face > MAX_OF_A_FACE:
                self._fail(f"{of_a_face} cards of the face {row.face!r}: at most {MAX_OF_A_FACE}", "copies", index)

    def _check_whole(self, edition: Edition) -> None:
        kinds = max(len(edition.kinds("all")), len(edition.kinds("half")))
        if kinds > MAX_KINDS:
            self._fail(f"{kinds} different cards: at most {MAX_KINDS}", None)
        if edition.card_count > MAX_CARDS:
            self._fail(f"{edition.card_count} cards: at most {MAX_CARDS}", None)
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
        return self._number(table, "points", index, most=1000)

    def _number(self, table: Mapping[str, Any], key: str, index: int, least: int = 0, most: int = 0) -> int:
        if key not in table:
            self._fail(f"{key} is missing: a whole number from {least} to {most} expected", None, index)
        value = table[key]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self._fail(f"{key} must be a whole number from {least} to {most}, got {_show(value)}", key, index)
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


def _show(value: object) -> str:
    """Write a value for an error; TOML's hexadecimal numbers can be longer than Python will write."""
    try:
        return repr(value)
    except ValueError:
        return "a number without end"
    except RecursionError:
        return "something nested too deeply"
