"""The bots there are, by level."""

from __future__ import annotations

from huefall.bots.bot import Bot
from huefall.bots.easy import EasyBot
from huefall.bots.normal import NormalBot
from huefall.editions import Edition, load_edition
from huefall.vocabulary.errors import HuefallError

#: Weakest first.
LEVELS = ("easy", "normal")


class UnknownBotError(HuefallError):
    """A level no bot has."""


def make_bot(level: str, edition: Edition | str | None = None) -> Bot:
    """Make a bot of a level for tables of an edition. Without one it plays those that ship, by the view's word.

    >>> make_bot("easy").level
    'easy'
    """
    known = load_edition(edition) if isinstance(edition, str) else edition
    if level == "easy":
        return EasyBot(known)
    if level == "normal":
        return NormalBot(known)
    raise UnknownBotError(f"unknown bot {level!r}: expected one of {', '.join(LEVELS)}")
