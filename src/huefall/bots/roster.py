"""The bots there are, by level, and the two yardsticks beside them; with a budget where one that searches is given another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from huefall.bots.beliefs.beliefs import DOUBT
from huefall.bots.bot import Bot
from huefall.bots.levels.easy import EasyBot
from huefall.bots.levels.normal import NormalBot
from huefall.bots.levels.searching import SearchBot
from huefall.bots.levels.yardsticks import GreedyBot, RandomBot
from huefall.bots.search.budget import MAX_MILLISECONDS, MAX_POSITIONS, Budget, read_budget
from huefall.editions import Edition, load_edition
from huefall.vocabulary.errors import HuefallError

#: Weakest first.
LEVELS = ("easy", "normal", "hard", "expert")

#: Levels that need the compiled search.
SEARCHING = ("hard", "expert")

#: Plain ways to play, to measure others by; no table offers them.
YARDSTICKS = ("random", "greedy")

#: How many positions `hard` imagines for a decision, and how often it puts aside what it suspects of a card.
HARD_ROLLOUTS, HARD_DOUBT = 64, 0.5

#: How often `hard` sees that somebody has forgotten to call; `expert` always does.
HARD_CATCHES = 0.97

#: How long `expert` may think about a decision, in seconds, and how many positions are enough for any.
EXPERT_SECONDS, EXPERT_ROLLOUTS = 0.05, 20_000


class UnknownBotError(HuefallError):
    """A level no bot has, or a budget it cannot be given."""


@dataclass(frozen=True, slots=True)
class BotName:
    """A bot as it is named: a level or a yardstick, and a budget if it is not the usual one."""

    level: str
    budget: Budget | None = None

    @property
    def searches(self) -> bool:
        """Tell whether it needs the compiled search."""
        return self.level in SEARCHING

    def __str__(self) -> str:
        """Write it as it is read."""
        return self.level if self.budget is None else f"{self.level}:{self.budget}"


def read_bot(name: str) -> BotName:
    """Read ``easy``, ``expert``, ``expert:1000`` (positions a decision) or ``expert:200ms`` (time a decision).

    >>> read_bot("hard:500")
    BotName(level='hard', budget=Budget(amount=500, is_time=False))
    """
    level, colon, written = name.partition(":")
    if level not in _PLAIN and level not in SEARCHING:
        raise UnknownBotError(f"unknown bot {name!r}: expected one of {', '.join((*LEVELS, *YARDSTICKS))}")
    if not colon:
        return BotName(level)
    if level not in SEARCHING:
        raise UnknownBotError(
            f"bot {name!r}: {level} does not search and takes no budget; expected plain {level!r}, or one of "
            f"{', '.join(SEARCHING)} with a budget, such as expert:1000"
        )
    budget = read_budget(written)
    if budget is None:
        raise UnknownBotError(
            f"bot {name!r}: expected a budget for a decision behind the colon, as positions (1 to {MAX_POSITIONS}, such as "
            f"{level}:1000) or as time (1ms to {MAX_MILLISECONDS}ms, such as {level}:200ms), got {written!r}"
        )
    return BotName(level, budget)


_PLAIN: dict[str, Callable[[Edition | None], Bot]] = {
    "easy": EasyBot,
    "normal": NormalBot,
    "random": RandomBot,
    "greedy": GreedyBot,
}


def make_bot(level: str, edition: Edition | str | None = None) -> Bot:
    """Make a bot of a level, or a yardstick, for tables of an edition. Without one it plays those that ship, by the view's word.

    One that searches may be given a budget: ``expert:1000`` (positions) or ``expert:200ms`` (time).

    >>> make_bot("easy").level, make_bot("expert:1000").level
    ('easy', 'expert:1000')
    """
    known = load_edition(edition) if isinstance(edition, str) else edition
    name = read_bot(level)
    return _make_searcher(name, known) if name.searches else _PLAIN[name.level](known)


def _make_searcher(name: BotName, edition: Edition | None) -> SearchBot:
    catches, doubt = (HARD_CATCHES, HARD_DOUBT) if name.level == "hard" else (1.0, DOUBT)
    if name.budget is not None:
        rollouts, seconds = name.budget.positions, name.budget.seconds
    elif name.level == "hard":
        rollouts, seconds = HARD_ROLLOUTS, None
    else:
        rollouts, seconds = EXPERT_ROLLOUTS, EXPERT_SECONDS
    return SearchBot(str(name), edition, rollouts=rollouts, seconds=seconds, catches=catches, doubt=doubt)
