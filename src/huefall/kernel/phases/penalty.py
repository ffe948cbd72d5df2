"""A pending penalty: draw it, challenge it, or answer it with a card.

D2-01    Draw Two: the next player draws 2 and loses the turn. WD4-01: Wild Draw Four: draws 4 and loses the turn.
CHAL-01  The player who must draw, and nobody else, may challenge. Guilt is settled by the hand and the colour at the
         moment of the play.
CHAL-02  Guilty: the player of the card draws instead; card and colour stay; the challenger takes a normal turn.
CHAL-03  Innocent: the challenger draws 2 more and loses the turn.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import draw_penalty
from huefall.kernel.compiler import rule
from huefall.kernel.flow import ask, begin_turn, question_rule, suffer
from huefall.kernel.house.stacking import can_be_stacked
from huefall.kernel.layout import EditionRow, Log, RulesRow, State
from huefall.kernel.log import note, note_amount
from huefall.kernel.powers.boost import adds_skip_to_penalty
from huefall.kernel.seats import after
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids

#: Cards an unjust challenge costs in addition to the penalty (CHAL-03).
UNJUST_CHALLENGE = 2


@rule
def is_challengeable(state: State, rules: RulesRow, edition: EditionRow) -> bool:
    """Whether the pending penalty can be challenged: its restricted card lies on top, uncovered."""
    return (
        state.phase == phases.WILD4
        and edition.restricted[state.top] != 0
        and rules.challenge != 0
        and rules.enforce == 0
    )


@rule
def needs_question(state: State, rules: RulesRow, edition: EditionRow, phase: int) -> bool:
    """Whether the rules and the top card leave more than one answer; hands do not matter (VIEW-01)."""
    if can_be_stacked(rules, phase) or rules.shields or edition.marked[state.top]:
        return True
    if phase == phases.DRAW2:
        return rules.cut != 0
    return edition.restricted[state.top] != 0 and rules.challenge != 0 and rules.enforce == 0


@rule
def put_penalty(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    phase: int,
    seat: int,
    amount: int,
    together: int,
    guilty: bool,
    log: Log,
) -> None:
    """Put a penalty before the player after ``seat``, or let it be drawn at once where there is nothing to decide."""
    target = after(state, seat, 1)
    state.guilty = 0
    if needs_question(state, rules, edition, phase):
        ask(state, phase, target, seat, amount, together, log)
        if guilty and is_challengeable(state, rules, edition):
            state.guilty = 1
    else:
        suffer(state, target, amount, question_rule(phase), adds_skip_to_penalty(state, rules, edition), log)


@rule
def accept_penalty(state: State, rules: RulesRow, edition: EditionRow, log: Log) -> None:
    """Draw the total and lose the turn."""
    reason = question_rule(state.phase)
    note(log, events.ACCEPT, state.asked, reason)
    suffer(state, state.asked, state.penalty, reason, adds_skip_to_penalty(state, rules, edition), log)


@rule
def challenge(state: State, log: Log) -> None:
    """Challenge the Wild Draw Four on top."""
    challenger = state.asked
    accused = state.source
    amount = state.penalty
    if state.guilty:
        note_amount(log, events.CHALLENGE, challenger, accused, 1, ids.CHAL_02)
        draw_penalty(state, accused, amount, ids.CHAL_02, log)
        begin_turn(state, challenger, log)
    else:
        note_amount(log, events.CHALLENGE, challenger, accused, 0, ids.CHAL_03)
        suffer(state, challenger, amount + UNJUST_CHALLENGE, ids.CHAL_03, False, log)
