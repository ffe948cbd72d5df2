"""The chance that a Wild Draw Four is a bluff, from what everyone at the table can see (WD4-02)."""

from __future__ import annotations

from collections import Counter

from huefall.bots.seat_view import SeatView

#: How often a player who could have played the colour plays the Wild Draw Four instead.
BLUFF_RATE = 0.3


def guess_bluff(seat_view: SeatView, accused: int) -> float:
    """The chance that the player of the top card held a card of the colour in force before it."""
    hidden = seat_view.unseen()
    total = sum(hidden.values())
    if not total:
        return 0.0
    amounts: Counter[str | None] = Counter()
    for card, count in hidden.items():
        amounts[seat_view.color_of(card)] += count
    under = seat_view.view["discard"][-2:-1]
    color = seat_view.color_of(under[0]) if under else None
    del amounts[None]
    # If the card below is black, a colour was named that only bots that listen remember: assume any.
    suspect = amounts[color] if color is not None else amounts.total() / max(1, len(amounts))
    return bluff_after(1 - (1 - suspect / total) ** seat_view.sizes[accused])


def bluff_after(holds: float) -> float:
    """The chance of a bluff once the card is played, from the chance that the colour was held.

    >>> bluff_after(0.0), round(bluff_after(0.5), 2), bluff_after(1.0)
    (0.0, 0.23, 1.0)
    """
    return holds * BLUFF_RATE / (holds * BLUFF_RATE + (1 - holds))
