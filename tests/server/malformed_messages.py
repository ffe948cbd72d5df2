"""Messages that no honest client sends, made up from a seed.

A message begins as one that makes sense, so that it comes past the first doors; then it is mangled, or not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from huefall.protocol.fields import VERSION


class Token(str):
    """Text that goes into JSON unchanged: what ``json`` would not write."""

    __slots__ = ()


class Pairs(list[tuple[str, Any]]):
    """A JSON object in which a key may occur twice."""


def write(value: Any) -> str:
    """Write JSON, or text that resembles it."""
    if isinstance(value, Token):
        return str(value)
    if isinstance(value, Pairs):
        return "{" + ",".join(f"{json.dumps(key)}:{write(item)}" for key, item in value) + "}"
    if isinstance(value, dict):
        return write(Pairs(value.items()))
    if isinstance(value, list):
        return "[" + ",".join(write(item) for item in value) + "]"
    return json.dumps(value)


def nested(depth: int, opening: str = "[", closing: str = "]", core: str = "") -> Token:
    return Token(opening * depth + core + closing * depth)


#: Values that have broken programs before.
EXTREMES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    -0.0,
    9,
    10,
    2**31,
    2**53,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    2**64,
    10**400,
    Token("1e400"),
    Token("-1e-400"),
    Token("1E+2"),
    Token("01"),
    Token("+1"),
    Token("0x1f"),
    Token("1_000"),
    Token("NaN"),
    Token("Infinity"),
    Token("-Infinity"),
    Token("undefined"),
    Token("9" * 9000),
    "",
    " ",
    "\x00",
    "\n",
    "0",
    "-1",
    "null",
    "a" * 41,
    "a" * 5000,
    "é" * 300,
    "\u202eabc",
    "e\u0301\u0301\u0301\u0301",
    "٣",
    "²",
    "\U0001f600",
    "<script>alert(1)</script>",
    "'; DROP TABLE entries; --",
    "../../../etc/passwd",
    "%s%n{0}{x}",
    "__proto__",
    Token('"\\ud800"'),
    Token('"\\udfff\\ud800"'),
    Token('"\\u0000\\uffff"'),
    Token('"\\x41"'),
    Token('"\t"'),
    Token('"'),
    Token(""),
    [],
    {},
    [None],
    [[]],
    {"": None},
    {"type": "start", "id": "x"},
    [0] * 500,
    nested(900),
    nested(3000),
    nested(3000, '{"a":', "}", "1"),
    nested(3000, closing=""),
)

#: Malformed moves.
ABSURD = (
    "play",
    "play ",
    "play r7 r7 r7 r7 r7 r7 r7",
    "play " + "r7 " * 120,
    "play W+4",
    "play W+4 x",
    "play W+4 r g b",
    "play WG r",
    "play r7 >9",
    "play r7 >-1",
    "play r7 >٣",
    "play r7 >²",
    "play r7 >" + "9" * 300,
    "play r7 > 1",
    "play 7r",
    "play R7",
    "play r7 uno uno",
    "play uno",
    "catch",
    "catch -1",
    "catch ²",
    "catch ٣",
    "catch 1e3",
    "catch " + "9" * 300,
    "catch 0 1",
    "uno uno",
    "color",
    "color red",
    "color ж",
    "color r g",
    "draw draw",
    "DRAW",
    "draw\x00",
    "draw\u2028",
    " draw ",
    "\tdraw\n",
    "draw 1",
    "keep",
    "pass",
    "accept",
    "challenge",
    "dance",
    "approve",
    "reject",
    "resign",
    "0 draw",
    "1 draw",
    "undo",
    "{}",
    "*",
    "\u00a0",
)

EMOTES = ("hello", "wow", "oops", "free text", "")
LEVELS = ("easy", "normal", "hard", "")


class SeatView:
    """What an attacker has seen of the table, for messages that are nearly valid."""

    def __init__(self) -> None:
        self.revision = 0
        self.legal: list[str] = []
        self.ids: list[str] = ["m1"]
        self.commitment = "0" * 64

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] in {"welcome", "update"}:
            self.revision = message["revision"]
            upcoming = (message.get("table") or {}).get("upcoming")
            if upcoming is not None:
                self.commitment = upcoming["commitment"]
            self.legal = (message.get("view") or {}).get("legal", [])


def some_seat(rng: Random) -> int:
    return rng.choice([0, 1, 2, 3, 4, 9])


def some_setup(rng: Random) -> dict[str, Any]:
    """Make up a setup that may be valid."""
    setup: dict[str, Any] = {"seats": rng.choice([2, 3, 4, 10]), "bot_pause_ms": 0}
    if rng.random() < 0.5:
        setup["edition"] = rng.choice(["classic", "buzz", "jurassic", "bts", "avengers", "nowhere", "../classic"])
    if rng.random() < 0.5:
        setup["preset"] = rng.choice(["official", "party", "progressive", "jump-in", "none"])
    if rng.random() < 0.5:
        names = ["target", "hand_size", "cut", "stacking", "draw", "uno", "nothing", ""]
        values = [0, 1, 7, 10_000, True, "same", "until_playable", "auto", "", "1"]
        setup["options"] = {rng.choice(names): rng.choice(values) for _ in range(rng.randrange(3))}
    if rng.random() < 0.2:
        setup["edition_file"] = rng.choice(["", "x", "format = 1", "[" * 900, "a = 1\n" * 900])
    return setup


def some_move(rng: Random, sight: SeatView) -> dict[str, Any]:
    sentence = rng.choice(sight.legal) if sight.legal and rng.random() < 0.6 else rng.choice(ABSURD)
    revision = sight.revision if rng.random() < 0.7 else rng.choice([0, sight.revision - 1, sight.revision + 1, 2**53])
    return {"type": "move", "revision": max(0, revision), "move": sentence}


#: Commands of every kind, the common ones more often.
KINDS: tuple[Callable[[Random, SeatView], dict[str, Any]], ...] = (
    some_move,
    some_move,
    some_move,
    some_move,
    lambda rng, sight: {"type": "why", "move": rng.choice([*ABSURD, *sight.legal])},
    lambda rng, _: {"type": "sit", "seat": rng.choice([None, some_seat(rng)])},
    lambda rng, _: {"type": "leave"} if rng.random() < 0.1 else {"type": "back"},
    lambda rng, _: {"type": "add_bot", "seat": some_seat(rng), "level": rng.choice(LEVELS)},
    lambda rng, _: {"type": "remove_bot", "seat": some_seat(rng)},
    lambda rng, _: {"type": "swap", "a": some_seat(rng), "b": some_seat(rng)},
    lambda rng, _: {"type": "kick" if rng.random() < 0.1 else "hand_over", "seat": some_seat(rng)},
    lambda rng, _: {"type": "configure", "setup": some_setup(rng)},
    lambda _, __: {"type": "start"},
    lambda rng, sight: {"type": "seal", "commitment": sight.commitment, "seal": rng.randbytes(32).hex()},
    lambda rng, sight: {"type": "contribute", "commitment": sight.commitment, "contribution": rng.randbytes(16).hex()},
    lambda _, sight: {"type": "next_round", "revision": sight.revision},
    lambda rng, _: {"type": "emote", "emote": rng.choice(EMOTES)},
    lambda rng, _: {"type": "mute", "seat": some_seat(rng), "on": rng.random() < 0.5},
    lambda rng, sight: {"type": "resync", "since": rng.choice([None, 0, sight.revision, sight.revision + 1, 2**53])},
    lambda _, __: {"type": "ping"},
    lambda rng, _: {"type": "hello", "version": rng.choice([VERSION, 0])},
)


def some_command(rng: Random, sight: SeatView) -> dict[str, Any]:
    """Make up a valid command; now and then with an id that was used before."""
    command = rng.choice(KINDS)(rng, sight)
    if command["type"] != "hello":
        command["id"] = rng.choice(sight.ids) if rng.random() < 0.1 else f"h{rng.getrandbits(32):x}"
        sight.ids = [*sight.ids[-20:], command["id"]]
    return command


def mangle(rng: Random, message: dict[str, Any]) -> bytes:
    """Damage a message: its fields or its bytes."""
    if rng.random() < 0.75:
        return write(_mangle_fields(rng, message)).encode("utf-8", "surrogatepass")
    return _mangle_bytes(rng, write(message).encode())


def _mangle_fields(rng: Random, message: dict[str, Any]) -> Any:
    pairs = Pairs(message.items())
    for _ in range(rng.choice([1, 1, 2, 3])):
        at = rng.randrange(len(pairs)) if pairs else 0
        match rng.randrange(7) if pairs else 3:
            case 0 | 1:
                pairs[at] = (pairs[at][0], rng.choice(EXTREMES))
            case 2:
                del pairs[at]
            case 3:
                pairs.insert(at, (rng.choice(["x", "", "seat", "seed", "Type", "move"]), rng.choice(EXTREMES)))
            case 4:
                pairs.append((pairs[at][0], rng.choice(EXTREMES)))
            case 5:
                pairs[at] = (pairs[at][0].upper(), pairs[at][1])
            case _:
                pairs[at] = (pairs[at][0], [pairs[at][1]])
    return rng.choice([pairs, pairs, pairs, pairs, [pairs], Pairs([("type", pairs)])])


def _mangle_bytes(rng: Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(found)) if found else 0
        match rng.randrange(5) if found else 1:
            case 0:
                found[at] ^= 1 << rng.randrange(7)  # of ASCII it makes ASCII: other bytes end a connection at once
            case 1:
                found[at:at] = bytes(rng.randrange(128) for _ in range(rng.choice([1, 3, 50])))
            case 2:
                del found[at:]
            case 3:
                del found[at : at + rng.choice([1, 2, 10])]
            case _:
                found *= 2
    return bytes(found)


def some_hello(rng: Random, token: str) -> bytes:
    """Make up a first message that must be rejected; ``token`` is a valid one, of another guest."""
    guest, _, secret = token.partition(".")
    other = "A" if secret[-1] != "A" else "B"
    tokens: list[Any] = [
        token[:-1],
        token + "A",
        guest,
        f"{guest}.",
        f".{secret}",
        secret,
        f"{guest}.{secret[:-1]}{other}",
        f"{guest}.{secret[::-1]}",
        f"{guest}.{'A' * 43}",
        f"{guest.upper()}.{secret}",
        f" {token}",
        f"{token}\n",
        f"{token}\x00",
        f"g{'a' * 12}.{secret}",
        f"{guest}:{secret}",
        f"{token}.{secret}",
        "*" * 60,
        "a" * 121,
        rng.choice(EXTREMES[8:]),
    ]
    hello: dict[str, Any] = {"type": "hello", "version": VERSION, "token": rng.choice(tokens)}
    match rng.randrange(4):
        case 0:
            hello = {"type": "hello", "version": rng.choice([VERSION + 1, *EXTREMES[2:]]), "token": token}
        case 1:
            return mangle(rng, {"type": "hello", "version": VERSION + 1, "token": token, "since": 1})
        case 2 if rng.random() < 0.2:
            return write(some_command(rng, SeatView())).encode("utf-8", "surrogatepass")
        case 2 if rng.random() < 0.3:
            return bytes(rng.randrange(128) for _ in range(rng.randrange(200)))
        case _:
            pass
    return write(hello).encode("utf-8", "surrogatepass")
