"""What the answers to a pending question cost, found by letting the rules carry each one out on a copy (``notation.preview``).

The asked player is to know it before choosing. Only answers that play no card have a cost here: what a card does is
written on it. Costs follow from what everybody sees: the question, the sizes of hands and pile, and the options.

CHAL-02, CHAL-03  Whether the challenged card was a bluff is a secret, so a challenge is carried out both ways.
"""

from __future__ import annotations

from typing import Any

from huefall.game import Game
from huefall.notation.preview import preview
from huefall.vocabulary import phases

#: The answers whose cost depends on the question; a challenge with whether the card was a bluff.
OUTCOMES = (("challenge", True), ("challenge", False), ("accept", None))


def costs_for(game: Game, seat: int | None) -> list[dict[str, Any]]:
    """List what each answer of the asked seat costs, and whom; nothing for other seats and in ordinary turns."""
    if seat is None or game.asked != seat or not phases.is_question(int(game.record_of_state[0]["phase"])):
        return []
    legal = {str(move) for move in game.legal(seat)}
    return [
        cost for answer, is_bluff in OUTCOMES if answer in legal for cost in _costs_of(game, seat, answer, is_bluff)
    ]


def _costs_of(game: Game, seat: int, answer: str, is_bluff: bool | None) -> list[dict[str, Any]]:
    """List who draws cards or loses a turn by an answer."""
    state = game.state
    if is_bluff is not None:
        state[0]["guilty"] = is_bluff
    found = preview(game.variant, state, seat, answer)
    condition = {} if is_bluff is None else {"bluff": is_bluff}
    return [
        {"answer": answer, "seat": payer, "draw": draw, "loses_turn": payer in found.lost_turns, **condition}
        for payer, draw in enumerate(found.drew)
        if draw or payer in found.lost_turns
    ]
