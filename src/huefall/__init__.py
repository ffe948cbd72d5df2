"""Huefall: play, understand and experiment with UNO. One rules engine, five editions, every house rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from huefall.game import Game, Match, MoveRefused

__version__ = "0.9.0"
__all__ = ["Game", "Match", "MoveRefused"]


def __getattr__(name: str) -> Any:
    """Import the engine when it is first asked for, so that ``huefall --help`` need not wait for the compiler."""
    if name in __all__:
        from huefall import game

        return getattr(game, name)
    raise AttributeError(f"module 'huefall' has no attribute {name!r}")
