"""How likely a Wild Draw Four is a bluff, from what everybody at the table can see (WD4-02)."""

from __future__ import annotations

from huefall.bots.sight import Sight

#: How often somebody who could have played the colour plays the Wild Draw Four all the same.
BLUFFERS = 0.3


def bluff_chance(sight: Sight, accused: int) -> float:
    """Return the chance that the player of the top card held a card of the colour in force before it."""
    hidden = sight.unseen()
    total = sum(hidden.values())
    if not total:
        return 0.0
    share = sum(count for card, count in hidden.items() if sight.color_of(card) == _color_before(sight)) / total
    return bluff_after(1 - (1 - share) ** sight.sizes[accused])


def bluff_after(holds: float) -> float:
    """Return the chance of a bluff, given the chance that the colour is held at all and that the card was played.

    >>> bluff_after(0.0), round(bluff_after(0.5), 2), bluff_after(1.0)
    (0.0, 0.23, 1.0)
    """
    return holds * BLUFFERS / (holds * BLUFFERS + (1 - holds))


def _color_before(sight: Sight) -> str | None:
    """Return the colour the Wild Draw Four was played on."""
    under = sight.view["discard"][-2:-1]
    color = sight.color_of(under[0]) if under else None
    # Nobody remembers what was named for a black card; colours are alike enough for the deck's first to stand for it.
    return color or next(sight.color_of(card) for card in sight.kinds)
