"""Option ``same_symbol``: several cards of one number or symbol may be played together.

SAME-01  The first must have the colour in force; the last decides the colour. No black cards, not with a cut, not with
         a card just drawn.
SAME-02  As an answer in a stack, the first must be a legal answer, of whatever colour.

Listed are the first card, the last, and every selection of the cards between in the order r y g b p, plain before
footprint. Selections are numbered: the digits of the number, each with its own base, say how many of each kind are
taken. Seam: ``fitting.role_of`` (what may lead), ``legal`` (listing), ``batch`` (counting).
"""

from __future__ import annotations

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import EditionRow, MoveRow, State


@inlined
def has_equal_cards(state: State, edition: EditionRow, seat: int, kind: int) -> bool:
    """Tell whether a hand has another card of this kind's face."""
    if state.hands[seat, kind] > 1:
        return True
    word = word_of(kind)
    mine = state.held[seat, word] & edition.same_face[kind, word]
    other = state.held[seat, 1 - word] & edition.same_face[kind, 1 - word]
    return mine != bit_of(kind) or other != 0


@rule
def count_between(state: State, edition: EditionRow, seat: int, last: int) -> int:
    """Count the selections between a first card, already taken out of the hand, and ``last``, still in it."""
    face = edition.face[last]
    selections = int(state.hands[seat, last])
    for kind in range(edition.kinds):
        if edition.face[kind] == face and kind != last:
            selections *= int(state.hands[seat, kind]) + 1
    return selections


@rule
def write_several(
    state: State, edition: EditionRow, seat: int, first: int, last: int, selection: int, move: MoveRow
) -> None:
    """Write the cards of selection number ``selection`` into a move; ``first`` is taken out of the hand, ``last``
    still in it.
    """
    face = edition.face[last]
    move.cards[0] = first
    placed = 1
    for kind in range(edition.kinds):
        if edition.face[kind] == face:
            base = int(state.hands[seat, kind]) + (0 if kind == last else 1)
            for _ in range(selection % base):
                move.cards[placed] = kind
                placed += 1
            selection //= base
    move.cards[placed] = last
    move.cards_count = placed + 1
