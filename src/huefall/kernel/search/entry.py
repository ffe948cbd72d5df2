"""The door of the search: sample positions, play each move, roll the round out, and count results."""

from __future__ import annotations

import numpy as np

from huefall.kernel.batch import start_match
from huefall.kernel.chance import seed_fast
from huefall.kernel.compiler import SEARCH_PART, entry, mark_compiled
from huefall.kernel.deal import deal_round, shuffle_deck
from huefall.kernel.ending import VOID_AT
from huefall.kernel.layout import FAST, MOVE, NO_CARD, SEATS, STATE, Records, blank
from huefall.kernel.search.policy import POLICY, smallest_other_hand, weigh_play
from huefall.kernel.search.rollout import play_on
from huefall.kernel.search.sample import imagine, nothing_hidden
from huefall.kernel.shuffle import order_pile
from huefall.kernel.step import step
from huefall.vocabulary import phases, verbs

#: The rows of the states a search works on: the position as seen, the sample, and the rollout.
SEEN, IMAGINED, PLAYED = range(3)

#: Verbs of "moves" that make no move: the table goes on as it is, or the time to catch, to cut, or both is over. The value
#: of a claim is what it adds to a table where nobody makes it.
NO_MOVE, NO_CATCH, NO_CUT, NO_CLAIM = -1, -2, -3, -4


@entry
def play_out(
    states: Records,
    rules: Records,
    editions: Records,
    hidden: Records,
    policies: Records,
    moves: Records,
    wanted: Records,
    seed: int,
    first: int,
    samples: int,
    limit: int,
    scratch: Records,
    plays: Records,
    winners: Records,
    scores: Records,
) -> None:
    """Sample positions number ``first`` …; in each roll out every wanted move. Write who won (-1: nobody) and all scores."""
    for sample in range(samples):
        states[IMAGINED] = states[SEEN]
        imagined = states[IMAGINED]
        imagined.chance = FAST
        seed_fast(imagined, seed, first + sample)
        imagine(imagined, editions[0], hidden[0])
        order_pile(imagined, 0)  # once, for all moves
        for number in range(len(wanted)):
            if wanted[number]:
                states[PLAYED] = imagined
                played = states[PLAYED]
                verb = int(moves[number].verb)
                if verb == NO_CATCH or verb == NO_CLAIM:
                    played.open = 0
                if verb == NO_CUT or verb == NO_CLAIM:
                    played.cut = NO_CARD
                if verb >= 0:
                    step(played, rules[0], editions[0], moves[number], None)
                play_on(played, rules[0], editions[0], policies, scratch[0], plays, limit, None)
                winners[sample, number] = played.winner
                for seat in range(played.players):
                    scores[sample, number, seat] = played.scores[seat]


@entry
def weigh_moves(
    states: Records, rules: Records, editions: Records, policies: Records, moves: Records, weights: Records
) -> None:
    """Write the policy's weights of some moves; 0 for moves that are not plays."""
    for number in range(len(weights)):
        move = moves[number]
        weights[number] = 0.0
        if move.verb == verbs.PLAY:
            smallest = smallest_other_hand(states[0], move.seat)
            weights[number] = weigh_play(states[0], rules[0], editions[0], policies[move.seat], move, smallest)


@entry
def play_policy_rounds(
    states: Records,
    rules: Records,
    editions: Records,
    policies: Records,
    scratch: Records,
    plays: Records,
    players: int,
    seed: int,
    first: int,
    count: int,
    winners: Records,
) -> None:
    """Deal rounds number ``first`` … of a run and play them by a policy per seat; write who won (-1: nobody)."""
    state = states[0]
    for number in range(count):
        start_match(state, players, seed, first + number, editions[0], None)
        shuffle_deck(state, editions[0])
        deal_round(state, rules[0], editions[0], None)
        play_on(state, rules[0], editions[0], policies, scratch[0], plays, VOID_AT, None)
        winners[number] = state.winner
    order_pile(state, 0)


def compile_search(rules: Records, edition: Records) -> None:
    """Load the search, and compile what is not compiled yet: it searches a round that is over."""
    states, policies = blank(STATE, 3), blank(POLICY, SEATS)
    moves, scratch, plays = blank(MOVE), blank(MOVE), blank(MOVE)
    states[SEEN]["players"] = 2
    states[SEEN]["phase"] = phases.OVER
    wanted, winners = np.zeros(1, np.bool_), np.zeros((1, 1), np.int8)
    scores = np.zeros((1, 1, SEATS), np.int32)
    play_out(
        states,
        rules,
        edition,
        nothing_hidden(),
        policies,
        moves,
        wanted,
        1,
        0,
        1,
        1,
        scratch,
        plays,
        winners,
        scores,
    )
    weigh_moves(states, rules, edition, policies, moves, np.zeros(0))
    mark_compiled(SEARCH_PART)
