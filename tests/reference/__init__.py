"""The slow, obvious second engine: written from the book, for lock step with the fast one."""

from .errors import ReferenceError
from .game import Outcome, ReferenceGame, dealer_draw

__all__ = ["Outcome", "ReferenceError", "ReferenceGame", "dealer_draw"]
