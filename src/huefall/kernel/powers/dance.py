"""Dancing Wild: dance or draw.

BTS-01  The next player dances or draws 3, and then takes a normal turn (``dance_ends_turn``: the turn is over after
        either).
BTS-02  ``dance_judge`` = ``honor`` (the word of the player) or ``vote``: the others vote one after another from the
        dancer's next, all of them; more than half must approve, else draw 3.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import draw_penalty
from huefall.kernel.compiler import rule
from huefall.kernel.flow import ask, begin_turn
from huefall.kernel.layout import NOBODY, Log, RulesRow, State
from huefall.kernel.log import note, note_amount
from huefall.kernel.seats import after
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids


@rule
def decline_dance(state: State, rules: RulesRow, log: Log) -> None:
    """Draw instead of dancing."""
    dancer = state.asked
    note(log, events.ACCEPT, dancer, ids.BTS_01)
    draw_penalty(state, dancer, state.penalty, ids.BTS_01, log)
    _go_on(state, rules, dancer, log)


@rule
def dance(state: State, rules: RulesRow, log: Log) -> None:
    """Dance; the others judge it, or the player's word is enough."""
    dancer = state.asked
    note(log, events.DANCE, dancer, ids.BTS_01)
    if rules.dance_vote:
        state.dancer = dancer
        state.ballots = 0
        state.approvals = 0
        ask(state, phases.VOTE, after(state, dancer, 1), state.source, state.penalty, 1, log)
    else:
        _go_on(state, rules, dancer, log)


@rule
def vote(state: State, rules: RulesRow, approves: int, log: Log) -> None:
    """Cast a vote; the last one decides."""
    note_amount(log, events.VOTE, state.asked, state.dancer, approves, ids.BTS_02)
    if approves:
        state.approvals |= 1 << int(state.ballots)
    state.ballots += 1
    voters = state.players - 1
    if state.ballots < voters:
        ask(state, phases.VOTE, after(state, state.asked, 1), state.source, state.penalty, 1, log)
        return
    dancer = state.dancer
    in_favour = 0
    for ballot in range(voters):
        in_favour += (state.approvals >> ballot) & 1
    approved = 1 if 2 * in_favour > voters else 0
    note_amount(log, events.VERDICT, dancer, NOBODY, approved, ids.BTS_02)
    state.dancer = NOBODY
    state.ballots = 0
    state.approvals = 0
    if not approved:
        draw_penalty(state, dancer, state.penalty, ids.BTS_02, log)
    _go_on(state, rules, dancer, log)


@rule
def _go_on(state: State, rules: RulesRow, dancer: int, log: Log) -> None:
    if rules.dance_ends_turn:
        note(log, events.SKIP, dancer, ids.BTS_01)
        begin_turn(state, after(state, dancer, 1), log)
    else:
        begin_turn(state, dancer, log)
