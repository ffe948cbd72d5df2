"""Shuffles: Fisher and Yates, from the top of the pile down.

With a secret seed, every shuffle takes its words from the one stream of the match (docs/fairness.md), and is done at once.

With ``FAST`` chance, every shuffle has a generator of its own, begun from a key that each shuffle changes. However many of
a generator's words are used, the next shuffle is the same, so cards get their order only when they are drawn: the cards
below ``state.unordered`` have none yet. Doing the whole shuffle at once gives the same cards.

Entries leave piles in their order (``entry.py``); only the simulator and the search, between two moves, have others.
"""

from __future__ import annotations

from huefall.kernel.chance import MASK, below, fast_advance, fast_output, mix
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import FAST, State


@rule
def begin_shuffle(state: State, count: int) -> None:
    """Take the order away from the lowest ``count`` cards of the pile; ``card_at`` gives them a random one."""
    if state.chance == FAST:
        for i in range(4):
            state.seed[4 + i] = mix(state.seed[4 + i])
            state.shuffling[i] = state.seed[4 + i]
        state.shuffling[0] |= 1  # never all zero
    state.unordered = count


@rule
def shuffle(state: State, count: int) -> None:
    """Shuffle the lowest ``count`` cards of the pile: at once, or as they are drawn."""
    begin_shuffle(state, count)
    if state.chance != FAST:
        order_pile(state, 1)
        state.unordered = 0  # one card has one order


@inlined
def card_at(state: State, place: int) -> int:
    """Return the card at a place of the pile; it and all cards above it get their order."""
    if place < state.unordered:
        order_pile(state, place)
    return int(state.pile[place])


@rule
def order_pile(state: State, place: int) -> None:
    """Give the cards of the pile their order, from the top down to a place at least; below 0: all of them."""
    if state.chance == FAST:
        _order_by_threes(state, place)
        return
    while state.unordered > max(place, 0):
        at = state.unordered - 1
        _swap(state, at, below(state, at + 1))
        state.unordered = at


@rule
def _order_by_threes(state: State, place: int) -> None:
    """Find the cards of three places with one random word, every choice of three equally likely (Brackett-Rozinsky and
    Lemire, Batched Ranged Random Integer Generation, 2024).
    """
    words = state.shuffling
    s0, s1, s2, s3 = words[0], words[1], words[2], words[3]
    left = state.unordered
    while left > place and left > 1:
        first, second, third = left, left - 1, max(left - 2, 1)
        ways = first * second * third
        while True:
            one = fast_output(s1) * first
            two = (one & MASK) * second
            three = (two & MASK) * third
            s0, s1, s2, s3 = fast_advance(s0, s1, s2, s3)
            rest = three & MASK
            if rest >= ways or rest >= (MASK + 1) % ways:
                break
        _swap(state, first - 1, one >> 32)
        _swap(state, second - 1, two >> 32)
        _swap(state, third - 1, three >> 32)
        left -= 3
    state.unordered = left if left > 1 else 0
    words[0], words[1], words[2], words[3] = s0, s1, s2, s3


@inlined
def _swap(state: State, place: int, other: int) -> None:
    state.pile[place], state.pile[other] = state.pile[other], state.pile[place]
