"""The public record of the round, as one seat may see it (VIEW-01): every event since the deal, with what was told to this seat
alone: the cards it was dealt and drew, and the hands it was shown.
"""

from __future__ import annotations

from typing import Any

from huefall.game import Game
from huefall.view.events import events_for


def told_to(game: Game, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
    """Write everything a seat has been told of this round, first event first; ``None`` for a spectator.

    ``start``: the first event to write, for whoever has those before it.
    """
    told = events_for(game.events_from(start), seat)
    if seat is None:
        return told
    if start == 0 and told and told[0]["event"] == "deal":
        told[0]["cards"] = game.dealt(seat)
    for number, shown in game.showings.items():
        if shown.to == seat and number >= start:
            told[number - start]["hand"] = list(shown.hand)
    return told
