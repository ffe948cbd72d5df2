"""Cards on the move: into and out of hands, off the pile, onto the discards.

PILE-01  When a card must be drawn and the pile is empty, the discards except the top card are shuffled into a new pile.
PILE-02  If there is still nothing to draw, what exists is drawn and the rest is forgiven.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import NO_CARD, NOBODY, SCRIPTED, EditionRow, Log, State
from huefall.kernel.log import note_amount, note_card
from huefall.kernel.seats import bit
from huefall.kernel.shuffle import order_pile, shuffle
from huefall.vocabulary import events
from huefall.vocabulary import rule_ids as ids

#: How many further cards get their order when the next one needs it: one call for twelve cards takes less time than four.
ORDERED_AHEAD = 11


@inlined
def add(state: State, seat: int, kind: int) -> None:
    """Add a card to a hand."""
    state.hands[seat, kind] += 1
    state.held[seat, word_of(kind)] |= bit_of(kind)
    state.sizes[seat] += 1


@inlined
def give(state: State, seat: int, kind: int) -> None:
    """Add a drawn card to a hand. A player who draws while holding one card must call again (UNO-01)."""
    add(state, seat, kind)
    if (state.called | state.open) != 0 and state.sizes[seat] != 1:
        kept = ~bit(seat)
        state.called &= kept
        state.open &= kept


@inlined
def remove(state: State, seat: int, kind: int) -> None:
    """Take a card out of a hand."""
    left = state.hands[seat, kind] - 1
    state.hands[seat, kind] = left
    state.sizes[seat] -= 1
    if left == 0:
        state.held[seat, word_of(kind)] &= ~bit_of(kind)


@inlined
def discard(state: State, kind: int) -> None:
    """Lay a card on the discards."""
    state.discard[state.discard_count] = kind
    state.discard_count += 1


@inlined
def can_draw(state: State) -> bool:
    """Whether anything is left to draw (PLAY-04)."""
    return state.pile_count > 0 or state.discard_count > 1


@rule
def _reshuffle(state: State, log: Log) -> None:
    count = state.discard_count - 1
    if state.chance == SCRIPTED:
        for i in range(count):
            state.pile[i] = state.script[count - 1 - i]
    else:
        for i in range(count):
            state.pile[i] = state.discard[i]
        shuffle(state, count)
    state.discard[0] = state.discard[count]
    state.discard_count = 1
    state.pile_count = count
    note_amount(log, events.RESHUFFLE, NOBODY, NOBODY, count, ids.PILE_01)


@rule
def _find_next(state: State, log: Log) -> bool:
    """Give the next cards of the pile their order, of a new pile if this one is empty; return whether there is a card."""
    if state.pile_count == 0:
        if state.discard_count <= 1:
            return False
        _reshuffle(state, log)
    order_pile(state, state.pile_count - 1 - ORDERED_AHEAD)
    return True


@inlined
def draw_one(state: State, seat: int, reason: int, log: Log) -> int:
    """Draw a card for a seat and return its kind; ``NO_CARD`` if none is left."""
    if state.pile_count <= state.unordered and not _find_next(state, log):  # true of an empty pile, too
        return NO_CARD
    at = state.pile_count - 1
    state.pile_count = at
    kind = int(state.pile[at])
    give(state, seat, kind)
    note_card(log, events.DRAW, seat, kind, reason)
    return kind


@rule
def draw_penalty(state: State, seat: int, amount: int, reason: int, log: Log) -> None:
    """Draw a penalty for a seat; what cannot be drawn is forgiven (PILE-02)."""
    for drawn in range(amount):
        if draw_one(state, seat, reason, log) == NO_CARD:
            note_amount(log, events.FORGIVEN, seat, NOBODY, amount - drawn, ids.PILE_02)
            return


@inlined
def holds_color(state: State, edition: EditionRow, seat: int, color: int) -> bool:
    """Whether a hand has a card of the colour."""
    if color < 0:
        return False
    mask = edition.of_color[color]
    return ((state.held[seat, 0] & mask[0]) | (state.held[seat, 1] & mask[1])) != 0


@inlined
def holds_colored(state: State, edition: EditionRow, seat: int) -> bool:
    """Whether a hand has any coloured card."""
    return ((state.held[seat, 0] & ~edition.black[0]) | (state.held[seat, 1] & ~edition.black[1])) != 0
