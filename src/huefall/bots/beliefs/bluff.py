"""How likely a Wild Draw Four is a bluff, from what everybody at the table can see (WD4-02)."""

from __future__ import annotations

from collections import Counter

from huefall.bots.seat_view import SeatView

#: How often somebody who could have played the colour plays the Wild Draw Four all the same.
BLUFFERS = 0.3


def guess_bluff(seat_view: SeatView, accused: int) -> float:
    """Guess the chance that the player of the top card held a card of the colour in force before it."""
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
    # On a black card another colour had been named, which only who listens remembers (huefall.bots.beliefs.beliefs): it may be any.
    suspect = amounts[color] if color is not None else amounts.total() / max(1, len(amounts))
    return bluff_after(1 - (1 - suspect / total) ** seat_view.sizes[accused])


def bluff_after(holds: float) -> float:
    """Return the chance of a bluff, given the chance that the colour is held at all and that the card was played.

    >>> bluff_after(0.0), round(bluff_after(0.5), 2), bluff_after(1.0)
    (0.0, 0.23, 1.0)
    """
    return holds * BLUFFERS / (holds * BLUFFERS + (1 - holds))
