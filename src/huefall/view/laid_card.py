"""The card that lies on a Gauntlet: everybody at the table sees it there, but a position does not contain it.

AVG-01  The sheet lays a coloured card on the Gauntlet. As the named colour alone matches (AVG-02), the discards have it
        under the Gauntlet, which stays the top card.
PILE-01 A reshuffle takes all discards but the top card: the Gauntlet stays, the card that lay on it is in the pile.

The discards alone do not say whether the card under a Gauntlet was laid with it: one that was turned up, or played from a
hand without a coloured card, is a plain wild. The public record of the round does (``docs/events.md``). A round that
began from a position has no record of what came before: then nothing is known to lie there until a Gauntlet is played.
"""

from __future__ import annotations

from huefall.game import Game

#: Events after which nothing lies on the top card, unless a ``lay`` follows.
BARE = ("turn_up", "play", "reshuffle")


def laid_card(game: Game) -> str | None:
    """Return the card that lies on the top card, laid with it; None if no card was laid or it is not known."""
    top = game.top
    if top < 0 or not game.variant.kinds[top].row.checks:
        return None  # nothing can be laid with it: the record need not be read
    for event in reversed(game.events):
        if event.kind == "lay":
            return event.card
        if event.kind in BARE:
            return None
    return None
