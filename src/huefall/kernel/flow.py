"""The flow of the game: whose turn begins, which question is put, who loses a turn.

SKIP-01  The next player loses the turn. A skip never skips the player who played it.
BUZZ-03  A boosted Skip or Draw Two hits the one next player; with ``boost_adds_skip`` it costs one player more the turn.
TWO-01   Two players: after a Skip, a Reverse or a penalty drawn, the same player acts again.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import draw_penalty
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import NO_CARD, NOBODY, Log, RulesRow, State
from huefall.kernel.log import note, note_amount, note_question
from huefall.kernel.seats import after
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids


@rule
def _clear_question(state: State) -> None:
    state.phase = phases.TURN
    state.source = NOBODY
    state.together = 1
    state.penalty = 0
    state.guilty = 0
    state.drawn = NO_CARD


@inlined
def begin_turn(state: State, seat: int, log: Log) -> None:
    """Ask a seat for an ordinary turn."""
    state.asked = seat
    if state.phase == phases.DRAWN:
        state.phase = phases.TURN
        state.drawn = NO_CARD
    elif state.phase != phases.TURN:
        _clear_question(state)
    note(log, events.TURN, seat, ids.PLAY_01)


@inlined
def question_rule(phase: int) -> int:
    """Return the rule by which a question is put."""
    return phases.RULES[phase]


@rule
def ask(state: State, phase: int, seat: int, source: int, amount: int, together: int, log: Log) -> None:
    """Put a question to a seat."""
    state.phase = phase
    state.asked = seat
    state.source = source
    state.penalty = amount
    state.together = together
    state.drawn = NO_CARD
    note_question(log, events.ASK, seat, source, phase, amount, question_rule(phase))


@inlined
def skip_from(state: State, rules: RulesRow, seat: int, skips: int, boosted: bool, log: Log) -> None:
    """Skip players after ``seat``, at most the others (SAME-02), and begin the turn of the one who follows."""
    if boosted:
        _skip_boosted(state, rules, seat, skips, log)
        return
    skips = min(skips, state.players - 1)
    for i in range(skips):
        note(log, events.SKIP, after(state, seat, i + 1), ids.SKIP_01)
    begin_turn(state, after(state, seat, skips + 1), log)


@rule
def _skip_boosted(state: State, rules: RulesRow, seat: int, skips: int, log: Log) -> None:
    """Skip one player for the boost. A Skip hits the same one, not a second, unless ``boost_adds_skip`` is on (BUZZ-03)."""
    others = state.players - 1
    skips = min(skips, others)
    adds = skips > 0 and rules.boost_adds_skip != 0
    total = min(skips + 1, others) if adds else max(skips, 1)
    for i in range(skips):
        note(log, events.SKIP, after(state, seat, i + 1), ids.SKIP_01)
    for i in range(skips, total):
        note(log, events.SKIP, after(state, seat, i + 1), ids.BUZZ_03 if adds else ids.BUZZ_02)
    begin_turn(state, after(state, seat, total + 1), log)


@rule
def turn_direction(state: State, reason: int, log: Log) -> None:
    """Turn the direction of play."""
    state.direction = -state.direction
    note_amount(log, events.REVERSE, NOBODY, NOBODY, state.direction, reason)


@rule
def reverse_from(state: State, rules: RulesRow, seat: int, turns: int, boosted: bool, log: Log) -> None:
    """Turn the direction ``turns`` times and go on after ``seat`` (REV-01); with two players it acts again (TWO-01)."""
    for _ in range(turns):
        turn_direction(state, ids.REV_01, log)
    if state.players == 2:
        begin_turn(state, seat, log)
    else:
        skip_from(state, rules, seat, 0, boosted, log)


@rule
def suffer(state: State, seat: int, amount: int, reason: int, skips_next: bool, log: Log) -> None:
    """Draw a penalty and lose the turn (D2-01, WD4-01); ``skips_next``: the next player loses it, too (BUZZ-03)."""
    draw_penalty(state, seat, amount, reason, log)
    note(log, events.SKIP, seat, reason)
    following = after(state, seat, 1)
    if skips_next:
        note(log, events.SKIP, following, ids.BUZZ_03)
        following = after(state, following, 1)
    begin_turn(state, following, log)
