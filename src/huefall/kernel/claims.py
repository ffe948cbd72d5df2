"""Claims out of turn: calling and catching. They are not acts: they close no window and move no turn.

UNO-01  A player whose play leaves one card must call, with the play or afterwards for as long as that one card is held
        uncalled.
UNO-02  Anyone else may catch an uncalled player from the play until the next card is played by anyone; with
        ``catch_until`` = ``turn`` also until the next draw or pass in an ordinary turn. Answers that play no card never
        close this window. A player who no longer holds exactly one card cannot be caught. Penalty: ``uno_penalty``.
UNO-04  A call without one card in hand: draw ``false_uno_penalty``. Repeated, it is accepted without effect.
UNO-06  ``uno`` = ``auto``: the call is made for every player; calls and catches are refused.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import draw_penalty
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import CATCH_UNTIL_ACT, CATCH_UNTIL_PLAY, Log, RulesRow, State
from huefall.kernel.log import note, note_amount
from huefall.kernel.seats import bit
from huefall.vocabulary import events, refusals, verbs
from huefall.vocabulary import rule_ids as ids


@inlined
def close_catch_window(state: State, rules: RulesRow, verb: int) -> None:
    """Close the window at an act without a card, if its end has come (UNO-02). A play always closes it."""
    if rules.catch_until == CATCH_UNTIL_PLAY or state.open == 0:
        return
    if rules.catch_until == CATCH_UNTIL_ACT or verb == verbs.DRAW or verb == verbs.PASS:
        state.open = 0


@rule
def judge_call(state: State, rules: RulesRow, seat: int) -> int:
    """Judge a call without a play."""
    if rules.auto_uno:
        return refusals.CALLS_ARE_AUTOMATIC
    if state.sizes[seat] == 1:
        return refusals.NONE
    return refusals.FALSE_CALL if rules.false_uno_penalty else refusals.FALSE_CALL_REFUSED


@rule
def judge_catch(state: State, rules: RulesRow, seat: int, target: int) -> int:
    """Judge a catch."""
    if rules.auto_uno:
        return refusals.CALLS_ARE_AUTOMATIC
    if target < 0 or target >= state.players:
        return refusals.NO_SUCH_SEAT
    if target == seat:
        return refusals.CATCHES_ONESELF
    return refusals.NONE if state.open & bit(target) else refusals.NOT_CATCHABLE


@rule
def call(state: State, seat: int, log: Log) -> None:
    """Make a late call, or repeat one."""
    note(log, events.UNO, seat, ids.UNO_04 if state.called & bit(seat) else ids.UNO_01)
    state.called |= bit(seat)
    state.open &= ~bit(seat)


@rule
def catch(state: State, rules: RulesRow, seat: int, target: int, log: Log) -> None:
    """Catch a player who kept silent."""
    state.open &= ~bit(target)
    note_amount(log, events.CAUGHT, target, seat, 0, ids.UNO_02)
    draw_penalty(state, target, rules.uno_penalty, ids.UNO_02, log)


@rule
def fine_false_call(state: State, rules: RulesRow, seat: int, log: Log) -> None:
    """Fine a call that was not due."""
    note(log, events.FALSE_CALL, seat, ids.UNO_04)
    draw_penalty(state, seat, rules.false_uno_penalty, ids.UNO_04, log)


@inlined
def settle_last_card(state: State, rules: RulesRow, seat: int, called: bool) -> None:
    """If a play has left one card, mark its player as having called UNO, or as open to a catch (UNO-01, UNO-02)."""
    if state.sizes[seat] == 1:
        if called or rules.auto_uno:
            state.called |= bit(seat)
        else:
            state.open |= bit(seat)
