"""One table in Python: ``Game`` is a table with its history, ``Match`` the rounds to the target."""

from huefall.game.game import Game
from huefall.game.match import Match, Played, Result, Round
from huefall.game.outcome import MoveRefused, Outcome, Verdict
from huefall.game.reshuffle import Reshuffle

__all__ = ["Game", "Match", "MoveRefused", "Outcome", "Played", "Reshuffle", "Result", "Round", "Verdict"]
