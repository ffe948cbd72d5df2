"""What a card does, as attributes (docs/editions.md): texts, page and help ask for these, never for the card's name.

Tested in tests/editions/test_effects.py.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Effect(Struct, frozen=True, omit_defaults=True):
    """What a card does: the attributes of an edition's file (`docs/editions.md`). What does not apply is left out."""

    #: The letter of its colour; left out for a black card, whose player names one.
    color: str | None = None
    #: The next player draws this many cards and loses the turn.
    draws: int = 0
    #: This many of the next players lose the turn.
    skips: int | Literal["all"] = 0
    reverses: bool = False
    boosts: bool = False
    escapes: bool = False
    #: The next player dances or draws this many cards.
    dares: int = 0
    #: A coloured card is laid with it; players who hold its colour draw this many cards.
    checks: int = 0
    #: `swap` or `rotate`.
    exchanges: str = ""
    restricted: bool = False
    shield: bool = False
    #: Bears a footprint; with the option `footprints = "half"` not all copies do.
    footprint: bool = False
