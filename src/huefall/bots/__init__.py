"""Players that see a view of the table and nothing else."""

from huefall.bots.bot import Bot
from huefall.bots.drive import next_move, play_round
from huefall.bots.roster import LEVELS, UnknownBotError, make_bot

__all__ = ["LEVELS", "Bot", "UnknownBotError", "make_bot", "next_move", "play_round"]
