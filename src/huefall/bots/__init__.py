"""Bots: players that see the view of their seat and answer with legal sentences."""

from huefall.bots.bot import Bot, View
from huefall.bots.loading import BotLoadError, find_maker, load_bot
from huefall.bots.roster import LEVELS, SEARCHING, YARDSTICKS, UnknownBotError, make_bot
from huefall.bots.search.limit import Limit
from huefall.bots.seat_view import SeatView
from huefall.bots.table_loop import next_move, play_round
from huefall.bots.table_view import bot_view
from huefall.vocabulary.moves import Move

__all__ = [
    "LEVELS",
    "SEARCHING",
    "YARDSTICKS",
    "Bot",
    "BotLoadError",
    "Limit",
    "Move",
    "SeatView",
    "UnknownBotError",
    "View",
    "bot_view",
    "find_maker",
    "load_bot",
    "make_bot",
    "next_move",
    "play_round",
]
