"""The bots there are, by level."""

from __future__ import annotations

from huefall.bots.bot import Bot
from huefall.bots.easy import EasyBot
from huefall.bots.normal import NormalBot
from huefall.vocabulary.errors import HuefallError

#: Weakest first.
LEVELS = ("easy", "normal")


class UnknownBotError(HuefallError):
    """A level no bot has."""


def make_bot(level: str) -> Bot:
    """Make a bot of a level.

    >>> make_bot("easy").level
    'easy'
    """
    if level == "easy":
        return EasyBot()
    if level == "normal":
        return NormalBot()
    raise UnknownBotError(f"unknown bot {level!r}: expected one of {', '.join(LEVELS)}")
