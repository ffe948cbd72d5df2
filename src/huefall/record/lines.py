"""The lines of a record: their kinds and fields, and a strict reader (docs/records.md).

Every line is a JSON object; the first field in its kind's row of ``KINDS`` identifies the kind.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from huefall.game.shared_seed import CONTRIBUTION_BYTES
from huefall.record.errors import RecordError

FORMAT = "huefall-record"
VERSION = 1
#: The version of records whose seed was mixed from contributions (``shared_seed``): older readers would doubt its commitment.
SHARED_SEED_VERSION = 2

#: Some editors write it before the text. It has no meaning in UTF-8.
BYTE_ORDER_MARK = "\ufeff"

#: For a file whose first line is not a line of a record.
NOT_A_RECORD = "no Huefall record: expected one as 'huefall play --record FILE' writes it"

#: What a record can be read from: its text, its bytes, its lines, or the path of its file.
Source: TypeAlias = str | bytes | os.PathLike[str] | Iterable[str]


@dataclass(frozen=True, slots=True)
class Line:
    """One line, read and checked on its own."""

    number: int  # in the file, from 1
    kind: str  # "move"
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Field:
    expected: str
    accepts: Callable[[object], bool]
    optional: bool = False


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _is_text(value: object) -> bool:
    # JSON can express a lone surrogate, but UTF-8 cannot.
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def _is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(_is_text(key) and _is_text(text) for key, text in value.items())


def _is_edition(value: object) -> bool:
    return _is_text(value) or (_is_texts(value) and isinstance(value, dict) and set(value) == {"name", "file"})


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(card) for card in value)


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(_is_number(number) for number in value)


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _is_shared_seed(value: object) -> bool:
    """Whether each field is of its kind; whether they fit together is checked with the header."""
    return (
        isinstance(value, dict)
        and set(value) == {"table", "match", "previous", "seals", "contributions"}
        and isinstance(value["table"], str)
        and re.fullmatch("[a-z0-9]{1,40}", value["table"]) is not None
        and _is_number(value["match"])
        and value["match"] > 0
        and (value["previous"] is None or _is_hex(value["previous"]))
        and isinstance(value["seals"], list)
        and all(seal == "" or _is_hex(seal) for seal in value["seals"])
        and isinstance(value["contributions"], list)
        and all(told == "" or _is_contribution(told) for told in value["contributions"])
    )


def _is_contribution(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{2 * CONTRIBUTION_BYTES}}}", value) is not None


_NUMBER = _Field("a whole number", _is_number)
_NUMBERS = _Field("a list of whole numbers", _is_numbers)
_CARDS = _Field("a list of cards", _is_cards)
_SEED = _Field("64 hex digits or a whole number", lambda value: _is_hex(value) or _is_number(value), optional=True)
_SERVER_SEED = _Field("64 hex digits", _is_hex, optional=True)
_MATCH_NUMBER = _Field("a whole number", _is_number, optional=True)
_SHUFFLE_VERSION = _Field("a whole number", _is_number, optional=True)
_RESHUFFLE = {
    "discards": _Field("a list of cards", _is_cards, optional=True),
    "reshuffle": _Field("a list of cards", _is_cards, optional=True),
}

#: The fields of each kind of line, by the kind's first field.
KINDS: Mapping[str, Mapping[str, _Field]] = {
    "format": {
        "format": _Field(f'"{FORMAT}"', lambda value: value == FORMAT),
        "version": _Field(
            f"{VERSION} or {SHARED_SEED_VERSION}",
            lambda value: type(value) is int and value in (VERSION, SHARED_SEED_VERSION),
        ),
        "edition": _Field('the name of an edition, or {"name", "file"} with the text of its file', _is_edition),
        "options": _Field("an object of options", lambda value: isinstance(value, dict)),
        "rules_version": _Field("a whole number", _is_number, optional=True),
        "players": _NUMBER,
        "deck": _CARDS,
        "commitment": _Field("64 hex digits or null", lambda value: value is None or _is_hex(value)),
        "shared_seed": _Field(
            "an object with table, match, previous, seals and contributions", _is_shared_seed, optional=True
        ),
        "notes": _Field("an object of texts", _is_texts, optional=True),
        "seed": _SEED,
        "number": _MATCH_NUMBER,
        "shuffle_version": _SHUFFLE_VERSION,
        "server_seed": _SERVER_SEED,
    },
    "dealer_draw": {"dealer_draw": _CARDS, "dealer": _NUMBER},
    "round": {"round": _NUMBER, "dealer": _NUMBER, "deck": _CARDS, **_RESHUFFLE},
    "move": {
        "move": _Field('a seat and a sentence, as in "2 play r7"', _is_text),
        "foul": _Field("true, or left out", lambda value: value is True, optional=True),
        **_RESHUFFLE,
    },
    "result": {
        "result": _NUMBER,
        "winner": _Field("a seat or null", lambda value: value is None or _is_number(value)),
        "points": _NUMBERS,
        "scores": _NUMBERS,
        "moves": _NUMBER,
    },
    "match": {
        "match": _NUMBERS,
        "scores": _NUMBERS,
        "rounds": _NUMBER,
        "seed": _SEED,
        "number": _MATCH_NUMBER,
        "shuffle_version": _SHUFFLE_VERSION,
        "server_seed": _SERVER_SEED,
    },
    "paused": {"paused": _NUMBER, "scores": _NUMBERS, "moves": _NUMBER},
}


def write_line(fields: Mapping[str, Any]) -> str:
    """Write one line with its line end."""
    return json.dumps(fields, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def read_lines(source: Source, *, unfinished: bool = False) -> list[Line]:
    """Read every line and check it on its own; a replay checks whether the lines fit together.

    ``unfinished``: leave out a last line that breaks off in the middle.
    """
    texts = _split(source, unfinished=unfinished)
    if texts:
        texts[0] = texts[0].removeprefix(BYTE_ORDER_MARK)
    if not texts:
        raise RecordError(f"it is empty, and {NOT_A_RECORD}")
    if unfinished and len(texts) > 1 and _is_torn(texts[-1]):
        texts.pop()
    return [_read_line(number, text.removesuffix("\n")) for number, text in enumerate(texts, 1)]


def _split(source: Source, *, unfinished: bool) -> list[str]:
    """Split into lines with their line ends."""
    if isinstance(source, os.PathLike):
        source = _read_file(Path(source))
    if isinstance(source, bytes):
        source = _decode(source, unfinished=unfinished)
    if not isinstance(source, str):
        return list(source)
    # Only a line feed ends a line: JSON strings may hold the other line breaks of Unicode.
    *whole, last = source.split("\n")
    return [f"{text}\n" for text in whole] + [last] * bool(last)


def _is_torn(text: str) -> bool:
    """Whether a last line breaks off: it has no line end and is not JSON. (Some editors remove only the line end.)"""
    if text.endswith("\n"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return True
    return False


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path} cannot be read ({error.strerror or error})") from error


def _decode(data: bytes, *, unfinished: bool) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if unfinished and error.reason == "unexpected end of data":  # it breaks off within a character
            return data[: error.start].decode("utf-8")
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(f"not UTF-8 text{_hint_for(line)}", line) from error


def _read_line(number: int, text: str) -> Line:
    def refuse_constant(name: str) -> NoReturn:
        raise RecordError(f"{name} is not JSON", number)

    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise RecordError("a field appears twice", number)
        return found

    try:
        fields = json.loads(text, object_pairs_hook=make_object, parse_constant=refuse_constant)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        hint = "; to read a file, pass a Path" if number == 1 and text.endswith(".jsonl") else _hint_for(number)
        raise RecordError(f"not JSON ({getattr(error, 'msg', error)}){hint}", number) from error
    if not isinstance(fields, dict):
        raise RecordError(f"a JSON object was expected, got {type(fields).__name__}{_hint_for(number)}", number)
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        got, hint = " and ".join(kinds) or "none", "" if kinds else _hint_for(number)
        raise RecordError(f"exactly one of the fields {', '.join(KINDS)} was expected, got {got}{hint}", number)
    _check_fields(number, kinds[0], fields)
    return Line(number, kinds[0], fields)


def _hint_for(number: int) -> str:
    """Suggest that the file is not a record if its first line is wrong."""
    return f"; {NOT_A_RECORD}" if number == 1 else ""


def _check_fields(number: int, kind: str, fields: Mapping[str, Any]) -> None:
    known = KINDS[kind]
    for name in fields:
        if name not in known:
            raise RecordError(f"unknown field {name!r} in a {kind!r} line: expected {', '.join(known)}", number)
    for name, wanted in known.items():
        if name not in fields:
            if not wanted.optional:
                raise RecordError(f"the field {name!r} of a {kind!r} line is missing", number)
        elif not wanted.accepts(fields[name]):
            raise RecordError(f"{name} must be {wanted.expected}, got {_shorten(fields[name])}", number)
    if ("reshuffle" in fields) != ("discards" in fields):
        raise RecordError("reshuffle and discards belong together, and one is missing", number)
    for name in ("number", "shuffle_version"):
        if name in fields and not isinstance(fields.get("seed"), int):
            raise RecordError(f"{name} belongs to a seed that is a number", number)


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
