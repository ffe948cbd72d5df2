"""Playing cards: they leave the hand, put their colour in force and have their effect, once.

END-02   If the last card is a Draw Two or Wild Draw Four, the next player draws the whole pending total before the
         count. A last shield passes it on, a last Run! cancels it; other last cards do nothing.
CUT-02   A cut undoes the effect of the play it copies and has its own; where Draw Twos stack, draw penalties add up
         instead. A cut shield sends the penalty to the player after the cutter, its Reverse turning once.
SAME-02  k Skips skip k players; k Reverses turn k times; k Draw Twos make 2k.
UNO-05   A call made in good faith and undone by the effect of the play is not a false one; nor is one with a 7 or 0 that
         leaves one card before hands move.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import discard, draw_penalty, holds_color, remove
from huefall.kernel.claims import fine_false_call, settle_last_card
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.ending import end_round
from huefall.kernel.fitting import CUT, ESCAPE, ORDINARY, SHIELD, STACK
from huefall.kernel.flow import ask, begin_turn, reverse_from, skip_from, turn_direction
from huefall.kernel.house.cut import undo_reversals
from huefall.kernel.house.seven_zero import exchange, size_after
from huefall.kernel.house.stacking import can_be_stacked, stack_rule
from huefall.kernel.layout import NO_CARD, NOBODY, EditionRow, Log, MoveRow, RulesRow, State
from huefall.kernel.log import note, note_card, note_color
from huefall.kernel.phases.penalty import put_penalty
from huefall.kernel.powers.boost import is_boosted, settle_boost
from huefall.kernel.powers.gauntlet import check_hands
from huefall.kernel.ranges import is_penalty
from huefall.kernel.seats import after
from huefall.kernel.shape import equal_count
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids
from huefall.vocabulary.colors import NO_COLOR


@inlined
def play_cards(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, role: int, log: Log) -> None:
    """Carry out a play that is a whole sentence and fits in the given role."""
    if role == ORDINARY and move.cards_count == 1 and not rules.seven_zero:
        play_one_card(state, rules, edition, move.seat, int(move.cards[0]), int(move.color), move.uno != 0, log)
    else:
        _play_any(state, rules, edition, move, role, log)


@inlined
def play_one_card(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, color: int, calls: bool, log: Log
) -> None:
    """Carry out the play of one card in an ordinary turn, which most plays are, where no hands change places: the same as
    ``_play_any``, with all that cannot happen left out.
    """
    left = state.sizes[seat] - 1
    guilty = edition.restricted[kind] != 0 and holds_color(state, edition, seat, state.color)
    reason = _play_rule(state, rules, ORDINARY, 1)
    close_cut_window(state)
    state.open = 0  # a card is played: too late to catch anybody (UNO-02)

    note_card(log, events.PLAY, seat, kind, reason)
    remove(state, seat, kind)
    discard(state, kind)
    _put_in_force(state, edition, seat, kind, color, log)
    if left <= 1 and (calls or (rules.auto_uno and left == 1)):
        note(log, events.UNO, seat, ids.UNO_06 if rules.auto_uno else ids.UNO_01)

    if left == 0:
        _go_out(state, rules, edition, seat, kind, 1, ORDINARY, 1, log)
        return
    if rules.cut and edition.color[kind] >= 0:
        state.cut = kind
    _have_effect(state, rules, edition, seat, kind, 1, ORDINARY, 1, guilty, NO_COLOR, NOBODY, log)
    settle_last_card(state, rules, seat, calls)
    if calls and left > 1:
        fine_false_call(state, rules, seat, log)


@rule
def _play_any(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, role: int, log: Log) -> None:
    seat = move.seat
    kind = move.cards[0]
    count = equal_count(edition, move)
    ends_with = size_after(state, rules, edition, seat, kind, move.cards_count, move.target)
    guilty = edition.restricted[kind] != 0 and holds_color(state, edition, seat, state.color)
    turned = state.cut_count  # reversals a cut would undo
    reason = _play_rule(state, rules, role, count)
    close_cut_window(state)
    state.open = 0  # a card is played: too late to catch anybody (UNO-02)

    _put_down(state, edition, move, count, reason, log)
    kind = state.top
    if ends_with <= 1 and (move.uno or (rules.auto_uno and ends_with == 1)):
        note(log, events.UNO, seat, ids.UNO_06 if rules.auto_uno else ids.UNO_01)
    is_good_faith = False
    if rules.seven_zero and move.uno and ends_with > 1:
        is_good_faith = rules.call_before_exchange != 0 and state.sizes[seat] == 1
        if is_good_faith:
            note(log, events.UNO, seat, ids.UNO_05)

    if state.sizes[seat] == 0:
        _go_out(state, rules, edition, seat, kind, count, role, turned, log)
        return
    if rules.cut and edition.color[kind] >= 0:
        state.cut = kind
        state.cut_count = count
    laid_color = edition.color[move.cards[1]] if move.cards_count > count else NO_COLOR
    _have_effect(state, rules, edition, seat, kind, count, role, turned, guilty, laid_color, move.target, log)
    settle_last_card(state, rules, seat, move.uno)
    if move.uno and ends_with > 1 and not is_good_faith:
        fine_false_call(state, rules, seat, log)


@inlined
def _play_rule(state: State, rules: RulesRow, role: int, count: int) -> int:
    if role == ORDINARY:
        if state.phase == phases.DRAWN:
            return ids.PLAY_03
        return ids.SAME_01 if count > 1 else ids.PLAY_01
    if role == STACK:
        return stack_rule(rules)
    if role == SHIELD:
        return ids.SHIELD_01
    if role == ESCAPE:
        return ids.JUR_01
    return ids.CUT_01


@inlined
def close_cut_window(state: State) -> None:
    """Close the window for a cut, and count passes from zero again: every act does both (CUT-01, PILE-03)."""
    state.passes = 0
    state.cut = NO_CARD
    state.cut_count = 1


@inlined
def _put_down(state: State, edition: EditionRow, move: MoveRow, count: int, reason: int, log: Log) -> None:
    seat = move.seat
    lays = move.cards_count > count
    if lays:  # AVG-01: in the discards the laid card lies under the Gauntlet
        remove(state, seat, move.cards[1])
        discard(state, move.cards[1])
    for i in range(count):
        note_card(log, events.PLAY, seat, move.cards[i], reason)
        remove(state, seat, move.cards[i])
        discard(state, move.cards[i])
    if lays:
        note_card(log, events.LAY, seat, move.cards[1], ids.AVG_01)
    _put_in_force(state, edition, seat, int(move.cards[count - 1]), int(move.color), log)


@inlined
def _put_in_force(state: State, edition: EditionRow, seat: int, kind: int, color: int, log: Log) -> None:
    """Let a card lie on top with its colour, or the one named for it."""
    state.top = kind
    if edition.color[kind] >= 0:
        state.color = edition.color[kind]
    elif color != NO_COLOR:
        state.color = color
        note_color(log, events.COLOR, seat, color, ids.WILD_01)
    else:
        return  # a last black card that names no colour
    settle_boost(state, edition, kind, seat, log)


@inlined
def _inherits_penalty(rules: RulesRow, role: int) -> bool:
    """Whether the pending total goes on with this card: it answers a stack, or cuts a Draw Two where these
    stack.
    """
    return role == STACK or (role == CUT and can_be_stacked(rules, phases.DRAW2))


@inlined
def _moves_penalty(state: State, edition: EditionRow, kind: int, role: int) -> bool:
    """Whether the card sends the pending total on unchanged: a shield, or the cut of one."""
    return role == SHIELD or (role == CUT and is_penalty(state.phase) and edition.draws[kind] == 0)


@inlined
def _have_effect(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    seat: int,
    kind: int,
    count: int,
    role: int,
    turned: int,
    guilty: bool,
    laid_color: int,
    target: int,
    log: Log,
) -> None:
    if role == ESCAPE:
        begin_turn(state, after(state, seat, 1), log)
        return
    if not edition.acts[kind]:  # most cards: a number, a Wild
        skip_from(state, rules, seat, 0, is_boosted(state, edition, kind), log)
        return
    stake = state.penalty
    moves_on = _moves_penalty(state, edition, kind, role)
    if role == CUT:
        undo_reversals(state, edition, kind, turned, log)
    if moves_on:
        if edition.reverses[kind]:
            turn_direction(state, ids.SHIELD_01, log)
        put_penalty(state, rules, edition, state.phase, seat, stake, 1, False, log)
        return
    exchange(state, rules, edition, kind, seat, target, log)
    if edition.draws[kind]:
        amount = int(edition.draws[kind]) * count
        if _inherits_penalty(rules, role):
            amount += stake
        phase = phases.WILD4 if edition.color[kind] < 0 else phases.DRAW2
        put_penalty(state, rules, edition, phase, seat, amount, count, guilty, log)
    elif edition.reverses[kind]:
        if edition.marked[kind]:
            ask(state, phases.REVERSE, after(state, seat, 1), seat, 0, count, log)
        else:
            reverse_from(state, rules, seat, count, is_boosted(state, edition, kind), log)
    elif edition.skips[kind]:
        if edition.marked[kind]:
            ask(state, phases.SKIP, after(state, seat, 1), seat, 0, count, log)
        else:
            skip_from(state, rules, seat, int(edition.skips[kind]) * count, is_boosted(state, edition, kind), log)
    elif edition.dares[kind]:
        ask(state, phases.DANCE, after(state, seat, 1), seat, edition.dares[kind], 1, log)
    else:
        if laid_color != NO_COLOR:
            check_hands(state, rules, edition, seat, laid_color, edition.checks[kind], log)
        skip_from(state, rules, seat, 0, is_boosted(state, edition, kind), log)


@rule
def _go_out(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    seat: int,
    kind: int,
    count: int,
    role: int,
    turned: int,
    log: Log,
) -> None:
    note(log, events.OUT, seat, ids.END_01)
    stake = state.penalty
    owed = 0
    if _moves_penalty(state, edition, kind, role):
        owed = stake
        if role == CUT:
            undo_reversals(state, edition, kind, turned, log)
        if edition.reverses[kind]:
            turn_direction(state, ids.SHIELD_01, log)
    elif edition.draws[kind]:
        owed = int(edition.draws[kind]) * count
        if _inherits_penalty(rules, role):
            owed += stake
    if owed:
        draw_penalty(state, after(state, seat, 1), owed, ids.END_02, log)
    end_round(state, rules, edition, seat, log)
