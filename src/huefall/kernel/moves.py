"""Moves as the kernel's players put them together: rows of ``MOVE`` begun, answered and copied.

Tested in tests/kernel/test_invariants.py and tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import rule
from huefall.kernel.layout import NOBODY, MoveRow, State
from huefall.vocabulary import verbs
from huefall.vocabulary.colors import NO_COLOR


@rule
def start_play(state: State, move: MoveRow) -> None:
    """Begin a play of one card by the asked seat; which one is still to be written."""
    set_answer(state, move, verbs.PLAY)
    move.cards_count = 1


@rule
def set_answer(state: State, move: MoveRow, verb: int) -> None:
    """Write an answer of the asked seat that names nothing."""
    move.seat = state.asked
    move.verb = verb
    move.cards_count = 0
    move.color = NO_COLOR
    move.target = NOBODY
    move.uno = 0


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
