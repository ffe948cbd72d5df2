"""One move: judge it, carry it out, settle. A refused move leaves the state as it was, byte for byte.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import draw_penalty
from huefall.kernel.claims import call, catch, close_catch_window, fine_false_call
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.deal import name_first_color
from huefall.kernel.ending import VOID_AT, void_round
from huefall.kernel.fitting import role_of
from huefall.kernel.judge import judge
from huefall.kernel.layout import EditionRow, Log, MoveRow, RulesRow, State
from huefall.kernel.log import note_card
from huefall.kernel.phases.footprint import accept_footprint
from huefall.kernel.phases.penalty import accept_penalty, challenge
from huefall.kernel.phases.turn import draw, keep, pass_turn
from huefall.kernel.play import close_cut_window, play_cards
from huefall.kernel.powers.dance import dance, decline_dance, vote
from huefall.kernel.ranges import is_misplay, is_penalty
from huefall.kernel.shape import equal_count
from huefall.vocabulary import events, phases, refusals, verbs
from huefall.vocabulary import rule_ids as ids


@rule
def is_accepted(rules: RulesRow, reason: int) -> bool:
    """Whether a move with this verdict is carried out, if only as a foul."""
    if reason == refusals.NONE or reason == refusals.FALSE_CALL:
        return True
    return is_misplay(reason) and rules.misplay_penalty > 0


@rule
def step(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, log: Log) -> int:
    """Play one move and return the verdict on it."""
    reason = judge(state, rules, edition, move)
    if not is_accepted(rules, reason):
        return reason
    if reason == refusals.NONE or (reason == refusals.FALSE_CALL and move.verb == verbs.PLAY):
        carry_out(state, rules, edition, move, log)
    elif reason == refusals.FALSE_CALL:
        fine_false_call(state, rules, move.seat, log)
    else:
        _fine_misplay(state, rules, move, log)
    settle(state, log)
    return reason


@rule
def carry_out(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, log: Log) -> None:
    """Do what a good move says."""
    verb = move.verb
    if verb == verbs.PLAY:
        role = role_of(state, rules, edition, move.seat, move.cards[0], equal_count(edition, move))
        play_cards(state, rules, edition, move, role, log)
    elif verb == verbs.UNO:
        call(state, move.seat, log)
    elif verb == verbs.CATCH:
        catch(state, rules, move.seat, move.target, log)
    else:
        _answer(state, rules, edition, move, log)


@rule
def _answer(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, log: Log) -> None:
    verb = move.verb
    passes = state.passes
    close_cut_window(state)
    close_catch_window(state, rules, verb)
    if verb == verbs.DRAW:
        draw(state, rules, edition, log)
    elif verb == verbs.KEEP:
        keep(state, log)
    elif verb == verbs.PASS:
        state.passes = passes
        pass_turn(state, log)
    elif verb == verbs.COLOR:
        name_first_color(state, edition, move.color, log)
    elif verb == verbs.CHALLENGE:
        challenge(state, log)
    elif verb == verbs.DANCE:
        dance(state, rules, log)
    elif verb == verbs.APPROVE or verb == verbs.REJECT:
        vote(state, rules, 1 if verb == verbs.APPROVE else 0, log)
    elif state.phase == phases.DANCE:
        decline_dance(state, rules, log)
    elif is_penalty(state.phase):
        accept_penalty(state, rules, edition, log)
    else:
        accept_footprint(state, rules, edition, log)


@rule
def _fine_misplay(state: State, rules: RulesRow, move: MoveRow, log: Log) -> None:
    """FOUL-01: the wrong card returns to the hand, a fine is drawn, the question stays."""
    for i in range(move.cards_count):
        note_card(log, events.MISPLAY, move.seat, move.cards[i], ids.FOUL_01)
    draw_penalty(state, move.seat, rules.misplay_penalty, ids.FOUL_01, log)


@inlined
def settle(state: State, log: Log) -> None:
    """Count the move; a round that goes on for ever is void (PILE-04)."""
    state.moves += 1
    if state.moves >= VOID_AT and state.phase != phases.OVER:
        void_round(state, ids.PILE_04, log)
