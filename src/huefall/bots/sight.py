"""The name of ``huefall.bots.seat_view`` up to version 0.5.0, kept for existing bots.

Tested in tests/bots/test_sight.py.
"""

from __future__ import annotations

from huefall.bots.seat_view import SeatView as Sight
from huefall.vocabulary.moves import Move as Choice

__all__ = ["CALL", "Choice", "Sight", "read_choice"]

CALL = " uno"

read_choice = Choice.parse
