"""Drawing cards: PILE-01 (reshuffle), PILE-02 (missing cards are forgiven)."""

from collections import Counter

from .cards import Card, texts
from .errors import ReferenceError
from .state import State


def can_draw(state: State) -> bool:
    """Whether there is a card to draw, if need be after a reshuffle."""
    return bool(state.pile) or len(state.discard) > 1


def draw_one(state: State, seat: int, rule: str) -> Card:
    """Draw one card into a hand; there must be one."""
    if not state.pile:
        reshuffle_discards(state)
    card = state.pile.pop(0)
    state.hands[seat].append(card)
    state.say("draw", rule, seat=seat, card=card.text)
    return card


def draw_penalty(state: State, seat: int, amount: int, rule: str) -> None:
    """Draw a penalty; missing cards are forgiven (PILE-02)."""
    for drawn in range(amount):
        if not can_draw(state):
            state.say("forgiven", "PILE-02", seat=seat, amount=amount - drawn)
            return
        draw_one(state, seat, rule)


def reshuffle_discards(state: State) -> None:
    """The discards except the top card become the pile (PILE-01)."""
    under = texts(state.discard[:-1])
    order = state.reshuffle(list(under))
    if Counter(order) != Counter(under):
        raise ReferenceError("reshuffle: gave back other cards than it got")
    state.discard = [state.top]
    state.pile = [state.edition.cards[text] for text in order]
    state.say("reshuffle", "PILE-01", amount=len(order))
