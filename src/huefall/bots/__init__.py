"""Players that see a view of the table and nothing else."""

from huefall.bots.bot import Bot
from huefall.bots.roster import LEVELS, SEARCHING, YARDSTICKS, UnknownBotError, make_bot
from huefall.bots.table_loop import next_move, play_round
from huefall.bots.table_view import bot_view

__all__ = [
    "LEVELS",
    "SEARCHING",
    "YARDSTICKS",
    "Bot",
    "UnknownBotError",
    "bot_view",
    "make_bot",
    "next_move",
    "play_round",
]
