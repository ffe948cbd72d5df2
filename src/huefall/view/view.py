"""Views: what one seat, or a spectator, may see of a table.

VIEW-01  A seat sees its own hand, every hand's size, the top card and the discards, colour, direction, whose decision
         it is, the pending total, the boost, who has called, the scores, and the public record of moves. It never sees
         another hand, the order of the pile, the random state, nor anything from which they follow.

A view starts empty; each field is put in because it may be seen. Nothing is ever taken out of a position.

It has two parts without a field in common: the public one, the same for everybody, and the private one of a seat.
Code that writes the views of a whole table writes the public part once.
"""

from __future__ import annotations

from typing import Any

from huefall.game import Game
from huefall.notation.position import write_public


def public_part(game: Game) -> dict[str, Any]:
    """Write what everybody may see: the fields of a view that are the same for each seat and every spectator."""
    return write_public(game.record_of_state, game.variant)


def private_part(game: Game, seat: int | None) -> dict[str, Any]:
    """Write what a seat may see in addition to the public part; ``None`` for a spectator."""
    hands: list[list[str] | None] = [None] * game.players
    private: dict[str, Any] = {"seat": seat, "hands": hands, "drawn": None, "shown": None}
    if seat is None:
        return private
    hand = game.hand(seat)  # refuses a seat that is not there
    hands[seat] = hand
    if game.asked == seat:
        private["drawn"] = game.drawn
    shown = game.shown
    if shown is not None and shown.to == seat:
        private["shown"] = {"seat": shown.seat, "hand": list(shown.hand)}
    private["legal"] = list(map(str, game.legal(seat)))
    return private


def view_for(game: Game, seat: int | None) -> dict[str, Any]:
    """Write what a seat may see; ``None`` for a spectator."""
    return {**public_part(game), **private_part(game, seat)}
