"""The name of ``huefall.bots.seat_view`` up to version 0.5.0, kept for existing bots."""

from __future__ import annotations

from huefall.bots.seat_view import SeatView as Sight
from huefall.bots.seat_view import read_choice

__all__ = ["Sight", "read_choice"]
