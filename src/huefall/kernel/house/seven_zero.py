"""Option ``seven_zero``: hands change places.

SEVEN-01  A 7 swaps hands with a named player, a 0 passes all hands on in the direction of play; a last 7 or 0 does
          neither. Several together act once. Calls of all hands that moved are cleared; the player of the card who ends
          with one card owes a call.
UNO-05    A call attached to a 7 or 0 that leaves one card before hands move is accepted, without effect if the player
          ends with more.

The cards are those with ``exchanges`` in the edition's file.
Seam: ``shape`` (a swap names its seat), ``play`` (after the card is down).

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.editions.deck import ROTATE, SWAP
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import NOBODY, WORDS, EditionRow, Log, RulesRow, State
from huefall.kernel.log import note_amount
from huefall.kernel.seats import after, before, bit
from huefall.vocabulary import events
from huefall.vocabulary import rule_ids as ids


@inlined
def swaps(rules: RulesRow, edition: EditionRow, kind: int) -> bool:
    """Whether the card swaps hands with a named seat."""
    return rules.seven_zero != 0 and edition.exchanges[kind] == SWAP


@inlined
def size_after(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, cards_count: int, target: int
) -> int:
    """Return how many cards the player of a card ends with, before anybody draws."""
    left = state.sizes[seat] - cards_count
    if left > 0 and rules.seven_zero:
        if edition.exchanges[kind] == SWAP:
            return state.sizes[target]
        if edition.exchanges[kind] == ROTATE:
            return state.sizes[before(state, seat)]
    return left


@inlined
def takes_call(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, cards_count: int, target: int
) -> bool:
    """Whether a call belongs to a play that does not empty the hand: it leaves one card, before or after hands
    move (UNO-05).
    """
    if rules.call_before_exchange and state.sizes[seat] - cards_count == 1:
        return True
    return size_after(state, rules, edition, seat, kind, cards_count, target) == 1


@rule
def exchange(state: State, rules: RulesRow, edition: EditionRow, kind: int, seat: int, target: int, log: Log) -> None:
    """Move the hands, if the card does."""
    if not rules.seven_zero:
        return
    if edition.exchanges[kind] == SWAP:
        _trade(state, edition, seat, target)
        state.called &= ~(bit(seat) | bit(target))
        note_amount(log, events.SWAP, seat, target, 0, ids.SEVEN_01)
    elif edition.exchanges[kind] == ROTATE:
        # Trading with each seat in turn moves every hand one seat on, the last one to the player.
        for step in range(1, state.players):
            _trade(state, edition, seat, after(state, seat, step))
        state.called = 0
        note_amount(log, events.ROTATE, NOBODY, NOBODY, state.direction, ids.SEVEN_01)


@rule
def _trade(state: State, edition: EditionRow, one: int, other: int) -> None:
    for kind in range(edition.kinds):
        mine = state.hands[one, kind]
        state.hands[one, kind] = state.hands[other, kind]
        state.hands[other, kind] = mine
    for word in range(WORDS):
        bits = state.held[one, word]
        state.held[one, word] = state.held[other, word]
        state.held[other, word] = bits
    count = state.sizes[one]
    state.sizes[one] = state.sizes[other]
    state.sizes[other] = count
