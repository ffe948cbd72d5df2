"""The value of a play to a sensible player, compiled. It depends on the player's own hand, on what lies open and on hand
sizes; never on another hand or the pile.

Each answer has a weight, the sum of its advantages and drawbacks; the heaviest is chosen. The weights of the parts are a
row of ``POLICY``, tuned by playing (``bench/bots/tune.py``). The unit is a card: 1.0 is the value of one card less in hand.

Tested in tests/kernel/search.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from huefall.editions.deck import NO_EXCHANGE, ROTATE, SWAP
from huefall.kernel.cards import holds_color
from huefall.kernel.compiler import inlined, popcount, rule
from huefall.kernel.layout import NO_CARD, NOBODY, EditionRow, MoveRow, RulesRow, State
from huefall.kernel.powers.boost import is_boosted
from huefall.kernel.ranges import is_ordinary, is_penalty
from huefall.kernel.seats import after, before

#: How much everything counts.
POLICY = np.dtype(
    [
        ("points", "f8"),  # for ten points gone from the hand
        ("points_late", "f8"),  # … more, when another player is nearly out
        ("black", "f8"),  # a black card gone that makes nobody draw
        ("black_late", "f8"),  # … more, when the next player is nearly out
        ("black_draw", "f8"),  # a black card gone that makes another player draw
        ("black_draw_late", "f8"),
        ("draw", "f8"),  # a coloured card gone that makes another player draw
        ("draw_late", "f8"),
        ("skip", "f8"),  # a coloured card gone that costs the next player the turn
        ("skip_late", "f8"),
        ("reverse", "f8"),  # with three or more: for each card the player before holds more than the next one
        ("reverse_gone", "f8"),  # … and for the card itself
        ("color", "f8"),  # for the share of the remaining hand that has the colour
        ("face", "f8"),  # for the share of the remaining hand that has the face
        ("stay", "f8"),  # a coloured card that leaves the colour as it is
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
        ("reject", "f8"),  # a dance is voted down where the dancer has at most this many cards
        ("cut", "f8"),  # how often a cut is seen, 0 to 1
        ("catch", "f8"),  # how often the seat notices a missing call, 0 to 1
        ("noise", "f8"),  # chance in every weight, so that games differ
    ],
    align=True,
)

#: A row of it. To the type checker it is anything, as all rows are.
PolicyRow: TypeAlias = Any

#: A hand this small may be gone before its owner is stopped.
LATE = 2

#: More than all else together: the last card.
LAST = 1000.0


@rule
def count_color(state: State, edition: EditionRow, seat: int, color: int) -> int:
    """Count the kinds of a colour in a hand."""
    if color < 0:
        return 0
    return popcount(state.held[seat, 0] & edition.of_color[color, 0]) + popcount(
        state.held[seat, 1] & edition.of_color[color, 1]
    )


@inlined
def smallest_other_hand(state: State, seat: int) -> int:
    """Return the size of the smallest of the other hands."""
    smallest = 1000
    for other in range(state.players):
        if other != seat and state.sizes[other] < smallest:
            smallest = state.sizes[other]
    return smallest


@rule
def weigh_play(
    state: State, rules: RulesRow, edition: EditionRow, policy: PolicyRow, move: MoveRow, smallest: int
) -> float:
    """Return what a play is worth to its player; ``smallest``: cards in the smallest other hand."""
    seat = move.seat
    kind = int(move.cards[0])
    count = int(move.cards_count)
    if count == 1 and is_ordinary(state.phase) and not rules.seven_zero:
        return weigh_card(state, rules, edition, policy, seat, kind, int(move.color), smallest)
    left = state.sizes[seat] - count
    if left <= 0:
        return LAST
    last = kind if edition.checks[kind] else int(move.cards[count - 1])
    points = 0
    for i in range(count):
        points += int(edition.points[move.cards[i]])
    shields = is_penalty(state.phase) and edition.draws[kind] == 0
    weight = _weigh_points(policy, points, smallest) + policy.several * (count - 1)
    weight += _weigh_effect(state, rules, edition, policy, seat, kind, last, shields)
    if rules.seven_zero == 0 or edition.exchanges[kind] == NO_EXCHANGE:  # else the hand is another's afterwards
        color = int(move.color) if edition.color[last] < 0 else int(edition.color[last])
        gone = _kinds_gone(state, edition, move, color)
        weight += _weigh_follow_up(state, edition, policy, seat, last, color, gone, count, left)
    if edition.acts[kind] or edition.boosts[kind] or edition.escapes[kind]:
        laid = int(move.cards[1]) if edition.checks[kind] and count > 1 else NO_CARD
        weight += _weigh_powers(state, rules, edition, policy, seat, kind, laid, int(move.target), left)
    return float(weight)


@inlined
def weigh_card(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    policy: PolicyRow,
    seat: int,
    kind: int,
    color: int,
    smallest: int,
) -> float:
    """Return what the play of one card in an ordinary turn is worth, naming ``color`` if it is black, where no hands change
    places: most plays are of this sort.
    """
    left = state.sizes[seat] - 1
    if left <= 0:
        return LAST
    weight = _weigh_points(policy, int(edition.points[kind]), smallest)
    weight += _weigh_effect(state, rules, edition, policy, seat, kind, kind, False)
    gone = 0
    if edition.color[kind] >= 0:
        color = int(edition.color[kind])
        gone = 1 if state.hands[seat, kind] == 1 else 0
    weight += _weigh_follow_up(state, edition, policy, seat, kind, color, gone, 1, left)
    if edition.acts[kind] or edition.boosts[kind] or edition.escapes[kind]:
        weight += _weigh_powers(state, rules, edition, policy, seat, kind, NO_CARD, NOBODY, left)
    return float(weight)


@inlined
def _weigh_points(policy: PolicyRow, points: int, smallest: int) -> float:
    late = 1.0 if smallest <= LATE else 0.0
    return float(points * 0.1 * (policy.points + late * policy.points_late))


@inlined
def _weigh_effect(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    policy: PolicyRow,
    seat: int,
    kind: int,
    last: int,
    shields: bool,
) -> float:
    """What it is worth that a black card is gone, or that others draw, lose a turn or come later."""
    # As a shield a Reverse sends the penalty back (SHIELD-01).
    hit = before(state, seat) if shields and edition.reverses[kind] else after(state, seat, 1)
    hit_late = 1.0 if state.sizes[hit] <= LATE else 0.0
    if edition.color[last] < 0:
        if not edition.draws[kind]:
            return float(policy.black + hit_late * policy.black_late)
        weight = policy.black_draw + hit_late * policy.black_draw_late
        if edition.restricted[kind] and rules.challenge and holds_color(state, edition, seat, state.color):
            weight += policy.bluff
        return float(weight)
    if edition.draws[kind]:
        return float(policy.draw + hit_late * policy.draw_late)
    if edition.reverses[kind] and state.players > 2 and not shields:
        more = state.sizes[before(state, seat)] - state.sizes[after(state, seat, 1)]
        return float(policy.reverse_gone + policy.reverse * more)
    if edition.skips[kind] or edition.reverses[kind] or is_boosted(state, edition, last):
        return float(policy.skip + hit_late * policy.skip_late)
    return 0.0


@inlined
def _weigh_follow_up(
    state: State,
    edition: EditionRow,
    policy: PolicyRow,
    seat: int,
    last: int,
    color: int,
    gone: int,
    count: int,
    left: int,
) -> float:
    """What the card then on top, and its colour, are worth to the rest of the hand; ``gone``: kinds of that colour of which
    the play leaves none.
    """
    weight = policy.color * (count_color(state, edition, seat, color) - gone) / left
    if edition.color[last] >= 0:
        of_face = popcount(state.held[seat, 0] & edition.same_face[last, 0])
        of_face += popcount(state.held[seat, 1] & edition.same_face[last, 1])
        weight += policy.face * max(of_face - count, 0) / left
        if color == state.color:
            weight += policy.stay
    return float(weight)


@inlined
def _copies(move: MoveRow, kind: int, first: int) -> int:
    """Count the copies of a card among the first ones of a play."""
    count = 0
    for i in range(first):
        if move.cards[i] == kind:
            count += 1
    return count


@rule
def _kinds_gone(state: State, edition: EditionRow, move: MoveRow, color: int) -> int:
    """Count the kinds of a colour of which a play leaves none in the hand."""
    gone = 0
    for i in range(move.cards_count):
        kind = int(move.cards[i])
        if edition.color[kind] == color and _copies(move, kind, i) == 0:
            if _copies(move, kind, move.cards_count) == state.hands[move.seat, kind]:
                gone += 1
    return gone


@rule
def _weigh_powers(
    state: State,
    rules: RulesRow,
    edition: EditionRow,
    policy: PolicyRow,
    seat: int,
    kind: int,
    laid: int,
    target: int,
    left: int,
) -> float:
    """What exchanges, checks, dares, boosts and escapes add."""
    weight = policy.dare if edition.dares[kind] else 0.0
    if edition.boosts[kind]:
        weight += policy.boost
    if edition.escapes[kind]:  # in an ordinary turn it is spent as a plain wild
        weight += -policy.escape if is_ordinary(state.phase) else policy.escape
    if rules.seven_zero and edition.exchanges[kind] == SWAP:
        weight += policy.exchange * (left - state.sizes[target])
    elif rules.seven_zero and edition.exchanges[kind] == ROTATE:
        weight += policy.exchange * (left - state.sizes[before(state, seat)])
    if laid != NO_CARD and rules.gauntlet_self:
        if count_color(state, edition, seat, int(edition.color[laid])) > (1 if state.hands[seat, laid] == 1 else 0):
            weight += policy.checked
    return float(weight)
