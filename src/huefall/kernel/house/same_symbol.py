"""Option ``same_symbol``: several cards of one number or symbol may be played together.

SAME-01  The first must have the colour in force; the last decides the colour. No black cards, not with a cut, not with
         a card just drawn.
SAME-02  As an answer in a stack, the first must be a legal answer, of whatever colour.

Listed are the first card, the last, and every selection of the cards between in the order r y g b p, plain before
footprint. Selections are numbered: the digits of the number, each with its own base, say how many of each kind are
taken. While they are counted and written, the first card is taken out of the hand's counts and put back after.
Seam: ``fitting.role_of`` (what may lead), ``legal`` (listing), ``batch`` (counting).

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.compiler import inlined, lowest, rule
from huefall.kernel.layout import WORD_BITS, WORDS, EditionRow, MoveRow, State


@inlined
def has_equal_cards(state: State, edition: EditionRow, seat: int, kind: int) -> bool:
    """Whether a hand has another card of this kind's face."""
    if state.hands[seat, kind] > 1:
        return True
    word = word_of(kind)
    return (
        _held_of_face(state, edition, seat, kind, word) != bit_of(kind)
        or _held_of_face(state, edition, seat, kind, 1 - word) != 0
    )


@inlined
def _held_of_face(state: State, edition: EditionRow, seat: int, kind: int, word: int) -> int:
    return state.held[seat, word] & edition.same_face[kind, word]


@rule
def count_between(state: State, edition: EditionRow, seat: int, last: int) -> int:
    """Count the selections between a first card, already taken out of the hand, and ``last``, still in it."""
    selections = int(state.hands[seat, last])
    for word in range(WORDS):
        bits = _held_of_face(state, edition, seat, last, word)
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if kind != last:
                selections *= int(state.hands[seat, kind]) + 1
    return selections


@rule
def count_several(state: State, edition: EditionRow, seat: int, first: int) -> int:
    """Count the plays of several cards that ``first`` leads."""
    total = 0
    state.hands[seat, first] -= 1
    for word in range(WORDS):
        bits = _held_of_face(state, edition, seat, first, word)
        while bits:
            last = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if state.hands[seat, last] > 0:
                total += count_between(state, edition, seat, last)
    state.hands[seat, first] += 1
    return total


@rule
def write_several(state: State, edition: EditionRow, seat: int, first: int, number: int, move: MoveRow) -> None:
    """Write the cards of play number ``number`` of those that ``first`` leads into a move."""
    state.hands[seat, first] -= 1
    for word in range(WORDS):
        bits = _held_of_face(state, edition, seat, first, word)
        while bits:
            last = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if state.hands[seat, last] > 0:
                count = count_between(state, edition, seat, last)
                if 0 <= number < count:
                    _write_cards(state, edition, seat, first, last, number, move)
                number -= count
    state.hands[seat, first] += 1


@rule
def _write_cards(
    state: State, edition: EditionRow, seat: int, first: int, last: int, selection: int, move: MoveRow
) -> None:
    move.cards[0] = first
    placed = 1
    for word in range(WORDS):
        bits = _held_of_face(state, edition, seat, first, word)
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            base = int(state.hands[seat, kind]) + (0 if kind == last else 1)
            for _ in range(selection % base):
                move.cards[placed] = kind
                placed += 1
            selection //= base
    move.cards[placed] = last
    move.cards_count = placed + 1
