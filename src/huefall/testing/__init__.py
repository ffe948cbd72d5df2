"""Checks for third-party bots: are they honest, legal and repeatable?"""

from huefall.testing.check import BadBotError, BotReport, check_bot
from huefall.testing.hidden import shuffle_hidden

__all__ = ["BadBotError", "BotReport", "check_bot", "shuffle_hidden"]
