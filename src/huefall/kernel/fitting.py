"""Which cards can be played now, and as what.

PLAY-01  A card that matches the colour in force, or the number or symbol of the top card, or any black card.
PLAY-02  On a black top card only the named colour counts.
PLAY-03  A card just drawn, and no other, may be played at once.
WD4-02   With ``wild4`` = ``enforce`` a restricted card is wrong while the hand holds the colour in force.
SAME-01  Of several cards together the first must have the colour in force.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.cards import holds_color
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.house.cut import cuts
from huefall.kernel.house.shields import shields
from huefall.kernel.house.stacking import stacks
from huefall.kernel.layout import EditionRow, RulesRow, State
from huefall.kernel.powers.escape import escapes
from huefall.kernel.ranges import is_ordinary, is_penalty, takes_cards
from huefall.vocabulary import phases, refusals

#: As what a card is played. ``NO_ROLE``: it does not fit.
NO_ROLE, ORDINARY, STACK, SHIELD, ESCAPE, CUT = range(6)


@inlined
def playable_word(state: State, rules: RulesRow, edition: EditionRow, seat: int, word: int) -> int:
    """Return the bits of the kinds a seat holds that fit an ordinary turn."""
    fitting = edition.same_face[state.top, word] | edition.black[word] | edition.of_color[state.color, word]
    if rules.enforce and edition.restricted_bits[word] and holds_color(state, edition, seat, state.color):
        fitting &= ~edition.restricted_bits[word]
    return state.held[seat, word] & fitting


@inlined
def matches(state: State, edition: EditionRow, kind: int) -> bool:
    """Whether the card matches the colour in force or the top card, or is black."""
    return (
        edition.color[kind] < 0
        or edition.color[kind] == state.color
        or (edition.same_face[state.top, word_of(kind)] & bit_of(kind)) != 0
    )


@inlined
def is_forbidden_bluff(state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int) -> bool:
    """Whether ``enforce`` forbids the card."""
    return rules.enforce != 0 and edition.restricted[kind] != 0 and holds_color(state, edition, seat, state.color)


@rule
def role_of(state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, count: int) -> int:
    """Return as what a seat can play ``count`` equal cards that begin with ``kind``, or ``NO_ROLE``."""
    if seat == state.asked:
        role = _role_of_asked(state, rules, edition, seat, kind, count)
        if role != NO_ROLE:
            return role
    return CUT if cuts(state, edition, kind, count) else NO_ROLE


@rule
def _role_of_asked(state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, count: int) -> int:
    phase = state.phase
    if is_forbidden_bluff(state, rules, edition, seat, kind):
        return NO_ROLE
    if phase == phases.TURN:
        if count > 1:
            return ORDINARY if edition.color[kind] == state.color else NO_ROLE
        return ORDINARY if matches(state, edition, kind) else NO_ROLE
    if phase == phases.DRAWN:
        return ORDINARY if count == 1 and kind == state.drawn and matches(state, edition, kind) else NO_ROLE
    if is_penalty(phase):
        if stacks(state, rules, edition, kind):
            return STACK
        if shields(state, rules, edition, kind, count):
            return SHIELD
    if takes_cards(phase) and escapes(state, edition, kind):
        return ESCAPE
    return NO_ROLE


@rule
def misfit(state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, count: int) -> int:
    """Return why cards without a role do not fit."""
    if seat != state.asked:
        return refusals.NOT_THE_SAME_CARD
    if is_forbidden_bluff(state, rules, edition, seat, kind):
        return refusals.HOLDS_COLOR
    if state.phase == phases.DRAWN and (kind != state.drawn or count > 1):
        return refusals.NOT_THE_DRAWN_CARD
    if not is_ordinary(state.phase):
        return refusals.DOES_NOT_ANSWER
    return refusals.NOT_LED_BY_COLOR if count > 1 and matches(state, edition, kind) else refusals.NO_MATCH


@inlined
def can_play_something(state: State, rules: RulesRow, edition: EditionRow, seat: int) -> bool:
    """Whether a seat can play in an ordinary turn."""
    return playable_word(state, rules, edition, seat, 0) != 0 or playable_word(state, rules, edition, seat, 1) != 0
