"""What the asked seat is asked. At any moment exactly one of these holds.

The phases from ``DRAW2`` to ``COLOR`` are the kinds of a pending question (``pending.kind`` in a position).
"""

from __future__ import annotations

from huefall.vocabulary import rule_ids as rule

(
    TURN,  # an ordinary turn: play or draw (or pass when neither is possible)
    DRAWN,  # the card just drawn: play it or keep it
    DRAW2,  # a pending penalty whose last draw card is coloured
    WILD4,  # a pending penalty whose last draw card is black
    SKIP,  # a footprint Skip waits for an answer
    REVERSE,  # a footprint Reverse waits for an answer; the direction has not turned yet
    DANCE,  # dance or draw
    VOTE,  # approve or reject a dance
    COLOR,  # name the colour of a turned first card
    OVER,  # the round is over; nobody is asked
) = range(10)

NAMES = ("turn", "drawn", "draw2", "wild4", "skip", "reverse", "dance", "vote", "color", "over")

QUESTIONS = NAMES[DRAW2:OVER]


# The ranges of phases that rules ask for; the kernel compiles these functions.


def is_ordinary(phase: int) -> bool:
    """Whether it is an ordinary turn, before or after drawing."""
    return phase <= DRAWN


def is_question(phase: int) -> bool:
    """Whether a question is pending, other than an ordinary turn.

    >>> is_question(TURN), is_question(WILD4), is_question(OVER)
    (False, True, False)
    """
    return DRAW2 <= phase < OVER


def is_penalty(phase: int) -> bool:
    """Whether a penalty is pending that a draw card or a shield may answer."""
    return DRAW2 <= phase <= WILD4


def takes_cards(phase: int) -> bool:
    """Whether a card can be played in this phase, as a turn or as an answer."""
    return phase < DANCE


def can_be_accepted(phase: int) -> bool:
    """Whether ``accept`` answers the question."""
    return DRAW2 <= phase <= DANCE


#: The rule by which each phase is entered: what an ``ask`` event and the ``accept`` that answers it name.
RULES = (
    rule.PLAY_01,
    rule.PLAY_03,
    rule.D2_01,
    rule.WD4_01,
    rule.SKIP_01,
    rule.REV_01,
    rule.BTS_01,
    rule.BTS_02,
    rule.FIRST_04,
    rule.END_01,
)
