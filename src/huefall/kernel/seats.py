"""Who is next. Seats 0 … n-1 run clockwise (SETUP-01); this is the only place that counts them off.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined
from huefall.kernel.layout import State


@inlined
def after(state: State, seat: int, steps: int) -> int:
    """Return the seat ``steps`` further in the direction of play, at most once round the table."""
    seat += steps * state.direction
    if seat < 0:
        return seat + state.players
    return seat - state.players if seat >= state.players else seat


@inlined
def before(state: State, seat: int) -> int:
    """Return the seat just before, seen in the direction of play."""
    return after(state, seat, -1)


@inlined
def bit(seat: int) -> int:
    """Return the seat's bit in a set of seats."""
    return 1 << int(seat)
