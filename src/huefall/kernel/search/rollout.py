"""Rollouts: a round played to its end by a policy per seat. Every seat makes the move that weighs most.

No seat sees another hand here: the positions are samples, but those who play in them must not know more than a player
would.

Tested in tests/kernel/search.
"""

from __future__ import annotations

from huefall.kernel.cards import can_draw
from huefall.kernel.chance import pick_below
from huefall.kernel.claims import catch
from huefall.kernel.compiler import inlined, lowest, rule
from huefall.kernel.fitting import ORDINARY, playable_word
from huefall.kernel.house.seven_zero import size_after
from huefall.kernel.layout import WORD_BITS, WORDS, EditionRow, Log, MoveRow, Records, RulesRow, State
from huefall.kernel.legal import list_plays
from huefall.kernel.moves import copy_move, set_answer, start_play
from huefall.kernel.phases.penalty import is_challengeable
from huefall.kernel.phases.turn import must_play_drawn
from huefall.kernel.play import play_cards
from huefall.kernel.ranges import is_ordinary
from huefall.kernel.search.policy import PolicyRow, count_color, smallest_other_hand, weigh_card, weigh_play
from huefall.kernel.seats import after, bit
from huefall.kernel.step import carry_out, settle
from huefall.vocabulary import phases, verbs
from huefall.vocabulary.colors import NO_COLOR

#: Less than any play weighs: no play was found.
_NEVER = -1e9


@inlined
def _noise(state: State, policy: PolicyRow) -> float:
    """Return random noise for a weight, symmetric around 0."""
    return policy.noise * (pick_below(state, 4096) / 4096.0 - 0.5)


@rule
def favourite_color(state: State, edition: EditionRow, seat: int) -> int:
    """Return the colour a hand has most kinds of; by chance among equals."""
    best = -1
    most = -1
    equal = 1
    for i in range(edition.colors):
        color = int(edition.palette[i])
        count = count_color(state, edition, seat, color)
        if count > most:
            most = count
            best = color
            equal = 1
        elif count == most:
            equal += 1
            if pick_below(state, equal) == 0:
                best = color
    return best


@rule
def _choose_single(state: State, rules: RulesRow, edition: EditionRow, policy: PolicyRow, move: MoveRow) -> float:
    """Put the heaviest play of one card (and the card laid with it) into ``move`` and return its weight. For tables where
    no card names a seat and no several cards are played together.
    """
    seat = int(state.asked)
    smallest = smallest_other_hand(state, seat)
    best = _NEVER
    best_kind = -1
    best_laid = -1
    favourite = NO_COLOR
    start_play(state, move)
    for word in range(WORDS):
        bits = playable_word(state, rules, edition, seat, word)
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if state.phase == phases.DRAWN and kind != state.drawn:
                continue
            if edition.color[kind] < 0 and favourite == NO_COLOR:
                favourite = favourite_color(state, edition, seat)
            laid = -1
            if edition.checks[kind]:
                laid = _choose_laid_card(state, rules, edition, policy, kind, favourite, move, smallest)
            if laid >= 0:
                weight = weigh_play(state, rules, edition, policy, move, smallest)
            else:
                weight = weigh_card(state, rules, edition, policy, seat, kind, favourite, smallest)
            weight += _noise(state, policy)
            if weight > best:
                best = weight
                best_kind = kind
                best_laid = laid
            move.cards_count = 1
    if best_kind >= 0:
        move.cards[0] = best_kind
        move.color = NO_COLOR
        if best_laid >= 0:
            move.cards[1] = best_laid
            move.cards_count = 2
        if edition.color[best_kind] < 0 and state.sizes[seat] > move.cards_count:
            move.color = favourite
    return best


@rule
def _choose_laid_card(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    policy: PolicyRow,
    gauntlet: int,
    color: int,
    move: MoveRow,
    smallest: int,
) -> int:
    """Put a Gauntlet with the coloured card that is best laid with it into ``move`` (AVG-01); return that card, or -1 if none
    is held.
    """
    seat = int(state.asked)
    move.cards[0] = gauntlet
    move.color = color
    best = _NEVER
    best_laid = -1
    for word in range(WORDS):
        bits = state.held[seat, word]
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if edition.color[kind] >= 0:
                move.cards[1] = kind
                move.cards_count = 2
                weight = weigh_play(state, rules, edition, policy, move, smallest) + _noise(state, policy)
                if weight > best:
                    best = weight
                    best_laid = kind
    if best_laid >= 0:
        move.cards[1] = best_laid
    return best_laid


@rule
def _choose_listed(
    state: State, rules: RulesRow, edition: EditionRow, policy: PolicyRow, move: MoveRow, plays: Records, seat: int
) -> float:
    """Put the heaviest of all plays of a seat into ``move``; return its weight."""
    smallest = smallest_other_hand(state, seat)
    count = min(list_plays(state, rules, edition, seat, plays, 0, False), len(plays) - 1)
    best = _NEVER
    for i in range(count):
        weight = weigh_play(state, rules, edition, policy, plays[i], smallest) + _noise(state, policy)
        if weight > best:
            best = weight
            copy_move(plays[i], move)
    return best


@rule
def _choose_turn(
    state: State, rules: RulesRow, edition: EditionRow, policy: PolicyRow, move: MoveRow, plays: Records
) -> None:
    """Decide an ordinary turn, or what becomes of a drawn card."""
    seat = int(state.asked)
    if rules.seven_zero or rules.same_symbol:  # a play may take others along or name a seat
        best = _choose_listed(state, rules, edition, policy, move, plays, seat)
    else:
        best = _choose_single(state, rules, edition, policy, move)
    if state.phase == phases.DRAWN:
        if best == _NEVER or (
            best < policy.keep + _noise(state, policy) and not must_play_drawn(state, rules, edition)
        ):
            set_answer(state, move, verbs.KEEP)
    elif can_draw(state):
        if best < policy.draw_instead:
            set_answer(state, move, verbs.DRAW)
    elif best == _NEVER:
        set_answer(state, move, verbs.PASS)


@rule
def _choose_answer(
    state: State, rules: RulesRow, edition: EditionRow, policy: PolicyRow, move: MoveRow, plays: Records
) -> None:
    """Decide a question."""
    seat = int(state.asked)
    if state.phase == phases.COLOR:
        color = favourite_color(state, edition, seat)
        set_answer(state, move, verbs.COLOR)
        move.color = color
    elif state.phase == phases.DANCE:
        set_answer(state, move, verbs.DANCE)
    elif state.phase == phases.VOTE:
        set_answer(state, move, verbs.REJECT if state.sizes[state.dancer] <= policy.reject else verbs.APPROVE)
    else:
        best = _choose_listed(state, rules, edition, policy, move, plays, seat)
        if best == _NEVER or best < _noise(state, policy) - policy.accept * (state.penalty + 1):
            set_answer(state, move, verbs.ACCEPT)
            if policy.challenge > 0.0 and is_challengeable(state, rules, edition):
                if pick_below(state, 4096) < policy.challenge * 4096.0:
                    move.verb = verbs.CHALLENGE


@rule
def choose_move(
    state: State, rules: RulesRow, edition: EditionRow, policy: PolicyRow, move: MoveRow, plays: Records
) -> None:
    """Put what the asked seat does into ``move``, with the call where one is due."""
    if is_ordinary(state.phase):
        _choose_turn(state, rules, edition, policy, move, plays)
    else:
        _choose_answer(state, rules, edition, policy, move, plays)
    if move.verb == verbs.PLAY and not rules.auto_uno:
        left = size_after(state, rules, edition, move.seat, move.cards[0], move.cards_count, move.target)
        move.uno = 1 if left == 1 else 0


@rule
def _choose_cut(
    state: State, rules: RulesRow, edition: EditionRow, policies: Records, move: MoveRow, plays: Records
) -> bool:
    """Let seats that are not asked cut, the next one first; return whether one does."""
    asked = int(state.asked)
    for step in range(1, state.players):
        seat = after(state, asked, step)
        if pick_below(state, 4096) < policies[seat].cut * 4096.0:
            if _choose_listed(state, rules, edition, policies[seat], move, plays, seat) > _NEVER:
                left = size_after(state, rules, edition, seat, move.cards[0], move.cards_count, move.target)
                move.uno = 1 if left == 1 and not rules.auto_uno else 0
                return True
    return False


@rule
def _catch_uncalled(state: State, rules: RulesRow, policies: Records, log: Log) -> None:
    """Catch every seat that can be caught, by the first of the others who notices."""
    for target in range(state.players):
        for step in range(1, state.players):
            seat = after(state, target, step)
            if state.open & bit(target) and pick_below(state, 4096) < policies[seat].catch * 4096.0:
                catch(state, rules, seat, target, log)


@rule
def play_on(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    policies: Records,
    move: MoveRow,
    plays: Records,
    limit: int,
    log: Log,
) -> None:
    """Play a round on by each seat's policy, to its end or for ``limit`` moves."""
    moves = 0
    if state.open:  # as the position found it: in here everybody calls
        _catch_uncalled(state, rules, policies, log)
    while state.phase != phases.OVER and moves < limit:
        moves += 1
        if state.cut >= 0 and _choose_cut(state, rules, edition, policies, move, plays):
            carry_out(state, rules, edition, move, log)
        else:
            choose_move(state, rules, edition, policies[state.asked], move, plays)
            if move.verb == verbs.PLAY and is_ordinary(state.phase) and state.cut < 0:
                play_cards(state, rules, edition, move, ORDINARY, log)
            else:
                carry_out(state, rules, edition, move, log)
        settle(state, log)
