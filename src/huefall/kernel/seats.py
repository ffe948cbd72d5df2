"""Who is next. Seats 0 … n-1 run clockwise (SETUP-01); this is the only place that counts them off."""

from __future__ import annotations

from huefall.kernel.compiler import inlined


@inlined
def after(state, seat, steps):
    """Return the seat ``steps`` further in the direction of play."""
    if steps == 1:  # the common case, without a division
        seat += state.direction
        if seat < 0:
            return seat + state.players
        return seat - state.players if seat >= state.players else seat
    return (seat + steps * state.direction) % state.players


@inlined
def before(state, seat):
    """Return the seat just before, seen in the direction of play."""
    return (seat - state.direction) % state.players


@inlined
def bit(seat):
    """Return the seat's bit in a set of seats."""
    return 1 << int(seat)
