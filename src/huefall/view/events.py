"""Events as one seat, or a spectator, may see them (VIEW-01): everything but cards that only their owner may see.

A seat's version of an event starts empty; each key is put in because that seat may see it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from huefall.game.events import Event

#: Events whose card only its owner may see.
OWNERS_CARD = ("draw",)


def event_for(event: Event, seat: int | None) -> dict[str, Any]:
    """Write an event as a seat may see it; ``None`` for a spectator."""
    seen: dict[str, Any] = {"event": event.kind}
    # One by one: a loop over the names of the keys takes twice as long.
    if event.seat is not None:
        seen["seat"] = event.seat
    if event.other is not None:
        seen["other"] = event.other
    if event.color is not None:
        seen["color"] = event.color
    if event.amount is not None:
        seen["amount"] = event.amount
    if event.question is not None:
        seen["question"] = event.question
    if event.card is not None and (event.kind not in OWNERS_CARD or (seat is not None and event.seat == seat)):
        seen["card"] = event.card
    seen["rule"] = event.rule
    return seen


def events_for(events: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """Write events as a seat may see them."""
    return [event_for(event, seat) for event in events]


def seats_told_more(events: Iterable[Event]) -> set[int]:
    """Return the seats that may see more of these events than a spectator; all others get the same version.

    So events need to be written only once for everybody, and once more for each of these.
    """
    return {
        event.seat
        for event in events
        if event.kind in OWNERS_CARD and event.card is not None and event.seat is not None
    }
