"""What a card does, as attributes (docs/editions.md): texts, page and help ask for these, never for the card's name.

Tested in tests/editions/test_effects.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Effect:
    """The attributes of one kind of card. The defaults are those of a plain black card."""

    color: str | None = None  # "r"; None: black, so its player names a colour
    draws: int = 0
    skips: int | Literal["all"] = 0
    reverses: bool = False
    boosts: bool = False
    escapes: bool = False
    dares: int = 0
    checks: int = 0
    exchanges: str = ""  # "swap", "rotate"
    restricted: bool = False
    shield: bool = False
    footprint: bool = False  # bears one: with the option `footprints = "half"` not all copies do
