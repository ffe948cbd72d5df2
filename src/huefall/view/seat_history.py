"""The public record of the round, as one seat may see it (VIEW-01): every event since the deal, with what was told to this seat
alone: the cards it was dealt and drew, the hands it was shown, and those it was given by an exchange.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from huefall.game import Game
from huefall.view.events import events_for

#: What an event with a card does to the number of such cards in the hand of its seat.
CHANGES = {"draw": 1, "play": -1, "lay": -1}


def told_to(game: Game, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
    """Write everything a seat has been told of this round, first event first; ``None`` for a spectator.

    ``start``: the first event to write, for callers that have the earlier ones.
    """
    told = events_for(game.events_from(start), seat)
    if seat is None:
        return told
    if start == 0 and told and told[0]["event"] == "deal":
        told[0]["cards"] = game.dealt(seat)
    for number, shown in game.showings.items():
        if shown.to == seat and number >= start:
            told[number - start]["hand"] = list(shown.hand)
    if game.variant.rules.seven_zero:
        for number, hands in _exchanges(game):
            if number >= start and seat in hands:
                told[number - start]["hand"] = hands[seat]
    return told


def _exchanges(game: Game) -> Iterator[tuple[int, dict[int, list[str]]]]:
    """Follow all hands of a dealt round; for every exchange (SEVEN-01), by the number of its event, list the hands that moved, as
    they were given.
    """
    hands = [Counter(game.dealt(seat)) for seat in range(game.players)]
    for number, event in enumerate(game.events if game.deck else ()):
        moved: dict[int, Counter[str]] = {}
        if event.kind == "swap" and event.seat is not None and event.other is not None:
            moved = {event.seat: hands[event.other], event.other: hands[event.seat]}
        elif event.kind == "rotate" and event.amount is not None:
            moved = {seat: hands[(seat - event.amount) % game.players] for seat in range(game.players)}
        elif event.seat is not None and event.card is not None and event.kind in CHANGES:
            hands[event.seat][event.card] += CHANGES[event.kind]
        if moved:
            for seat, hand in moved.items():
                hands[seat] = hand
            yield number, {seat: sorted(hand.elements()) for seat, hand in moved.items()}
