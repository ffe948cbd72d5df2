"""Whether a play is a whole sentence, before asking whether it fits.

PLAY-05  A play names everything it needs: a black card its colour, a Gauntlet its coloured card. An incomplete or
         unknown move is refused and costs nothing. A black card that empties the hand needs no colour.
FOUL-02  A card not held, cards of different faces together, several cards without ``same_symbol``, several black cards:
         refused.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import holds_colored
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.house.seven_zero import swaps
from huefall.kernel.layout import NOBODY, EditionRow, MoveRow, RulesRow, State
from huefall.vocabulary import refusals
from huefall.vocabulary.colors import NO_COLOR


@inlined
def equal_count(edition: EditionRow, move: MoveRow) -> int:
    """Return how many equal cards a play has; a Gauntlet's laid card is not one of them."""
    return 1 if edition.checks[move.cards[0]] else int(move.cards_count)


@rule
def judge_shape(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow) -> int:
    """Return why a play is no complete sentence from this hand, or ``NONE``."""
    reason = _judge_cards(state, rules, edition, move)
    if reason != refusals.NONE:
        return reason
    first = move.cards[0]
    empties = state.sizes[move.seat] == move.cards_count
    if edition.color[first] < 0:
        if move.color == NO_COLOR:
            if not empties:
                return refusals.NEEDS_COLOR
        elif not _is_in_palette(edition, move.color):
            return refusals.UNKNOWN_COLOR
    elif move.color != NO_COLOR:
        return refusals.TAKES_NO_COLOR
    if not swaps(rules, edition, first):
        return refusals.NONE if move.target == NOBODY else refusals.TAKES_NO_TARGET
    if move.target == NOBODY:
        return refusals.NONE if empties else refusals.NEEDS_TARGET
    return refusals.NONE if 0 <= move.target < state.players and move.target != move.seat else refusals.BAD_TARGET


@rule
def _judge_cards(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow) -> int:
    count = move.cards_count
    if count < 1:
        return refusals.UNKNOWN_MOVE
    for i in range(count):
        wanted = 0
        for j in range(count):
            if move.cards[j] == move.cards[i]:
                wanted += 1
        if state.hands[move.seat, move.cards[i]] < wanted:
            return refusals.NOT_HELD
    first = move.cards[0]
    if edition.checks[first]:
        return _judge_laid_card(state, edition, move)
    if count == 1:
        return refusals.NONE
    for i in range(1, count):
        if edition.color[first] < 0 and edition.color[move.cards[i]] < 0:
            return refusals.SEVERAL_BLACK
        if edition.face[move.cards[i]] != edition.face[first]:
            return refusals.DIFFERENT_FACES
    return refusals.NONE if rules.same_symbol else refusals.SEVERAL_CARDS


@rule
def _judge_laid_card(state: State, edition: EditionRow, move: MoveRow) -> int:
    # AVG-03: without a coloured card it is a plain wild; with one, laying is a duty.
    if move.cards_count == 1:
        return refusals.NEEDS_LAID_CARD if holds_colored(state, edition, move.seat) else refusals.NONE
    if move.cards_count > 2:
        return refusals.DIFFERENT_FACES
    return refusals.NONE if edition.color[move.cards[1]] >= 0 else refusals.SEVERAL_BLACK


@rule
def _is_in_palette(edition: EditionRow, color: int) -> bool:
    for i in range(edition.colors):
        if edition.palette[i] == color:
            return True
    return False


@rule
def judge_color(edition: EditionRow, move: MoveRow) -> int:
    """Return why the colour of a ``color`` move cannot be named, or ``NONE``."""
    return refusals.NONE if _is_in_palette(edition, move.color) else refusals.UNKNOWN_COLOR
