"""The door of the kernel: the functions that Python calls. Each takes arrays (quick to pass) and works on the first row.

Tested in tests/game, through Game, and in tests/kernel/test_batch.py.
"""

from __future__ import annotations

import numpy as np

from huefall.kernel.batch import play_random_round, start_match
from huefall.kernel.chance import seed_fast
from huefall.kernel.compiler import BATCH_PART, entry, mark_compiled
from huefall.kernel.deal import deal_round, draw_for_dealer, lay_deck, shuffle_deck
from huefall.kernel.judge import judge
from huefall.kernel.layout import KINDS, LOG, MOVE, PLAY_ROWS, STATE, Records, blank
from huefall.kernel.legal import list_moves
from huefall.kernel.phases.penalty import is_challengeable
from huefall.kernel.preview import write_roles
from huefall.kernel.seats import after
from huefall.kernel.shuffle import order_pile
from huefall.kernel.step import step


@entry
def play_move(states: Records, rules: Records, editions: Records, moves: Records, logs: Records) -> int:
    """Play a move; return the verdict on it."""
    logs[0].rows = 0
    verdict = step(states[0], rules[0], editions[0], moves[0], logs[0])
    order_pile(states[0], 0)
    return verdict


@entry
def judge_move(states: Records, rules: Records, editions: Records, moves: Records) -> int:
    """Return the verdict on a move without playing it."""
    return judge(states[0], rules[0], editions[0], moves[0])


@entry
def legal_moves(states: Records, rules: Records, editions: Records, seat: int, moves: Records) -> int:
    """Write the legal moves of a seat; return how many there are."""
    return list_moves(states[0], rules[0], editions[0], seat, moves)


@entry
def can_challenge(states: Records, rules: Records, editions: Records) -> bool:
    """Whether the pending penalty can be challenged."""
    return is_challengeable(states[0], rules[0], editions[0])


@entry
def roles_of_kinds(states: Records, rules: Records, editions: Records, seat: int, roles: Records) -> None:
    """Write as what a seat could play one card of each kind; see ``huefall.kernel.preview``."""
    write_roles(states[0], rules[0], editions[0], seat, roles)


@entry
def seat_after(states: Records, seat: int, steps: int) -> int:
    """Return the seat ``steps`` further in the direction of play, at most once round the table."""
    return after(states[0], seat, steps)


@entry
def find_dealer(states: Records, editions: Records, given: bool, logs: Records) -> None:
    """Find the dealer with the cards on top of the pile as it is given, or of the deck."""
    logs[0].rows = 0
    if not given:
        lay_deck(states[0], editions[0])
    draw_for_dealer(states[0], editions[0], given, logs[0])


@entry
def seed_table(states: Records, seed: int, number: int) -> None:
    """Seed the fast generator for match ``number`` of a run."""
    seed_fast(states[0], seed, number)


@entry
def mix_deck(states: Records, editions: Records) -> None:
    """Shuffle the whole deck into the pile."""
    shuffle_deck(states[0], editions[0])
    order_pile(states[0], 0)


@entry
def deal(states: Records, rules: Records, editions: Records, logs: Records) -> None:
    """Deal a round from the pile as it lies."""
    logs[0].rows = 0
    deal_round(states[0], rules[0], editions[0], logs[0])
    order_pile(states[0], 0)


@entry
def play_random_rounds(
    states: Records,
    rules: Records,
    editions: Records,
    moves: Records,
    plays: Records,
    players: int,
    seed: int,
    first: int,
    count: int,
    winners: Records,
    lengths: Records,
) -> int:
    """Play rounds number ``first`` … of a run at random; write who won each (-1: void) and after how many moves; return their turns."""
    state = states[0]
    turns = 0
    for number in range(count):
        start_match(state, players, seed, first + number, editions[0], None)
        turns += play_random_round(state, rules[0], editions[0], moves[0], plays, None)
        winners[number] = state.winner
        lengths[number] = state.moves
    order_pile(state, 0)
    return turns


def compile_rules(rules: Records, edition: Records) -> None:
    """Load what a table needs, and compile what is not compiled yet."""
    state, move, log, moves = blank(STATE), blank(MOVE), blank(LOG), blank(MOVE)
    state[0]["players"] = 2
    seed_table(state, 1, 0)
    mix_deck(state, edition)
    find_dealer(state, edition, False, log)
    deal(state, rules, edition, log)
    legal_moves(state, rules, edition, 0, moves)
    judge_move(state, rules, edition, move)
    can_challenge(state, rules, edition)
    roles_of_kinds(state, rules, edition, 0, np.zeros(KINDS, np.int8))
    seat_after(state, 0, 1)
    play_move(state, rules, edition, move, log)
    mark_compiled()


def compile_batch(rules: Records, edition: Records) -> None:
    """Load the simulator, and compile it if it is not compiled yet."""
    state, move, plays = blank(STATE), blank(MOVE), blank(MOVE, PLAY_ROWS)
    winners, lengths = np.zeros(1, np.int8), np.zeros(1, np.int16)
    play_random_rounds(state, rules, edition, move, plays, 2, 1, 0, 1, winners, lengths)
    mark_compiled(BATCH_PART)
