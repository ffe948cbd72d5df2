"""Checks that ship with the package: is a bot of one's own honest, legal and repeatable?"""

from huefall.testing.check import BadBotError, BotReport, check_bot
from huefall.testing.hidden import shuffle_hidden

__all__ = ["BadBotError", "BotReport", "check_bot", "shuffle_hidden"]
