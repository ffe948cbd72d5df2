"""Open views: a table with every hand and the pile face up, for the replay of a match that is over.

Nothing here knows whether a match is over: a replay passes through all its positions. So these are for code that plays a
finished record again, on a match of its own (``huefall.record``), and for nobody at a table where play goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from huefall.game import Game
from huefall.game.events import Event
from huefall.notation.position import write_pile
from huefall.view.view import public_part


def open_view(game: Game) -> dict[str, Any]:
    """Write a spectator's view with all hands, the drawn card and the pile (next card first). Only of finished matches."""
    return {
        **public_part(game),
        "seat": None,
        "hands": [game.hand(seat) for seat in range(game.players)],
        "drawn": game.drawn,
        "shown": None,  # every hand is visible anyway
        "pile": write_pile(game.record_of_state, game.variant),
    }


def laid_open(game: Game) -> list[list[str]] | None:
    """Write the hands as they are counted when a round is over; before that there is nothing to see."""
    return [game.hand(seat) for seat in range(game.players)] if game.over else None


def open_events(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Write events with all their cards. Only of finished matches."""
    return [event.as_dict() for event in events]
