"""Calls, catches and fouls: none of them is an act, so the windows stay as they are (UNO-02, CUT-01)."""

from .moves import Move
from .piles import draw_penalty
from .state import State


def call_uno(state: State, seat: int) -> None:
    """A late call, or a repeated one without effect (UNO-01, UNO-04)."""
    if seat in state.called:
        state.say("uno", "UNO-04", seat=seat)
        return
    state.called.add(seat)
    state.open.discard(seat)
    state.say("uno", "UNO-01", seat=seat)


def punish_false_call(state: State, seat: int) -> None:
    """A call without one card in hand (UNO-04)."""
    state.say("false_call", "UNO-04", seat=seat)
    draw_penalty(state, seat, state.options.false_uno_penalty, "UNO-04")


def catch(state: State, seat: int, move: Move) -> None:
    """Catch an uncalled player, once; whose turn it is does not change (UNO-02)."""
    offender = move.target
    assert offender is not None
    state.open.discard(offender)
    state.say("caught", "UNO-02", seat=offender, other=seat)
    draw_penalty(state, offender, state.options.uno_penalty, "UNO-02")


def punish_misplay(state: State, seat: int, move: Move) -> None:
    """A wrong card returns to the hand, and the question stays (FOUL-01)."""
    for card in (*move.cards, *([move.laid] if move.laid is not None else [])):
        state.say("misplay", "FOUL-01", seat=seat, card=card.text)
    draw_penalty(state, seat, state.options.misplay_penalty, "FOUL-01")
