"""Samples: complete positions that agree with what a seat knows. The cards it does not see are dealt again at random.

What the seat knows or suspects of hidden cards is a row of ``HIDDEN``: cards known to be in a hand, and for every other
card of a hand the kinds it probably is not, because its owner did not play such a card when there was reason to.

Tested in tests/kernel/search.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.cards import add, holds_color
from huefall.kernel.chance import pick_below
from huefall.kernel.compiler import rule
from huefall.kernel.layout import KINDS, NOBODY, SEATS, WORDS, EditionRow, Records, State, blank
from huefall.kernel.seats import after
from huefall.kernel.shuffle import shuffle
from huefall.vocabulary import phases
from huefall.vocabulary.colors import NO_COLOR

#: Cards per hand with suspicions of their own; further cards of a larger hand have none.
SUSPECTS = 48

#: Attempts to find a card that agrees with a suspicion before it is ignored for this card.
TRIES = 24

#: The scale of ``doubt``.
CERTAIN = 1024

HIDDEN = np.dtype(
    [
        ("seat", "i8"),  # who looks; NOBODY: all hands are open, and only the order of the pile is unknown
        ("before", "i8"),  # the colour a pending Wild Draw Four was played on
        ("bluff", "i8"),  # how likely it was played with the colour in hand, out of CERTAIN; below 0: unknown
        ("doubt", "i8"),  # how often a suspicion is ignored, out of CERTAIN
        ("unknown", "i8", SEATS),  # how many cards of each hand are not known
        ("barred", "i8", (SEATS, SUSPECTS, WORDS)),  # bits of the kinds an unknown card probably is not
        ("known", "i1", (SEATS, KINDS)),  # cards known to be in a hand
        ("unseen", "i1", KINDS),  # all others that the seat does not see
    ],
    align=True,
)

#: A row of it.
HiddenRow: TypeAlias = Any


def nothing_hidden() -> Records:
    """Write that every hand is open and only the order of the pile unknown."""
    hidden = blank(HIDDEN)
    hidden[0]["seat"] = NOBODY
    return hidden


@rule
def _take_unseen(state: State, left: int, at: int) -> int:
    """Take a card out of the unseen ones, which lie in the pile's place."""
    kind = int(state.pile[at])
    state.pile[at] = state.pile[left - 1]
    return kind


@rule
def _deal_hand(
    state: State, edition: EditionRow, hidden: HiddenRow, seat: int, left: int, without: int, wanting: int
) -> int:
    """Deal a hand from the unseen cards, ``without`` a colour or ``wanting`` a card of it, if it can be; return how many are left
    of them.
    """
    for word in range(WORDS):
        state.held[seat, word] = 0
    state.sizes[seat] = 0
    for kind in range(edition.kinds):
        state.hands[seat, kind] = 0
        for _ in range(hidden.known[seat, kind]):
            add(state, seat, kind)
    for number in range(hidden.unknown[seat]):
        if left == 0:
            return 0
        at = pick_below(state, left)
        trusts = number < SUSPECTS and pick_below(state, CERTAIN) >= hidden.doubt
        # Least is suspected of the last card: if the colour has not come by then, this one is of it.
        is_last = number == hidden.unknown[seat] - 1
        forced = is_last and wanting != NO_COLOR and not holds_color(state, edition, seat, wanting)
        for _ in range(TRIES):
            kind = int(state.pile[at])
            color = int(edition.color[kind])
            if (without == NO_COLOR or color != without) and (not forced or color == wanting):
                if not trusts or hidden.barred[seat, number, word_of(kind)] & bit_of(kind) == 0:
                    break
            at = pick_below(state, left)
        add(state, seat, _take_unseen(state, left, at))
        left -= 1
    return left


@rule
def _lay_unseen(state: State, edition: EditionRow, hidden: HiddenRow) -> int:
    count = 0
    for kind in range(edition.kinds):
        for _ in range(hidden.unseen[kind]):
            state.pile[count] = kind
            count += 1
    return count


@rule
def imagine(state: State, edition: EditionRow, hidden: HiddenRow) -> None:
    """Deal everything a seat does not see again, by the state's fast generator."""
    if hidden.seat == NOBODY:
        shuffle(state, state.pile_count)
        return
    left = _lay_unseen(state, edition, hidden)
    asks_guilt = state.phase == phases.WILD4 and state.source != hidden.seat and hidden.bluff >= 0
    honest = asks_guilt and pick_below(state, CERTAIN) >= hidden.bluff
    # The first hand dealt meets its suspicions most easily, so each sample begins with another seat.
    start = 1 + pick_below(state, state.players - 1)
    for i in range(state.players - 1):
        step = start + i
        if step >= state.players:
            step -= state.players - 1
        seat = after(state, hidden.seat, step)
        without = hidden.before if honest and seat == state.source else NO_COLOR
        wanting = hidden.before if asks_guilt and not honest and seat == state.source else NO_COLOR
        left = _deal_hand(state, edition, hidden, seat, left, without, wanting)
    shuffle(state, left)
    state.pile_count = min(left, state.pile_count)
    if asks_guilt:
        state.guilty = 1 if holds_color(state, edition, state.source, hidden.before) else 0
