"""Changes an input a little: its bytes, its values, its lines, or by a part of another input."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

MAX_INPUT_BYTES = 60_000

#: Values that programs forget: extremes of numbers, other types, text that is none, depth.
VALUES = (
    *(
        b"0",
        b"-1",
        b"1",
        b"2",
        b"255",
        b"256",
        b"9223372036854775807",
        b"9223372036854775808",
        b"1e999",
        b"-0.0",
        b"0.5",
    ),
    *(b"9" * 5000, b"null", b"true", b"[]", b"{}", b'""', b'"\\ud800"', b'"\\u0000"', b"\xff", b"\xed\xa0\x80", b"NaN"),
    *(
        b"[" * 3000,
        b'{"a":' * 3000,
        b'"' + b"a" * 20_000 + b'"',
        b"\n",
        b"\r",
        b"\x00",
        "é😀\u202e".encode(),
        b"=",
        b"[[x]]",
    ),
)

_VALUE = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null')


def mutate(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Return an input with one to five changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        data = rng.choice((_change_bytes, _change_value, _change_value, _change_lines, _splice))(data, others, rng)
    return data[:MAX_INPUT_BYTES]


def _change_bytes(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((0, 1, 1, 2, 8, 64)))
    new = rng.choice((b"", rng.randbytes(1), data[at:end] * 2, rng.choice(VALUES)))
    return data[:at] + new + data[end:]


def _change_value(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Replace a value by an extreme one, or by another value of this or of another input."""
    found = list(_VALUE.finditer(data))
    if not found:
        return _change_bytes(data, others, rng)
    old = rng.choice(found)
    elsewhere = _VALUE.findall(rng.choice(others)) if others and rng.random() < 0.3 else [one.group() for one in found]
    new = rng.choice(elsewhere) if elsewhere and rng.random() < 0.6 else rng.choice(VALUES)
    return data[: old.start()] + new + data[old.end() :]


def _change_lines(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return _change_bytes(data, others, rng)
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case _:
            lines[at], lines[to] = lines[to], lines[at]
    return b"".join(lines)


def _splice(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    other = rng.choice(others) if others else data
    begin, at = rng.randrange(len(other) + 1), rng.randrange(len(data) + 1)
    return data[:at] + other[begin : begin + rng.choice((4, 40, 400, len(other)))] + data[at:]
