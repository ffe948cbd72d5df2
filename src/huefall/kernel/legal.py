"""The legal moves of a seat, as a list of ``MOVE`` rows.

Legal are the sentences that would be accepted now without being a foul, a false or a repeated call: with the ``uno``
variant where the play leaves one card, before or after its exchange of hands; a play that empties the hand in its bare
form only; several equal cards with all but the first and last in the order r y g b p, plain before footprint.

The last row of the buffer is scratch: where there are more moves than rows before it, they are only counted, and the
caller comes again with a larger buffer.

Tested in tests/kernel/test_invariants.py and tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import can_draw, holds_colored
from huefall.kernel.compiler import inlined, lowest, rule
from huefall.kernel.fitting import NO_ROLE, can_play_something, role_of
from huefall.kernel.house.same_symbol import count_several, has_equal_cards, write_several
from huefall.kernel.house.seven_zero import swaps, takes_call
from huefall.kernel.layout import NOBODY, WORD_BITS, WORDS, EditionRow, Records, RulesRow, State
from huefall.kernel.phases.penalty import is_challengeable
from huefall.kernel.phases.turn import must_play_drawn
from huefall.kernel.seats import bit
from huefall.vocabulary import phases, verbs
from huefall.vocabulary.colors import NO_COLOR


@inlined
def _place(out: Records, count: int) -> int:
    return min(count, len(out) - 1)


@rule
def _add(out: Records, count: int, seat: int, verb: int, color: int, target: int) -> int:
    row = out[_place(out, count)]
    row.seat = seat
    row.verb = verb
    row.cards_count = 0
    row.color = color
    row.target = target
    row.uno = 0
    return count + 1


@rule
def list_moves(state: State, rules: RulesRow, edition: EditionRow, seat: int, out: Records) -> int:
    """Write the legal moves of a seat and return how many there are."""
    count = list_plays(state, rules, edition, seat, out, 0, True)
    if seat == state.asked:
        count = _list_answers(state, rules, edition, seat, out, count)
    if rules.auto_uno or state.phase == phases.OVER:
        return count
    if state.sizes[seat] == 1 and not state.called & bit(seat):
        count = _add(out, count, seat, verbs.UNO, NO_COLOR, NOBODY)
    for other in range(state.players):
        if other != seat and state.open & bit(other):
            count = _add(out, count, seat, verbs.CATCH, NO_COLOR, other)
    return count


@rule
def _list_answers(state: State, rules: RulesRow, edition: EditionRow, seat: int, out: Records, count: int) -> int:
    phase = state.phase
    if phase == phases.TURN:
        if can_draw(state):
            return _add(out, count, seat, verbs.DRAW, NO_COLOR, NOBODY)
        if not can_play_something(state, rules, edition, seat):
            return _add(out, count, seat, verbs.PASS, NO_COLOR, NOBODY)
    elif phase == phases.DRAWN:
        if not must_play_drawn(state, rules, edition):
            return _add(out, count, seat, verbs.KEEP, NO_COLOR, NOBODY)
    elif phase == phases.COLOR:
        for i in range(edition.colors):
            count = _add(out, count, seat, verbs.COLOR, edition.palette[i], NOBODY)
    elif phase == phases.VOTE:
        count = _add(out, count, seat, verbs.APPROVE, NO_COLOR, NOBODY)
        count = _add(out, count, seat, verbs.REJECT, NO_COLOR, NOBODY)
    else:
        count = _add(out, count, seat, verbs.ACCEPT, NO_COLOR, NOBODY)
        if phase == phases.DANCE:
            count = _add(out, count, seat, verbs.DANCE, NO_COLOR, NOBODY)
        elif is_challengeable(state, rules, edition):
            count = _add(out, count, seat, verbs.CHALLENGE, NO_COLOR, NOBODY)
    return count


@rule
def list_plays(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, out: Records, count: int, with_calls: bool
) -> int:
    """Write the legal plays of a seat, with or without their ``uno`` variants."""
    if seat != state.asked and state.cut < 0:
        return count
    for word in range(WORDS):
        bits = state.held[seat, word]
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if role_of(state, rules, edition, seat, kind, 1) != NO_ROLE:
                count = _list_single(state, rules, edition, seat, kind, out, count, with_calls)
            if rules.same_symbol and edition.color[kind] >= 0 and has_equal_cards(state, edition, seat, kind):
                if role_of(state, rules, edition, seat, kind, 2) != NO_ROLE:
                    count = _list_several(state, rules, edition, seat, kind, out, count, with_calls)
    return count


@rule
def _list_single(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int, out: Records, count: int, with_calls: bool
) -> int:
    row = out[_place(out, count)]
    row.cards_count = 1
    row.cards[0] = kind
    if edition.color[kind] >= 0:
        return _finish(state, rules, edition, seat, out, count, with_calls)
    if not edition.checks[kind] or not holds_colored(state, edition, seat):
        return _finish(state, rules, edition, seat, out, count, with_calls)
    for word in range(WORDS):  # AVG-01: each coloured card can be laid
        bits = state.held[seat, word] & ~edition.black[word]
        while bits:
            row = out[_place(out, count)]
            row.cards_count = 2
            row.cards[0] = kind
            row.cards[1] = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            count = _finish(state, rules, edition, seat, out, count, with_calls)
    return count


@rule
def _list_several(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    seat: int,
    first: int,
    out: Records,
    count: int,
    with_calls: bool,
) -> int:
    """Every last card, and every selection of the cards between."""
    for number in range(count_several(state, edition, seat, first)):
        write_several(state, edition, seat, first, number, out[_place(out, count)])
        count = _finish(state, rules, edition, seat, out, count, with_calls)
    return count


@rule
def _finish(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, out: Records, count: int, with_calls: bool
) -> int:
    """Complete the play whose cards stand in the next row: every colour or target it may name, with and without the
    call.
    """
    row = out[_place(out, count)]
    row.seat = seat
    row.verb = verbs.PLAY
    row.color = NO_COLOR
    row.target = NOBODY
    row.uno = 0
    first = row.cards[0]
    if state.sizes[seat] == row.cards_count:
        return count + 1
    start = count
    if edition.color[first] < 0:
        for i in range(edition.colors):
            _copy_cards(out, start, count)
            out[_place(out, count)].color = edition.palette[i]
            count = _with_call(state, rules, edition, out, count, with_calls)
    elif swaps(rules, edition, first):
        for other in range(state.players):
            if other != seat:
                _copy_cards(out, start, count)
                out[_place(out, count)].target = other
                count = _with_call(state, rules, edition, out, count, with_calls)
    else:
        count = _with_call(state, rules, edition, out, count, with_calls)
    return count


@rule
def _copy_cards(out: Records, source: int, target: int) -> None:
    if source == target:
        return
    old = out[_place(out, source)]
    new = out[_place(out, target)]
    new.seat = old.seat
    new.verb = old.verb
    new.color = NO_COLOR
    new.target = NOBODY
    new.uno = 0
    new.cards_count = old.cards_count
    for i in range(old.cards_count):
        new.cards[i] = old.cards[i]


@rule
def _with_call(state: State, rules: RulesRow, edition: EditionRow, out: Records, count: int, with_calls: bool) -> int:
    """Count the play in the row, and add its ``uno`` variant where it leaves one card, before or after hands move."""
    row = out[_place(out, count)]
    if with_calls and not rules.auto_uno:
        if takes_call(state, rules, edition, row.seat, row.cards[0], row.cards_count, row.target):
            _copy_cards(out, count, count + 1)
            called = out[_place(out, count + 1)]
            called.color = row.color
            called.target = row.target
            called.uno = 1
            return count + 2
    return count + 1
