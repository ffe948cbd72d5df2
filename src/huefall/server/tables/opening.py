"""Matches that begin from a position instead of a deal: to play on from a step of another match, and for lessons.

Such a match goes on like any other, and its next rounds are dealt. It has no commitment, no record and no proof: those
begin with a shuffled deck, and here there was none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

from huefall.game import Game, Match
from huefall.game.ready import get_ready
from huefall.game.seeding import seed_table
from huefall.notation.position import read_position
from huefall.notation.variant import Variant
from huefall.protocol.tables import Origin, Setup
from huefall.server.tables.setup import edition_of, rules_of


class Opening(Struct, frozen=True, omit_defaults=True):
    """Where a table's match begins. It is in databases: fields may be added, not changed."""

    #: Whole, as docs/notation.md writes it; edition and options are the table's.
    position: dict[str, Any]
    #: The lesson that is taught from it: then every match of the table begins so, else only the first.
    lesson: str | None = None
    origin: Origin | None = None


class OpenedMatch(Match):
    """A match whose first round begins from a position. Without a seed every order is given, as in a replay."""

    def __init__(
        self,
        variant: Variant,
        opening: Opening,
        seed: bytes | None = None,
        *,
        notes: Mapping[str, str] | None = None,
        edition_text: str | None = None,
        keeps_moves: bool = True,
    ) -> None:
        """Set the position up. The seed decides reshuffles and later deals; what lies in the pile lies there already."""
        self.opening = opening
        self.seed = seed
        self.keeps_moves = keeps_moves
        self._scripted = seed is None
        self._take(variant, edition_text, 0, notes)
        self.game = _game_at(variant, opening.position, seed)
        self._begin_round()
        self._made = self.game.moves  # those before the position count for PILE-04, and belong to another record

    def begin_again(self) -> OpenedMatch:
        """Begin at the same position."""
        return OpenedMatch(self.variant, self.opening, notes=self.notes, edition_text=self.edition_text)


def _game_at(variant: Variant, position: Mapping[str, Any], seed: bytes | None) -> Game:
    get_ready()
    state = read_position(variant, position)
    seed_table(state, 0 if seed is None else seed, 0)
    return Game(variant, state, undo=seed is None)


def make_match(
    setup: Setup,
    seats: int,
    seed: bytes,
    notes: Mapping[str, str],
    opening: Opening | None,
    *,
    rules_version: int,
    keeps_moves: bool,
) -> Match:
    """Make the match that a table has committed to: from its opening, or from a shuffled deck."""
    text = None if setup.edition_file is UNSET else setup.edition_file
    options = rules_of(setup, rules_version).changes()
    if opening is None:
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
    return OpenedMatch(variant, opening, seed, notes=notes, edition_text=text, keeps_moves=keeps_moves)
