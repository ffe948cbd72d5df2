"""The cases both engines play: random tables, and tables in which every two values of all options meet."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests import random_play
from tests.random_play import other_values

from huefall.editions import OPTIONS, PRESETS, Rules, load_edition

from .covering import Item, Row, covering_rows

ROOT = Path(__file__).parents[2]

#: Every shipped deck, every example of the documentation, and the deck with every kind of effect at once.
EDITIONS = tuple(
    dict.fromkeys([*random_play.EDITIONS, *sorted(str(path) for path in (ROOT / "docs" / "examples").glob("*.toml"))])
)

#: A deck of mostly those cards of which the rarer rules need two or three at a time.
RARE = str(ROOT / "tests" / "lockstep" / "rare.toml")

PLAYERS = (2, 3, 4, 6, 10)

#: Hands so short that calls, catches and last cards come soon.
SHORT_HANDS = (2, 3)

#: Values that make other options meaningless: automatic calls cannot be missed, an enforced rule cannot be bluffed.
MEANINGLESS_WITH = {
    ("uno", "auto"): ("catch_until", "uno_penalty", "false_uno_penalty"),
    ("wild4", "enforce"): ("challenge",),
}


@dataclass(frozen=True)
class Case:
    """One comparison. It is printed when it fails, so that it can be repeated."""

    edition: str
    options: Mapping[str, Any]
    players: int
    seed: int


def is_meaningful(option: str, edition: str) -> bool:
    """Whether the option has a meaning in the edition (OPT-01)."""
    needs = OPTIONS[option].needs
    return not needs or load_edition(edition).has(needs)


def random_case(rng: random.Random) -> Case:
    """Choose an edition, options and a number of players at random."""
    edition = rng.choice(EDITIONS)
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        options["preset"] = rng.choice([preset for preset in PRESETS if preset != "official"])
    for name, option in OPTIONS.items():
        if not is_meaningful(name, edition) or rng.random() < 0.5:
            continue
        if option.words:
            options[name] = rng.choice(option.words)
        elif option.is_switch:
            options[name] = rng.random() < 0.5
        elif name.endswith("penalty"):
            options[name] = rng.choice([0, 1, 2, 3])
    options["hand_size"] = rng.choice([1, 2, 3, 4, 5, 7])
    options["target"] = rng.choice([0, 20, 100, 500])
    return Case(edition, options, rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 8, 10]), rng.getrandbits(48))


def can_meet(first: Item, second: Item) -> bool:
    """Whether two values are meaningful at one table."""
    for (name, value), (other, _) in ((first, second), (second, first)):
        if name == "edition" and other in OPTIONS and not is_meaningful(other, value):
            return False
        if other in MEANINGLESS_WITH.get((name, value), ()):
            return False
    return True


@lru_cache(maxsize=4)
def pair_rows(seed: int) -> tuple[Row, ...]:
    """Return tables in which every two values of editions, numbers of players and options meet, defaults included."""
    factors: dict[str, tuple[Any, ...]] = {"edition": EDITIONS}
    factors |= {name: (getattr(Rules(), name), *other_values(name)) for name in OPTIONS}
    factors["players"] = PLAYERS
    return tuple(covering_rows(factors, can_meet, seed=seed))


def pair_case(row: Row, rng: random.Random, *, short: bool) -> Case:
    """Make a case of a row; ``short`` deals short hands and ignores the row's hand size."""
    options = {name: value for name, value in row.items() if name in OPTIONS}
    if short:
        options["hand_size"] = rng.choice(SHORT_HANDS)
    return Case(row["edition"], options, row["players"], rng.getrandbits(48))
