"""Carrying out a play: put the cards down, name a colour, make the call, then apply the effect or end the round.

The order of the events is that of docs/events.md, "Order within one move".
"""

from dataclasses import dataclass

from .claims import punish_false_call
from .effects import (
    check_hands,
    exchange_hands,
    penalise_next,
    play_reverse,
    play_skip,
    shield_penalty,
)
from .ending import finish_round
from .judge import cards_left, size_after
from .moves import Move
from .state import PENALTIES, Pending, State

STACK_RULES = {"draw2": "STACK-01", "wild4": "STACK-02", "same": "STACK-02", "cumulative": "STACK-03"}
DRAW_TWOS_STACK = ("draw2", "same", "cumulative")  # where the penalties of a cut add up (CUT-02)


@dataclass(frozen=True)
class Play:
    """A play, with what the effects need to know about the state before it."""

    seat: int
    move: Move
    way: str
    prior: Pending | None  # the question it answers or cuts into
    undone: int  # reversals a cut takes back (CUT-02)
    guilty: bool  # held the colour in force before it (WD4-02)

    @property
    def shielding(self) -> bool:
        """A shield, or the cut of one: it moves the penalty on (SHIELD-01, CUT-02)."""
        if self.way == "shield":
            return True
        cut_in_penalty = self.way == "cut" and self.prior is not None and self.prior.kind in PENALTIES
        return cut_in_penalty and not self.move.cards[-1].draws


def carry_out_play(state: State, seat: int, move: Move, way: str, false_call: bool) -> None:
    """Carry out an accepted play."""
    play = Play(seat, move, way, state.pending, reversals_to_undo(state, move, way), holds_color(state, seat))
    left, size = cards_left(state, seat, move), size_after(state, seat, move)
    state.begin_act()
    state.close_catching()
    state.pending = None
    state.drawn = None
    put_down(state, play)
    name_color(state, play)
    called = make_call(state, play, left, size)
    if not state.hands[seat]:
        finish_round(state, seat, last_penalty(state, play), last_turns(play))
        return
    if state.options.cut and not state.top.black:
        state.cut = state.top  # CUT-01: the coloured card just played
        state.cut_count = len(move.cards)
    take_effect(state, play)
    if size == 1:
        # UNO-01: called with the play, or to be caught from now on.
        (state.called if called else state.open).add(seat)
    if false_call:
        punish_false_call(state, seat)


def reversals_to_undo(state: State, move: Move, way: str) -> int:
    """How often the copied play has turned the direction already (CUT-02)."""
    if way != "cut" or not move.cards[0].reverses:
        return 0
    if state.pending is None:
        return state.cut_count
    if state.pending.kind in PENALTIES:
        return 1  # a shield turns once
    return 0  # a footprint Reverse still waits; it has turned nothing (JUR-01)


def holds_color(state: State, seat: int) -> bool:
    """Whether the hand holds the colour in force; black cards have none (WD4-02)."""
    return any(card.color == state.color for card in state.hands[seat])


def put_down(state: State, play: Play) -> None:
    """The cards leave the hand; a laid card lies under its Gauntlet (AVG-01)."""
    hand = state.hands[play.seat]
    if play.move.laid is not None:
        hand.remove(play.move.laid)
        state.discard.append(play.move.laid)
    rule = play_rule(state, play)
    for card in play.move.cards:
        hand.remove(card)
        state.discard.append(card)
        state.say("play", rule, seat=play.seat, card=card.text)
    if play.move.laid is not None:
        state.say("lay", "AVG-01", seat=play.seat, card=play.move.laid.text)


def play_rule(state: State, play: Play) -> str:
    """The reason a `play` event gives."""
    if play.way == "turn":
        return "PLAY-01" if len(play.move.cards) == 1 else "SAME-01"
    if play.way == "stack":
        return STACK_RULES[state.options.stacking]
    return {"drawn": "PLAY-03", "shield": "SHIELD-01", "escape": "JUR-01", "cut": "CUT-01"}[play.way]


def name_color(state: State, play: Play) -> None:
    """The colour in force, and with it the boost (BUZZ-01, BUZZ-02)."""
    card = state.top
    if card.black:
        if play.move.color is None:
            return  # a last card need not name one (PLAY-05)
        state.color = play.move.color
        state.say("color", "WILD-01", seat=play.seat, color=state.color)
    else:
        state.color = card.color
    if card.boosts:
        state.boost = state.color
        state.say("boost", "BUZZ-01", seat=play.seat, color=state.color)
    elif state.boost is not None and state.boost != state.color:
        state.say("unboost", "BUZZ-02", color=state.boost)
        state.boost = None


def make_call(state: State, play: Play, left: int, size: int) -> bool:
    """Make the call with the play, or the automatic one; return whether the call is valid (UNO-01, UNO-06).

    `left` is the hand before an exchange, `size` the one the player ends with.
    """
    if play.move.uno and (left == 0 or size == 1):
        state.say("uno", "UNO-01", seat=play.seat)
        return True
    if play.move.uno and left == 1:
        # The exchange undoes a call made in good faith: accepted without effect.
        state.say("uno", "UNO-05", seat=play.seat)
        return False
    if state.options.uno == "auto" and size == 1:
        state.say("uno", "UNO-06", seat=play.seat)
        return True
    return False


def penalty_total(state: State, play: Play) -> int:
    """The cards at stake after this play: its own and what it passes on (STACK-01, SHIELD-01, CUT-02)."""
    own = state.top.draws * len(play.move.cards)
    if play.prior is None or play.prior.kind not in PENALTIES or play.way == "escape":
        return own
    if play.way == "cut" and own and state.options.stacking not in DRAW_TWOS_STACK:
        return own  # the cut undoes the penalty it copies and has its own
    return own + play.prior.draw


def last_penalty(state: State, play: Play) -> int:
    """What the next player still draws after a last card (END-02, SHIELD-03)."""
    if state.top.draws or play.shielding:
        return penalty_total(state, play)
    return 0


def last_turns(play: Play) -> int:
    """How often a last shield turns: 0 if it is no Reverse, 1 if it is, 2 if it cuts one: it undoes the first and turns again."""
    if not play.shielding or not play.move.cards[-1].reverses:
        return 0
    return 1 + play.undone


def take_effect(state: State, play: Play) -> None:
    """The effect of a play that leaves cards in the hand."""
    seat, card, count = play.seat, state.top, len(play.move.cards)
    for _ in range(play.undone):
        state.turn_direction("CUT-02")
    if card.exchanges is not None and state.options.seven_zero:
        exchange_hands(state, seat, card, play.move.target)
    if card.checks and play.move.laid is not None:
        check_hands(state, seat, card, play.move.laid)
    if play.shielding:
        assert play.prior is not None
        shield_penalty(state, seat, card, play.prior.kind, penalty_total(state, play))
    elif card.draws:
        penalise_next(state, seat, card, penalty_total(state, play), count, play.guilty)
    elif card.dares:
        state.ask(Pending("dance", state.after(seat), seat, card.dares))
    elif card.reverses:
        play_reverse(state, seat, card, count)
    else:
        play_skip(state, seat, card, count)
