"""Matches that begin from a position instead of a deal: to play on from a step of another match, and for lessons.

Such a match continues like any other, and its next rounds are dealt. It has no commitment, no record and no proof: those
begin with a shuffled deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

from huefall.game import Match
from huefall.game.shared_seed import SharedSeed
from huefall.notation.variant import Variant
from huefall.protocol.tables import Origin, TableSetup
from huefall.server.tables.setup import edition_of, rules_of


class Opening(Struct, frozen=True, omit_defaults=True):
    """Where a table's match begins. It is stored: fields may be added, not changed."""

    #: The whole position, as in docs/notation.md; edition and options are the table's.
    position: dict[str, Any]
    #: The name of the lesson; every match of a lesson's table begins from the position, otherwise only the first.
    lesson: str | None = None
    origin: Origin | None = None


def make_match(
    setup: TableSetup,
    seats: int,
    seed: bytes | SharedSeed,
    notes: Mapping[str, str],
    opening: Opening | None,
    *,
    rules_version: int,
    keeps_moves: bool,
) -> Match:
    """Return a table's next match: from its opening, whose seed the server draws alone, or from a shuffled deck."""
    text = None if setup.edition_file is UNSET else setup.edition_file
    options = rules_of(setup, rules_version).changes()
    if opening is None or isinstance(seed, SharedSeed):
        return Match(
            edition_of(setup),
            seats,
            options,
            seed=seed,
            notes=notes,
            edition_text=text,
            undo=False,
            keeps_moves=keeps_moves,
        )
    variant = Variant.of(edition_of(setup), options)
    return Match.from_position(variant, opening.position, seed, notes=notes, edition_text=text, keeps_moves=keeps_moves)
