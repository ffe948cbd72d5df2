"""A sensible player, compiled: what every seat does in the search's rollouts. It looks at its own hand, at what lies open and at
how many cards the others hold; never at another hand or the pile.

Each answer has a weight, a sum of what is good and bad about it; the heaviest is taken. How much everything counts is a
row of ``POLICY``, found by playing (``python -m bench.tune``). Amounts are in cards: 1.0 is what it is worth to have a card less.
"""

from __future__ import annotations

import numpy as np

from huefall.editions.deck import ROTATE, SWAP
from huefall.kernel.cards import can_draw, holds_color
from huefall.kernel.chance import pick_below
from huefall.kernel.compiler import inlined, lowest, popcount, rule
from huefall.kernel.fitting import ORDINARY, playable_word
from huefall.kernel.house.seven_zero import size_after
from huefall.kernel.layout import NOBODY, WORD_BITS, WORDS, EditionRow, Log, MoveRow, Records, RulesRow, State
from huefall.kernel.legal import list_plays
from huefall.kernel.phases.penalty import is_challengeable
from huefall.kernel.phases.turn import must_play_drawn
from huefall.kernel.play import play_cards
from huefall.kernel.seats import after, before
from huefall.kernel.step import carry_out, settle
from huefall.vocabulary import phases, verbs
from huefall.vocabulary.colors import NO_COLOR

#: How much everything counts.
POLICY = np.dtype(
    [
        ("points", "f8"),  # for ten points gone from the hand
        ("points_late", "f8"),  # … more, when somebody is nearly out
        ("black", "f8"),  # a black card gone that draws nothing
        ("black_late", "f8"),  # … more, when the next player is nearly out
        ("black_draw", "f8"),  # a black card gone that makes somebody draw
        ("black_draw_late", "f8"),
        ("draw", "f8"),  # a coloured card gone that makes somebody draw
        ("draw_late", "f8"),
        ("skip", "f8"),  # a coloured card gone that costs the next player the turn
        ("skip_late", "f8"),
        ("reverse", "f8"),  # with three or more: for each card the player before holds more than the next one
        ("reverse_gone", "f8"),  # … and for the card itself
        ("color", "f8"),  # for the share of the remaining hand that has the colour
        ("face", "f8"),  # for the share of the remaining hand that has the face
        ("stay", "f8"),  # the colour does not change
        ("bluff", "f8"),  # a restricted card that can be challenged with success
        ("several", "f8"),  # for each card more than one
        ("exchange", "f8"),  # for each card the hand gets smaller by an exchange
        ("checked", "f8"),  # a check that hits the own hand
        ("dare", "f8"),
        ("boost", "f8"),
        ("escape", "f8"),
        ("keep", "f8"),  # keeping a drawn card that could be played
        ("draw_instead", "f8"),  # drawing where a card could be played
        ("accept", "f8"),  # for each card of a penalty that is accepted, where a card could answer it
        ("challenge", "f8"),  # how often a Wild Draw Four is challenged, 0 to 1
        ("reject", "f8"),  # a dance is voted down where the dancer has at most so many cards
        ("cut", "f8"),  # how often a cut is seen, 0 to 1
        ("noise", "f8"),  # chance in every weight, so that games differ
    ],
    align=True,
)

#: A hand this small may be gone before its owner is stopped.
LATE = 2

#: More than all else together: the last card.
LAST = 1000.0

_NEVER = -1e9


@rule
def count_color(state: State, edition: EditionRow, seat: int, color: int) -> int:
    """Count the kinds of a colour in a hand."""
    if color < 0:
        return 0
    return popcount(state.held[seat, 0] & edition.of_color[color, 0]) + popcount(
        state.held[seat, 1] & edition.of_color[color, 1]
    )


@inlined
def lowest_other(state: State, seat: int) -> int:
    """Return the size of the smallest of the other hands."""
    least = 1000
    for other in range(state.players):
        if other != seat and state.sizes[other] < least:
            least = state.sizes[other]
    return least


@rule
def weigh_play(state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow, least: int) -> float:
    """Return what a play is worth to its player; ``least``: the smallest of the other hands."""
    seat = move.seat
    count = int(move.cards_count)
    left = state.sizes[seat] - count
    if left <= 0:
        return LAST
    kind = int(move.cards[0])
    late = 1.0 if least <= LATE else 0.0
    next_late = 1.0 if state.sizes[after(state, seat, 1)] <= LATE else 0.0
    last = kind if edition.checks[kind] else int(move.cards[count - 1])
    points = 0
    for i in range(count):
        points += int(edition.points[move.cards[i]])
    weight = points * 0.1 * (policy.points + late * policy.points_late) + policy.several * (count - 1)
    color = int(edition.color[last])
    if color < 0:
        color = int(move.color)
        if edition.draws[kind]:
            weight += policy.black_draw + next_late * policy.black_draw_late
            if edition.restricted[kind] and rules.challenge and holds_color(state, edition, seat, state.color):
                weight += policy.bluff
        else:
            weight += policy.black + next_late * policy.black_late
    elif edition.draws[kind]:
        weight += policy.draw + next_late * policy.draw_late
    elif edition.skips[kind] or (edition.reverses[kind] and state.players == 2):
        weight += policy.skip + next_late * policy.skip_late
    elif edition.reverses[kind]:
        weight += policy.reverse_gone
        weight += policy.reverse * (state.sizes[before(state, seat)] - state.sizes[after(state, seat, 1)])
    of_color = count_color(state, edition, seat, color)
    of_face = 0
    if edition.color[last] >= 0:
        of_color -= 1 if state.hands[seat, last] == 1 else 0
        of_face = popcount(state.held[seat, 0] & edition.same_face[last, 0])
        of_face += popcount(state.held[seat, 1] & edition.same_face[last, 1]) - 1
    weight += (policy.color * of_color + policy.face * max(of_face - count + 1, 0)) / left
    if color == state.color:
        weight += policy.stay
    if edition.acts[kind]:
        weight += _weigh_powers(state, rules, edition, policy, move, left)
    if edition.boosts[kind]:
        weight += policy.boost
    if edition.escapes[kind]:
        weight += policy.escape
    return weight


@rule
def _weigh_powers(state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow, left: int) -> float:
    """What exchanges, checks and dares add."""
    seat = move.seat
    kind = int(move.cards[0])
    weight = policy.dare if edition.dares[kind] else 0.0
    if rules.seven_zero and edition.exchanges[kind] == SWAP:
        weight += policy.exchange * (left - state.sizes[move.target])
    elif rules.seven_zero and edition.exchanges[kind] == ROTATE:
        weight += policy.exchange * (left - state.sizes[before(state, seat)])
    if edition.checks[kind] and move.cards_count > 1 and rules.gauntlet_self:
        laid = int(move.cards[1])
        if count_color(state, edition, seat, int(edition.color[laid])) > (1 if state.hands[seat, laid] == 1 else 0):
            weight += policy.checked
    return weight


@inlined
def _noise(state: State, policy: Records) -> float:
    return policy.noise * pick_below(state, 4096) / 4096.0


@rule
def _start_play(state: State, move: MoveRow) -> None:
    move.seat = state.asked
    move.verb = verbs.PLAY
    move.cards_count = 1
    move.color = NO_COLOR
    move.target = NOBODY
    move.uno = 0


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
def _choose_single(state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow) -> float:
    """Put the heaviest play of one card into ``move`` where no card names a seat or takes others along; return its weight."""
    seat = int(state.asked)
    least = lowest_other(state, seat)
    best = _NEVER
    best_kind = -1
    favourite = NO_COLOR
    _start_play(state, move)
    for word in range(WORDS):
        bits = playable_word(state, rules, edition, seat, word)
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if state.phase == phases.DRAWN and kind != state.drawn:
                continue
            move.cards[0] = kind
            move.color = NO_COLOR
            if edition.color[kind] < 0:
                if favourite == NO_COLOR:
                    favourite = favourite_color(state, edition, seat)
                move.color = favourite
            weight = weigh_play(state, rules, edition, policy, move, least) + _noise(state, policy)
            if weight > best:
                best = weight
                best_kind = kind
    if best_kind >= 0:
        move.cards[0] = best_kind
        move.color = NO_COLOR
        if edition.color[best_kind] < 0 and state.sizes[seat] > 1:
            move.color = favourite
    return best


@rule
def _choose_listed(
    state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow, plays: Records, seat: int
) -> float:
    """Put the heaviest of all plays of a seat into ``move``; return its weight."""
    least = lowest_other(state, seat)
    count = min(list_plays(state, rules, edition, seat, plays, 0, False), len(plays) - 1)
    best = _NEVER
    for i in range(count):
        weight = weigh_play(state, rules, edition, policy, plays[i], least) + _noise(state, policy)
        if weight > best:
            best = weight
            copy_move(plays[i], move)
    return best


@rule
def copy_move(source: MoveRow, target: MoveRow) -> None:
    """Copy a move."""
    target.seat = source.seat
    target.verb = source.verb
    target.color = source.color
    target.target = source.target
    target.uno = source.uno
    target.cards_count = source.cards_count
    for i in range(source.cards_count):
        target.cards[i] = source.cards[i]


@rule
def _set_answer(state: State, move: MoveRow, verb: int) -> None:
    move.seat = state.asked
    move.verb = verb
    move.cards_count = 0
    move.color = NO_COLOR
    move.target = NOBODY
    move.uno = 0


@rule
def _choose_turn(
    state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow, plays: Records, listed: bool
) -> None:
    """Decide an ordinary turn, or what becomes of a drawn card."""
    seat = int(state.asked)
    if listed:
        best = _choose_listed(state, rules, edition, policy, move, plays, seat)
    else:
        best = _choose_single(state, rules, edition, policy, move)
    if state.phase == phases.DRAWN:
        if best == _NEVER or (best < policy.keep and not must_play_drawn(state, rules, edition)):
            _set_answer(state, move, verbs.KEEP)
    elif can_draw(state):
        if best < policy.draw_instead:
            _set_answer(state, move, verbs.DRAW)
    elif best == _NEVER:
        _set_answer(state, move, verbs.PASS)


@rule
def _choose_answer(
    state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow, plays: Records
) -> None:
    """Decide a question."""
    seat = int(state.asked)
    if state.phase == phases.COLOR:
        color = favourite_color(state, edition, seat)
        _set_answer(state, move, verbs.COLOR)
        move.color = color
    elif state.phase == phases.DANCE:
        _set_answer(state, move, verbs.DANCE)
    elif state.phase == phases.VOTE:
        _set_answer(state, move, verbs.REJECT if state.sizes[state.dancer] <= policy.reject else verbs.APPROVE)
    else:
        best = _choose_listed(state, rules, edition, policy, move, plays, seat)
        if best == _NEVER or best < -policy.accept * (state.penalty + 1):
            _set_answer(state, move, verbs.ACCEPT)
            if policy.challenge > 0.0 and is_challengeable(state, rules, edition):
                if pick_below(state, 4096) < policy.challenge * 4096.0:
                    move.verb = verbs.CHALLENGE


@rule
def choose_move(
    state: State, rules: RulesRow, edition: EditionRow, policy: Records, move: MoveRow, plays: Records, listed: bool
) -> None:
    """Put what the asked seat does into ``move``, with the call where one is due."""
    if state.phase <= phases.DRAWN:
        _choose_turn(state, rules, edition, policy, move, plays, listed)
    else:
        _choose_answer(state, rules, edition, policy, move, plays)
    if move.verb == verbs.PLAY and not rules.auto_uno:
        left = size_after(state, rules, edition, move.seat, move.cards[0], move.cards_count, move.target)
        move.uno = 1 if left == 1 else 0


@rule
def needs_listing(rules: RulesRow, edition: EditionRow) -> bool:
    """Tell whether a play may be more than a card and a colour."""
    return rules.seven_zero != 0 or rules.same_symbol != 0 or (edition.checks_bits[0] | edition.checks_bits[1]) != 0


@rule
def _choose_cut(
    state: State, rules: RulesRow, edition: EditionRow, policies: Records, move: MoveRow, plays: Records
) -> bool:
    """Let somebody who is not asked cut, the next one first; tell whether anybody does."""
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
    listed = needs_listing(rules, edition)
    moves = 0
    while state.phase != phases.OVER and moves < limit:
        moves += 1
        if state.cut >= 0 and _choose_cut(state, rules, edition, policies, move, plays):
            carry_out(state, rules, edition, move, log)
        else:
            choose_move(state, rules, edition, policies[state.asked], move, plays, listed)
            if move.verb == verbs.PLAY and state.phase <= phases.DRAWN and state.cut < 0:
                play_cards(state, rules, edition, move, ORDINARY, log)
            else:
                carry_out(state, rules, edition, move, log)
        settle(state, log)
