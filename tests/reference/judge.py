"""Verdicts: accepted, foul or refused. `play` and `legal` use the same ones.

FOUL-01: a wrong card is penalised. FOUL-02: everything else that is impossible is refused without a penalty.
"""

from collections.abc import Callable
from dataclasses import dataclass

from .fitting import matches, way_to_play
from .moves import Move
from .piles import can_draw
from .state import State

REFUSES_CARDS = ("color", "dance", "vote")  # questions no card answers (FOUL-02)


@dataclass(frozen=True)
class Verdict:
    """The verdict on a move."""

    status: str  # "accepted", "foul" or "refused"
    reason: str = ""
    way: str = ""  # of a valid play: turn, drawn, stack, shield, escape, cut
    false_call: bool = False  # the call is false; a play with it remains valid (UNO-04)


ACCEPTED = Verdict("accepted")
ACCEPTED_PLAYS = {way: Verdict("accepted", way=way) for way in ("turn", "drawn", "stack", "shield", "escape", "cut")}
OUT_OF_TURN = Verdict("refused", "out of turn (FOUL-02)")
NOT_ASKED = Verdict("refused", "an answer to nothing (FOUL-02)")


def judge(state: State, seat: int, move: Move) -> Verdict:
    """Judge a move without carrying it out."""
    if state.over:
        return Verdict("refused", "the round is over")
    return JUDGES[move.verb](state, seat, move)


def judge_play(state: State, seat: int, move: Move) -> Verdict:
    """A play: complete, then its place, then the card, then the call."""
    lacking = missing_part(state, seat, move)
    if lacking:
        return Verdict("refused", lacking)
    card = move.cards[0]
    cuts = state.cut is not None and len(move.cards) == 1 and card.twin_of(state.cut)
    if seat == state.turn:
        if state.pending is not None and state.pending.kind in REFUSES_CARDS:
            return Verdict("refused", "no card answers this question (FOUL-02)")
        # CUT-03: the asked player cuts only where an ordinary play or answer is not legal.
        way = way_to_play(state, seat, move.cards) or ("cut" if cuts else "")
    elif state.cut is None:
        return OUT_OF_TURN
    elif len(move.cards) > 1 or card.black:
        return Verdict("refused", "only a single coloured card can cut (FOUL-02)")
    else:
        way = "cut" if cuts else ""
    if not way:
        if state.options.misplay_penalty == 0:
            return Verdict("refused", "a wrong card (FOUL-01)")
        return Verdict("foul", "a wrong card (FOUL-01)")
    if move.uno and not in_good_faith(state, seat, move):
        if state.options.false_uno_penalty == 0:
            return Verdict("refused", "a false call (UNO-04)")
        return Verdict("foul", "a false call (UNO-04)", way, false_call=True)
    return ACCEPTED_PLAYS[way]


def missing_part(state: State, seat: int, move: Move) -> str:
    """Why the sentence is not a complete play of this seat; an empty string if it is (PLAY-05, FOUL-02)."""
    options = state.options
    card = move.cards[0]
    if move.uno and options.uno == "auto":
        return "calls are made automatically (UNO-06)"
    if len(move.cards) > 1 and not options.same_symbol:
        return "several cards without same_symbol (FOUL-02)"
    swaps = card.exchanges == "swap" and options.seven_zero
    if move.target is not None:
        if not swaps:
            return "this card names no seat (FOUL-02)"
        if move.target == seat or not 0 <= move.target < state.players:
            return "hands are swapped with another seat (SEVEN-01)"
    if card.checks and move.laid is None and any(not held.black for held in state.hands[seat]):
        return "a coloured card must be laid with it (AVG-03)"
    if cards_left(state, seat, move) == 0:
        return ""  # PLAY-05: a last card needs neither colour nor seat
    if card.black and move.color is None:
        return "a black card needs a colour (PLAY-05)"
    if swaps and move.target is None:
        return "the seat to swap with is not named (PLAY-05)"
    return ""


def cards_left(state: State, seat: int, move: Move) -> int:
    """How many cards the play itself leaves in the hand."""
    return len(state.hands[seat]) - len(move.cards) - (move.laid is not None)


def in_good_faith(state: State, seat: int, move: Move) -> bool:
    """Whether a call may be attached: the hand is empty, or holds one card before or after its exchange (UNO-04, -05)."""
    return cards_left(state, seat, move) <= 1 or size_after(state, seat, move) == 1


def size_after(state: State, seat: int, move: Move) -> int:
    """The hand the player ends with: the one received in an exchange; before a Gauntlet's check (UNO-05, SEVEN-01)."""
    left = cards_left(state, seat, move)
    exchange = move.cards[0].exchanges
    if left == 0 or not state.options.seven_zero or exchange is None:
        return left
    if exchange == "swap":
        assert move.target is not None
        return len(state.hands[move.target])
    return len(state.hands[state.after(seat, -1)])


def judge_draw(state: State, seat: int, _move: Move) -> Verdict:
    """Drawing in an ordinary turn (PLAY-03)."""
    if seat != state.turn:
        return OUT_OF_TURN
    if state.pending is not None or state.drawn is not None:
        return Verdict("refused", "another question waits (FOUL-02)")
    if not can_draw(state):
        return Verdict("refused", "nothing is left to draw (PLAY-04)")
    return ACCEPTED


def judge_keep(state: State, seat: int, _move: Move) -> Verdict:
    """Keeping the drawn card (PLAY-03, DRAW-01)."""
    if seat != state.turn:
        return OUT_OF_TURN
    card = state.drawn
    if card is None:
        return Verdict("refused", "no card was drawn (FOUL-02)")
    if state.options.drawn == "forced" and matches(state, seat, card):
        bluff = card.restricted and any(held.color == state.color for held in state.hands[seat])
        if not bluff:
            return Verdict("refused", "the drawn card must be played (DRAW-01)")
    return ACCEPTED


def judge_pass(state: State, seat: int, _move: Move) -> Verdict:
    """Passing, when no card can be drawn and none played (PLAY-04)."""
    if seat != state.turn:
        return OUT_OF_TURN
    if state.pending is not None or state.drawn is not None:
        return Verdict("refused", "another question waits (FOUL-02)")
    if can_draw(state):
        return Verdict("refused", "a card can be drawn (PLAY-04)")
    if any(matches(state, seat, card) for card in state.hands[seat]):
        return Verdict("refused", "a card can be played (PLAY-04)")
    return ACCEPTED


def judge_answer(*kinds: str) -> Callable[[State, int, Move], Verdict]:
    """A judge for a bare answer to questions of these kinds."""

    def judge_it(state: State, seat: int, _move: Move) -> Verdict:
        """Accepted from the seat that is asked such a question."""
        if state.pending is None or state.pending.kind not in kinds:
            return NOT_ASKED
        return ACCEPTED if seat == state.turn else OUT_OF_TURN

    return judge_it


def judge_challenge(state: State, seat: int, _move: Move) -> Verdict:
    """Only the one who must draw challenges, and only a Wild Draw Four on top (CHAL-01, SHIELD-02)."""
    if state.pending is None or state.pending.guilty is None:
        return NOT_ASKED
    return ACCEPTED if seat == state.turn else OUT_OF_TURN


def judge_uno(state: State, seat: int, _move: Move) -> Verdict:
    """A late, repeated or false call (UNO-01, UNO-04)."""
    if state.options.uno == "auto":
        return Verdict("refused", "calls are made automatically (UNO-06)")
    if len(state.hands[seat]) == 1:
        return ACCEPTED
    if state.options.false_uno_penalty == 0:
        return Verdict("refused", "a false call (UNO-04)")
    return Verdict("foul", "a false call (UNO-04)", false_call=True)


def judge_catch(state: State, seat: int, move: Move) -> Verdict:
    """Catching another player who can be caught now (UNO-02, UNO-03)."""
    if state.options.uno == "auto":
        return Verdict("refused", "calls are made automatically (UNO-06)")
    if move.target == seat or move.target not in state.open:
        return Verdict("refused", "that seat cannot be caught now (UNO-03)")
    return ACCEPTED


JUDGES: dict[str, Callable[[State, int, Move], Verdict]] = {
    "play": judge_play,
    "draw": judge_draw,
    "keep": judge_keep,
    "pass": judge_pass,
    "color": judge_answer("color"),
    "accept": judge_answer("draw2", "wild4", "skip", "reverse", "dance"),
    "challenge": judge_challenge,
    "dance": judge_answer("dance"),
    "approve": judge_answer("vote"),
    "reject": judge_answer("vote"),
    "uno": judge_uno,
    "catch": judge_catch,
}
