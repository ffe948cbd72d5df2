"""The bots there are, by level, and the two yardsticks beside them."""

from __future__ import annotations

from collections.abc import Callable

from huefall.bots.bot import Bot
from huefall.bots.easy import EasyBot
from huefall.bots.normal import NormalBot
from huefall.bots.searcher import SearchBot
from huefall.bots.yardsticks import GreedyBot, RandomBot
from huefall.editions import Edition, load_edition
from huefall.vocabulary.errors import HuefallError

#: Weakest first.
LEVELS = ("easy", "normal", "hard", "expert")

#: Levels that need the compiled search.
SEARCHING = ("hard", "expert")

#: Plain ways to play, to measure others by; no table offers them.
YARDSTICKS = ("random", "greedy")

#: How many positions `hard` imagines for a decision.
HARD_ROLLOUTS = 160

#: How long `expert` may think about a decision, in seconds, and how many positions are enough for any.
EXPERT_SECONDS, EXPERT_ROLLOUTS = 0.05, 20_000


class UnknownBotError(HuefallError):
    """A level no bot has."""


def _hard(edition: Edition | None) -> SearchBot:
    return SearchBot("hard", edition, rollouts=HARD_ROLLOUTS, catches=0.97)


def _expert(edition: Edition | None) -> SearchBot:
    return SearchBot("expert", edition, rollouts=EXPERT_ROLLOUTS, seconds=EXPERT_SECONDS)


_MAKERS: dict[str, Callable[[Edition | None], Bot]] = {
    "easy": EasyBot,
    "normal": NormalBot,
    "hard": _hard,
    "expert": _expert,
    "random": RandomBot,
    "greedy": GreedyBot,
}


def make_bot(level: str, edition: Edition | str | None = None) -> Bot:
    """Make a bot of a level, or a yardstick, for tables of an edition. Without one it plays those that ship, by the view's word.

    >>> make_bot("easy").level
    'easy'
    """
    known = load_edition(edition) if isinstance(edition, str) else edition
    maker = _MAKERS.get(level)
    if maker is None:
        raise UnknownBotError(f"unknown bot {level!r}: expected one of {', '.join((*LEVELS, *YARDSTICKS))}")
    return maker(known)
