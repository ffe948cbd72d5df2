"""The end of a round, and points.

END-01    The round ends when a hand is empty.
SCORE-01  ``winner``: the winner gets the points left in all other hands; first to reach ``target`` wins the match.
SCORE-02  ``tally``: everyone adds the points left in their own hand; when someone reaches ``target`` the lowest total
          wins, equal lowest share it.
SCORE-03  ``target`` = 0: a single round; its winner wins. A void round is dealt again.
PILE-03   If every player in turn passes, the round is void. PILE-04: also at its 5,000th accepted move.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import lowest, rule
from huefall.kernel.layout import NO_CARD, NOBODY, WORD_BITS, WORDS, EditionRow, Log, RulesRow, State
from huefall.kernel.log import note, note_amount
from huefall.kernel.seats import bit
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids

#: The accepted move at which a round without a winner is void (PILE-04).
VOID_AT = 5000


@rule
def _close(state: State) -> None:
    state.phase = phases.OVER
    state.asked = NOBODY
    state.source = NOBODY
    state.together = 1
    state.penalty = 0
    state.guilty = 0
    state.drawn = NO_CARD
    state.cut = NO_CARD
    state.cut_count = 1
    state.called = 0
    state.open = 0


@rule
def hand_points(state: State, edition: EditionRow, seat: int) -> int:
    """Count the points of a hand (POINTS-01)."""
    total = 0
    for word in range(WORDS):
        bits = state.held[seat, word]
        while bits:
            kind = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            total += int(state.hands[seat, kind]) * int(edition.points[kind])
    return total


@rule
def end_round(state: State, rules: RulesRow, edition: EditionRow, winner: int, log: Log) -> None:
    """Count the hands and decide the round, perhaps the match."""
    _close(state)
    state.winner = winner
    reason = ids.SCORE_02 if rules.tally else ids.SCORE_01
    left = 0
    for seat in range(state.players):
        points = hand_points(state, edition, seat)
        left += points
        if rules.tally:
            state.points[seat] = points
    if not rules.tally:
        state.points[winner] = left
    for seat in range(state.players):
        if state.points[seat]:
            state.scores[seat] += state.points[seat]
            note_amount(log, events.POINTS, seat, NOBODY, state.points[seat], reason)
    _decide_match(state, rules, winner, reason, log)


@rule
def _decide_match(state: State, rules: RulesRow, winner: int, reason: int, log: Log) -> None:
    if rules.target == 0:
        state.match_winners = bit(winner)
        note(log, events.MATCH, winner, ids.SCORE_03)
        return
    if not rules.tally:
        if state.scores[winner] >= rules.target:
            state.match_winners = bit(winner)
            note(log, events.MATCH, winner, reason)
        return
    highest = state.scores[0]
    lowest = state.scores[0]
    for seat in range(1, state.players):
        highest = max(highest, state.scores[seat])
        lowest = min(lowest, state.scores[seat])
    if highest < rules.target:
        return
    for seat in range(state.players):
        if state.scores[seat] == lowest:
            state.match_winners |= bit(seat)
            note(log, events.MATCH, seat, reason)


@rule
def void_round(state: State, reason: int, log: Log) -> None:
    """End the round without winner or points."""
    _close(state)
    note(log, events.VOID, NOBODY, reason)
