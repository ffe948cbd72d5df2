"""Views: what one seat, or a spectator, may see of a table.

VIEW-01  A seat sees its own hand, every hand's size, the top card and the discards, colour, direction, whose decision
         it is, the pending total, the boost, who has called, the scores, and the public record of moves. It never sees
         another hand, the order of the pile, the random state, nor anything from which they follow.

A view starts empty; each field is put in because it may be seen. Nothing is ever taken out of a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from huefall.game import Game
from huefall.game.events import Event
from huefall.notation.position import write_pending, write_public

#: What may be told of a pending question: all but ``guilty``.
PENDING_SEEN = ("kind", "seat", "draw", "from", "count", "dancer", "votes")

#: Events whose card only its owner may see.
OWNERS_CARD = ("draw",)


def view_for(game: Game, seat: int | None) -> dict[str, Any]:
    """Write what a seat may see; ``None`` for a spectator."""
    state = game.record_of_state
    row = state[0]
    players = game.players
    pending = write_pending(state, game.setting)
    view = write_public(state, game.setting)
    view["seat"] = seat
    view["hands"] = [game.hand(other) if other == seat else None for other in range(players)]
    view["sizes"] = row["sizes"][:players].tolist()
    view["pile_size"] = int(row["pile_count"])
    view["pending"] = None if pending is None else {field: pending[field] for field in PENDING_SEEN}
    if seat is None:
        view["drawn"] = None
        view["shown"] = None
        return view
    drawn = int(row["drawn"])
    view["drawn"] = game.setting.texts[drawn] if drawn >= 0 and game.asked == seat else None
    shown = game.shown
    view["shown"] = {"seat": shown.seat, "hand": list(shown.hand)} if shown and shown.to == seat else None
    view["legal"] = [str(move) for move in game.legal(seat)]
    return view


def event_for(event: Event, seat: int | None) -> dict[str, Any]:
    """Write an event as a seat may see it; ``None`` for a spectator."""
    seen: dict[str, Any] = {"event": event.kind}
    for key in ("seat", "other", "color", "amount", "question"):
        value = getattr(event, key)
        if value is not None:
            seen[key] = value
    if event.card is not None and (event.kind not in OWNERS_CARD or event.seat == seat):
        seen["card"] = event.card
    seen["rule"] = event.rule
    return seen


def events_for(events: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """Write events as a seat may see them."""
    return [event_for(event, seat) for event in events]
