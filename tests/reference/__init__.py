"""The reference engine: slow and obvious, written from the rule book, compared with the fast one in lock step."""

from .errors import ReferenceError
from .game import Outcome, ReferenceGame, dealer_draw

__all__ = ["Outcome", "ReferenceError", "ReferenceGame", "dealer_draw"]
