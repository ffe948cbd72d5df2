"""Which cards fit: in an ordinary turn and as an answer to a penalty or a footprint.

PLAY-01, PLAY-02 colour in force, face of the top card, or black. STACK-01..03, SHIELD-01/-02 and JUR-01 say what
answers a penalty. SAME-01 and SAME-02 let several equal cards follow a first one that fits.
"""

from .cards import Card
from .state import PENALTIES, State

# Which kind of draw card answers which pending kind, while a draw card is on top: (pending, card).
STACKS_ON_DRAW_CARD = {
    "off": set[tuple[str, str]](),
    "draw2": {("draw2", "draw2")},  # STACK-01
    "wild4": {("wild4", "wild4")},  # STACK-02
    "same": {("draw2", "draw2"), ("wild4", "wild4")},  # STACK-02
    "cumulative": {("draw2", "draw2"), ("draw2", "wild4"), ("wild4", "wild4")},  # STACK-03
}
# The same under a shield (SHIELD-02); a Draw Two must then have the shield's colour.
STACKS_ON_SHIELD = {
    **STACKS_ON_DRAW_CARD,
    "cumulative": {("draw2", "draw2"), ("draw2", "wild4"), ("wild4", "wild4"), ("wild4", "draw2")},
}


def is_enforced_away(state: State, seat: int, card: Card) -> bool:
    """Whether `enforce` forbids this card: the hand holds the colour in force (WD4-02)."""
    if not card.restricted or state.options.wild4 != "enforce":
        return False
    return any(held.color == state.color for held in state.hands[seat])


def matches(state: State, seat: int, card: Card) -> bool:
    """Whether a single card fits in an ordinary turn (PLAY-01, PLAY-02)."""
    if card.color is None:
        return not is_enforced_away(state, seat, card)
    if card.color == state.color:
        return True
    top = state.discard[-1]
    return top.color is not None and card.face == top.face


def way_to_play(state: State, seat: int, cards: tuple[Card, ...]) -> str:
    """How the asked player's cards can be played now; an empty string if they are wrong."""
    if state.pending is None:
        return way_in_turn(state, seat, cards)
    return way_as_answer(state, seat, cards)


def way_in_turn(state: State, seat: int, cards: tuple[Card, ...]) -> str:
    """In an ordinary turn, or deciding on a drawn card."""
    if state.drawn is not None:
        # PLAY-03: that card and no other; SAME-01: and alone.
        fits = len(cards) == 1 and cards[0] is state.drawn and matches(state, seat, cards[0])
        return "drawn" if fits else ""
    if len(cards) == 1:
        return "turn" if matches(state, seat, cards[0]) else ""
    return "turn" if cards[0].color == state.color else ""  # SAME-01


def way_as_answer(state: State, seat: int, cards: tuple[Card, ...]) -> str:
    """As an answer to a penalty, or to a footprint Skip or Reverse."""
    assert state.pending is not None
    card = cards[0]
    if card.escapes:
        return "escape" if state.top.footprint else ""  # JUR-03: the top card must bear it
    if state.pending.kind not in PENALTIES:
        return ""
    if card.draws:
        return "stack" if stacks(state, card) and not is_enforced_away(state, seat, card) else ""
    if card.shield and len(cards) == 1 and state.options.shields and shields(state, card):
        return "shield"
    return ""


def stacks(state: State, card: Card) -> bool:
    """Whether a draw card answers the pending penalty (STACK-01..03, SHIELD-02)."""
    assert state.pending is not None
    pair = (state.pending.kind, card.penalty_kind)
    if state.top.draws:
        return pair in STACKS_ON_DRAW_CARD[state.options.stacking]
    if card.color is not None and card.color != state.color:
        return False
    return pair in STACKS_ON_SHIELD[state.options.stacking]


def shields(state: State, card: Card) -> bool:
    """A shield matches the top card in colour or symbol; on a draw card any colour will do, if it is black or if
    stacking is on at all (SHIELD-01). On another shield it must always match (SHIELD-02).
    """
    top = state.top
    if top.draws and (top.black or state.options.stacking != "off"):
        return True
    return card.color == top.color or card.face == top.face
