"""The verdict on a move, before anything changes: good, a foul, or refused, and why.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import can_draw
from huefall.kernel.claims import judge_call, judge_catch
from huefall.kernel.compiler import rule
from huefall.kernel.fitting import NO_ROLE, can_play_something, misfit, role_of
from huefall.kernel.house.seven_zero import takes_call
from huefall.kernel.layout import EditionRow, MoveRow, RulesRow, State
from huefall.kernel.phases.penalty import is_challengeable
from huefall.kernel.phases.turn import must_play_drawn
from huefall.kernel.ranges import can_be_accepted, takes_cards
from huefall.kernel.shape import equal_count, judge_color, judge_shape
from huefall.vocabulary import phases, refusals, verbs


@rule
def judge(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow) -> int:
    """Return the reason (``huefall.vocabulary.refusals``) why a move is no good, or ``NONE``."""
    if state.phase == phases.OVER:
        return refusals.ROUND_OVER
    if move.seat < 0 or move.seat >= state.players:
        return refusals.NO_SUCH_SEAT
    if move.verb == verbs.PLAY:
        return _judge_play(state, rules, edition, move)
    if move.verb == verbs.UNO:
        return judge_call(state, rules, move.seat)
    if move.verb == verbs.CATCH:
        return judge_catch(state, rules, move.seat, move.target)
    if move.seat != state.asked:
        return refusals.NOT_ASKED
    return _judge_answer(state, rules, edition, move)


@rule
def _judge_play(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow) -> int:
    reason = judge_shape(state, rules, edition, move)
    if reason != refusals.NONE:
        return reason
    if move.uno and rules.auto_uno:
        return refusals.CALLS_ARE_AUTOMATIC
    kind = move.cards[0]
    count = equal_count(edition, move)
    if move.seat != state.asked:
        if state.cut < 0:
            return refusals.NOT_ASKED
        if count > 1 or edition.color[kind] < 0:
            return refusals.NOT_A_CUT
    elif not takes_cards(state.phase):
        return refusals.CARD_NO_ANSWER
    if role_of(state, rules, edition, move.seat, kind, count) == NO_ROLE:
        return misfit(state, rules, edition, move.seat, kind, count)
    empties = state.sizes[move.seat] == move.cards_count  # then a call is accepted without effect (UNO-04)
    if move.uno and not empties:
        if not takes_call(state, rules, edition, move.seat, kind, move.cards_count, move.target):
            return refusals.FALSE_CALL if rules.false_uno_penalty else refusals.FALSE_CALL_REFUSED
    return refusals.NONE


@rule
def _judge_answer(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow) -> int:
    verb = move.verb
    phase = state.phase
    if verb == verbs.DRAW and phase == phases.TURN:
        return refusals.NONE if can_draw(state) else refusals.NOTHING_TO_DRAW
    if verb == verbs.PASS and phase == phases.TURN:
        if can_draw(state) or can_play_something(state, rules, edition, state.asked):
            return refusals.CANNOT_PASS
        return refusals.NONE
    if verb == verbs.KEEP and phase == phases.DRAWN:
        return refusals.MUST_PLAY_DRAWN if must_play_drawn(state, rules, edition) else refusals.NONE
    if verb == verbs.COLOR and phase == phases.COLOR:
        return judge_color(edition, move)
    if verb == verbs.CHALLENGE and phase == phases.WILD4:
        return refusals.NONE if is_challengeable(state, rules, edition) else refusals.NO_CHALLENGE
    if verb == verbs.ACCEPT and can_be_accepted(phase):
        return refusals.NONE
    if verb == verbs.DANCE and phase == phases.DANCE:
        return refusals.NONE
    if (verb == verbs.APPROVE or verb == verbs.REJECT) and phase == phases.VOTE:
        return refusals.NONE
    return refusals.OTHER_QUESTION
