"""The records the rules work on: a whole table is one row of ``STATE``; copying a game is copying a row.

Kinds of card are numbered as ``Edition.kinds`` lists them. A hand is a count per kind, and two words of bits that
say which kinds are held: legality is then a few ands. A word has 60 bits so that it is a positive int64 with the
compiler on and off.

Scalars are int64, which cannot wrap with the compiler off; arrays are as narrow as their content.

Field names must not collide with numpy attributes (``size``, ``round``, ``take``, ``choose``, ``copy``), because rows
are ``recarray`` rows when the compiler is off.

Tested in tests/kernel/test_invariants.py and tests/lockstep.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from huefall.kernel.compiler import COMPILED

SEATS = 10
KINDS = 96
CARDS = 224
WORD_BITS = 60
WORDS = 2
COLORS = 5
MOVE_CARDS = 32

#: No seat; no kind of card.
NOBODY = -1
NO_CARD = -1

#: Where the order of cards comes from: a fast generator, one that cannot be predicted, a given order, or the fast generator
#: as Huefall up to 0.7.0 used it, for records of that time.
FAST, SECURE, SCRIPTED, OLD_FAST = range(4)

STATE = np.dtype(
    [
        ("players", "i8"),  # 4
        ("phase", "i8"),  # phases.TURN
        ("asked", "i8"),  # 2: the one seat whose decision is awaited; NOBODY when the round is over
        ("direction", "i8"),  # 1 clockwise, -1
        ("dealer", "i8"),  # 3
        ("top", "i8"),  # kind of the top card
        ("color", "i8"),  # colors.RED: the colour in force
        ("boost", "i8"),  # boosted colour, or NO_COLOR
        ("source", "i8"),  # who caused the pending question
        ("together", "i8"),  # how many equal cards were played together for it
        ("guilty", "i8"),  # 1: the pending Wild Draw Four was a bluff
        ("dancer", "i8"),  # whose dance is voted on
        ("ballots", "i8"),  # votes cast so far
        ("drawn", "i8"),  # kind of the card just drawn, or NO_CARD
        ("cut", "i8"),  # kind that can be cut now, or NO_CARD
        ("cut_count", "i8"),  # how many cards were played with it
        ("winner", "i8"),  # of the round, NOBODY while it lasts and when it is void
        ("chance", "i8"),  # FAST, SECURE, SCRIPTED or OLD_FAST
        ("penalty", "i8"),  # 6: cards at stake in the pending question
        ("approvals", "i8"),  # bit b: ballot b approved the dance
        ("called", "i8"),  # bit s: seat s holds one card and has called
        ("open", "i8"),  # bit s: seat s can be caught
        ("match_winners", "i8"),  # bit s: seat s has won the match
        ("passes", "i8"),  # passes in a row
        ("moves", "i8"),  # accepted this round
        ("pile_count", "i8"),
        ("discard_count", "i8"),
        ("sizes", "i8", SEATS),  # [7, 7, 6, 7, 0 …]
        ("points", "i8", SEATS),  # what this round adds
        ("scores", "i8", SEATS),  # of the match so far
        (
            "seed",
            "i8",
            8,
        ),  # FAST: four words of a generator for choices, four of the key of shuffles; SECURE: the eight words of the key
        ("ticks", "i8"),  # SECURE: random words used so far
        ("shuffling", "i8", 4),  # FAST: the four words of the last shuffle's generator
        ("unordered", "i8"),  # how many cards, from the bottom of the pile up, have no order yet
        ("held", "i8", (SEATS, WORDS)),
        ("hands", "i1", (SEATS, KINDS)),
        ("pile", "i1", CARDS),  # the next card drawn is pile[pile_count - 1]
        ("discard", "i1", CARDS),  # the top card is discard[discard_count - 1]
        ("script", "i1", CARDS),  # SCRIPTED: the order of the next reshuffle, first card drawn first
    ],
    align=True,
)

#: The places of a state's scalars, counted in int64s from its beginning.
STATE_WORD = {name: offset // 8 for name, (_, offset, *_) in (STATE.fields or {}).items()}

RULES = np.dtype(
    [
        ("hand_size", "i8"),
        ("plain_first_card", "i8"),
        ("tally", "i8"),
        ("target", "i8"),
        ("until_playable", "i8"),
        ("forced", "i8"),
        ("enforce", "i8"),
        ("challenge", "i8"),
        ("auto_uno", "i8"),
        ("catch_until", "i8"),  # CATCH_UNTIL_PLAY …
        ("call_before_exchange", "i8"),  # 1: a call is good, too, if the play leaves one card before hands move
        ("uno_penalty", "i8"),
        ("false_uno_penalty", "i8"),
        ("misplay_penalty", "i8"),
        ("stacking", "i8"),  # STACK_OFF …
        ("shields", "i8"),
        ("shields_any_color", "i8"),  # 1: on a draw card a shield need not match
        ("cut", "i8"),
        ("same_symbol", "i8"),
        ("seven_zero", "i8"),
        ("boost_adds_skip", "i8"),
        ("dance_vote", "i8"),
        ("dance_ends_turn", "i8"),
        ("gauntlet_self", "i8"),
    ],
    align=True,
)

STACK_OFF, STACK_DRAW2, STACK_WILD4, STACK_SAME, STACK_CUMULATIVE = range(5)

#: What ends the time to catch a player (UNO-02): the next card played; also a draw or pass; or any act, as in version 1 of
#: the rules.
CATCH_UNTIL_PLAY, CATCH_UNTIL_TURN, CATCH_UNTIL_ACT = range(3)

EDITION = np.dtype(
    [
        ("kinds", "i8"),  # 54
        ("cards", "i8"),  # 108
        ("colors", "i8"),  # 4
        ("palette", "i1", COLORS),  # the deck's colours, in order
        ("deck", "i1", CARDS),  # every card, by kind
        ("color", "i1", KINDS),  # NO_COLOR if black
        ("face", "i1", KINDS),  # equal for cards of one number or symbol
        ("twin", "i1", KINDS),  # the plain card of the same colour and face: what a cut compares (CUT-02)
        ("marked", "i1", KINDS),  # bears the footprint
        ("number", "i1", KINDS),  # of a number card; 0 otherwise (SETUP-02)
        ("points", "i2", KINDS),
        ("draws", "i1", KINDS),
        ("skips", "i1", KINDS),
        ("reverses", "i1", KINDS),
        ("boosts", "i1", KINDS),
        ("escapes", "i1", KINDS),
        ("dares", "i1", KINDS),
        ("checks", "i1", KINDS),
        ("exchanges", "i1", KINDS),  # NO_EXCHANGE, SWAP, ROTATE
        ("restricted", "i1", KINDS),
        ("shield", "i1", KINDS),
        ("first", "i1", KINDS),  # FIRST_ACT …
        ("acts", "i1", KINDS),  # 1: has an effect of its own, beyond colour and points
        ("of_color", "i8", (COLORS, WORDS)),  # bits of the kinds of a colour
        ("same_face", "i8", (KINDS, WORDS)),  # bits of the coloured kinds of this kind's face; none if it is black
        ("black", "i8", WORDS),  # bits of the black kinds
        ("restricted_bits", "i8", WORDS),  # … of those allowed only without the colour in force
        ("checks_bits", "i8", WORDS),  # … of those that are laid with another card
    ],
    align=True,
)

MOVE = np.dtype(
    [
        ("seat", "i1"),
        ("verb", "i1"),  # verbs.PLAY
        ("cards_count", "i1"),
        ("color", "i1"),  # named colour, or NO_COLOR
        ("target", "i1"),  # seat to swap with or to catch, or NOBODY
        ("uno", "i1"),  # 1: the call is attached
        ("cards", "i1", MOVE_CARDS),  # in the order played; a Gauntlet, then its laid card
    ],
    align=True,
)

#: Room for the plays of a hand in a simulation. The choice is made among this many at most, so changing it changes games.
PLAY_ROWS = 16_384

#: What one move leaves behind. More than any move can: a hand of all cards drawn one by one, and its other events.
LOG_ROWS = 512

#: The columns of the log's table.
LOG_EVENT, LOG_SEAT, LOG_OTHER, LOG_CARD, LOG_COLOR, LOG_QUESTION, LOG_RULE, LOG_AMOUNT = range(8)

LOG = np.dtype(
    [
        ("room", "i8"),  # LOG_ROWS to keep events, 0 to drop them
        ("rows", "i8"),
        ("table", "i4", (LOG_ROWS, 8)),
    ],
    align=True,
)

#: An array of records, and single rows of each kind. To the type checker a row is anything: its fields are known to
#: numpy and numba alone.
Records = npt.NDArray[Any]
State: TypeAlias = Any
RulesRow: TypeAlias = Any
EditionRow: TypeAlias = Any
MoveRow: TypeAlias = Any
Log: TypeAlias = Any


def blank(dtype: np.dtype[Any], count: int = 1) -> Records:
    """Make empty records: an array for the compiler (quick to pass), a ``recarray`` for plain Python (fields by
    name).
    """
    records = np.zeros(count, dtype)
    return records if COMPILED else records.view(np.recarray)


def clone(records: Records) -> Records:
    copied = records.view(np.ndarray).copy()
    return copied if COMPILED else copied.view(np.recarray)
