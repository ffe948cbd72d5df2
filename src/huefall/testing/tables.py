"""Tables that put every question to a bot: every edition, two to ten seats, lively options.

Tested in tests/testing/test_check.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from huefall.editions import OPTIONS, Rules, load_edition

#: Per shipped edition the options that put additional questions to a bot.
LIVELY_OPTIONS: dict[str, dict[str, Any]] = {
    "classic": {"preset": "party", "seven_zero": True},
    "buzz": {"preset": "party", "draw": "until_playable"},
    "jurassic": {"preset": "party", "footprints": "half", "seven_zero": True},
    "bts": {"preset": "party", "dance_judge": "vote"},
    "avengers": {"preset": "party", "drawn": "forced"},
}


@dataclass(frozen=True, slots=True)
class CheckTable:
    """A table at which a bot is checked."""

    number: int
    edition: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"table {self.number} ({self.edition}, {self.players} players, {options})"


def lively_tables(games: int, seed: int, editions: Sequence[str]) -> Iterator[CheckTable]:
    """Yield tables: every edition once per round of editions, every number of players once in nine tables.

    In 27 tables each number of players meets each kind of options: official, lively and random ones.
    """
    for number in range(games):
        edition = editions[number % len(editions)]
        rng = Random(f"table {seed} {number}")
        lively = LIVELY_OPTIONS.get(edition, {"preset": "party"})
        # Shifted after every nine: nine is a multiple of three, and each number of players would keep to one kind.
        options = ({}, lively, chance_options(edition, rng))[(number + number // 9) % 3]
        yield CheckTable(number, edition, 2 + number * 4 % 9, {**options, "target": rng.choice([0, 500])})


def chance_options(edition: str, rng: Random) -> dict[str, Any]:
    """Choose about half of the options that apply to an edition at random."""
    known, usual = load_edition(edition), Rules()
    chosen: dict[str, Any] = {"hand_size": rng.choice([2, 4, 7])}
    for name, option in OPTIONS.items():
        if (option.needs and not known.has(option.needs)) or rng.random() < 0.5:
            continue
        if option.is_switch:
            chosen[name] = not getattr(usual, name)
        elif option.words:
            chosen[name] = rng.choice([word for word in option.words if word != getattr(usual, name)])
    return chosen
