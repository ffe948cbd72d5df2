"""One table in Python: ``Game`` is a table with its history, ``Match`` the rounds to the target."""

from huefall.game.game import Game, MoveRefused, Outcome, Verdict

__all__ = ["Game", "MoveRefused", "Outcome", "Verdict"]
