"""The public record of the round, as one seat may see it (VIEW-01): every event since the deal, with what was told to this seat
alone: the cards it was dealt and drew, and the hands it was shown.
"""

from __future__ import annotations

from typing import Any

from huefall.game import Game
from huefall.view.events import events_for


def told_to(game: Game, seat: int | None) -> list[dict[str, Any]]:
    """Write everything a seat has been told of this round, first event first; ``None`` for a spectator."""
    told = events_for(game.events, seat)
    if seat is None:
        return told
    if told and told[0]["event"] == "deal":
        told[0]["cards"] = game.dealt(seat)
    for number, shown in game.showings.items():
        if shown.to == seat:
            told[number]["hand"] = list(shown.hand)
    return told
