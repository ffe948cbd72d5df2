"""Why a move is refused, or counts as a foul. ``0`` means that it is neither.

The catalogues (``huefall.texts``) have a sentence for each, under the written form in ``NAMES``.

Tested in tests/vocabulary/test_names.py and tests/vocabulary/test_phases.py.
"""

from __future__ import annotations

from huefall.vocabulary import rule_ids as rule

(
    NONE,  # the move is good
    # Refused: nothing changes.
    ROUND_OVER,  # nothing can be done in a round that is over
    NO_SUCH_SEAT,  # nobody sits there
    NOT_ASKED,  # another seat's decision is awaited
    UNKNOWN_MOVE,  # no sentence of the notation
    UNKNOWN_CARD,  # no card of this deck
    UNKNOWN_COLOR,  # no colour of this deck
    NOT_HELD,  # a card that is not in the hand
    NEEDS_COLOR,  # a black card without its colour
    NEEDS_LAID_CARD,  # a Gauntlet without its coloured card
    NEEDS_TARGET,  # a 7 without the seat to swap with
    TAKES_NO_COLOR,  # a coloured card names none
    TAKES_NO_TARGET,  # this card swaps no hands
    BAD_TARGET,  # not another player's seat
    DIFFERENT_FACES,  # several cards that are not equal
    SEVERAL_CARDS,  # several cards without same_symbol
    SEVERAL_BLACK,  # several black cards
    NOT_A_CUT,  # black or several cards out of turn
    CARD_NO_ANSWER,  # a card in answer to a colour, dance or vote question
    OTHER_QUESTION,  # an answer to a question that was not put
    NOTHING_TO_DRAW,  # pile and discards are empty
    CANNOT_PASS,  # something can be drawn or played
    MUST_PLAY_DRAWN,  # drawn = forced and the card fits
    NO_CHALLENGE,  # this penalty cannot be challenged
    CALLS_ARE_AUTOMATIC,  # uno = auto
    FALSE_CALL_REFUSED,  # a false call where the penalty is 0
    NOT_CATCHABLE,  # called, safe or too late
    CATCHES_ONESELF,  # nobody catches the own silence
    # A wrong card: a foul, or refused where the penalty is 0.
    NO_MATCH,  # neither colour nor symbol
    NOT_LED_BY_COLOR,  # several cards whose first has not the colour in force
    HOLDS_COLOR,  # wild4 = enforce with a card of the colour in hand
    NOT_THE_DRAWN_CARD,  # only the drawn card may be played now
    DOES_NOT_ANSWER,  # no answer to this penalty or footprint
    NOT_THE_SAME_CARD,  # a cut needs the very same card
    # A false call: a foul.
    FALSE_CALL,  # called without one card
) = range(35)

NAMES = (
    "none",
    "round_over",
    "no_such_seat",
    "not_asked",
    "unknown_move",
    "unknown_card",
    "unknown_color",
    "not_held",
    "needs_color",
    "needs_laid_card",
    "needs_target",
    "takes_no_color",
    "takes_no_target",
    "bad_target",
    "different_faces",
    "several_cards",
    "several_black",
    "not_a_cut",
    "card_no_answer",
    "other_question",
    "nothing_to_draw",
    "cannot_pass",
    "must_play_drawn",
    "no_challenge",
    "calls_are_automatic",
    "false_call_refused",
    "not_catchable",
    "catches_oneself",
    "no_match",
    "not_led_by_color",
    "holds_color",
    "not_the_drawn_card",
    "does_not_answer",
    "not_the_same_card",
    "false_call",
)

#: The rule behind each reason, by the number of the reason.
RULES = (
    rule.NO_RULE,
    rule.END_01,
    rule.SETUP_01,
    rule.FOUL_02,
    rule.PLAY_05,
    rule.PLAY_05,
    rule.DECK_03,
    rule.FOUL_02,
    rule.PLAY_05,
    rule.AVG_03,
    rule.SEVEN_01,
    rule.PLAY_05,
    rule.PLAY_05,
    rule.SEVEN_01,
    rule.FOUL_02,
    rule.SAME_01,
    rule.SAME_01,
    rule.FOUL_02,
    rule.FOUL_02,
    rule.FOUL_02,
    rule.PLAY_04,
    rule.PLAY_04,
    rule.DRAW_01,
    rule.CHAL_01,
    rule.UNO_06,
    rule.UNO_04,
    rule.UNO_03,
    rule.UNO_03,
    rule.PLAY_01,
    rule.SAME_01,
    rule.WD4_02,
    rule.PLAY_03,
    rule.FOUL_01,
    rule.CUT_01,
    rule.UNO_04,
)

FIRST_FOUL = NO_MATCH


def is_misplay(reason: int) -> bool:
    """Whether the reason is that of a wrong card (FOUL-01).

    >>> is_misplay(NO_MATCH), is_misplay(NOT_HELD), is_misplay(FALSE_CALL)
    (True, False, False)
    """
    return FIRST_FOUL <= reason < FALSE_CALL
