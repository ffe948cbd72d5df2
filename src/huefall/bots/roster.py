"""All bots by name: levels, yardsticks, and levels with a search limit such as ``expert:1000``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from huefall.bots.beliefs.beliefs import IGNORE_RATE
from huefall.bots.bot import Bot
from huefall.bots.levels.easy import EasyBot
from huefall.bots.levels.normal import NormalBot
from huefall.bots.levels.searching import SearchBot
from huefall.bots.levels.yardsticks import GreedyBot, RandomBot
from huefall.bots.search.limit import MAX_MILLISECONDS, MAX_POSITIONS, Limit
from huefall.editions import Edition, load_edition
from huefall.vocabulary.errors import HuefallError

#: Weakest first.
LEVELS = ("easy", "normal", "hard", "expert")

#: Levels that need the compiled search.
SEARCHING = ("hard", "expert")

#: Simple reference bots for measuring; no table offers them.
YARDSTICKS = ("random", "greedy")

#: Per decision.
HARD_LIMIT = Limit(positions=64)
EXPERT_LIMIT = Limit(positions=20_000, seconds=0.05)

#: In this share of its samples `hard` ignores suspicions about hidden cards.
HARD_IGNORE_RATE = 0.5

#: How often `hard` notices a missing call; `expert` always does.
HARD_CATCHES = 0.97


class UnknownBotError(HuefallError):
    """An unknown level, or a search limit that it cannot have."""


@dataclass(frozen=True, slots=True)
class BotName:
    """A level or yardstick, and the search limit if it is not the level's own."""

    level: str  # "expert"
    limit: Limit | None = None  # Limit(positions=1000)

    @property
    def searches(self) -> bool:
        """Whether it needs the compiled search."""
        return self.level in SEARCHING

    def __str__(self) -> str:
        """Write the name as ``read_bot`` reads it."""
        return self.level if self.limit is None else f"{self.level}:{self.limit}"


def read_bot(name: str) -> BotName:
    """Read ``easy``, ``expert``, ``expert:1000`` (positions per decision) or ``expert:200ms`` (time per decision).

    >>> read_bot("hard:500")
    BotName(level='hard', limit=Limit(positions=500, seconds=None))
    """
    level, colon, written = name.partition(":")
    if level not in _PLAIN and level not in SEARCHING:
        raise UnknownBotError(f"unknown bot {name!r}: expected one of {', '.join((*LEVELS, *YARDSTICKS))}")
    if not colon:
        return BotName(level)
    if level not in SEARCHING:
        raise UnknownBotError(
            f"bot {name!r}: {level} does not search and takes no search limit; expected plain {level!r}, or one of "
            f"{', '.join(SEARCHING)} with a search limit, such as expert:1000"
        )
    try:
        return BotName(level, Limit.parse(written))
    except ValueError:
        raise UnknownBotError(
            f"bot {name!r}: expected a search limit behind the colon, as positions (1 to {MAX_POSITIONS}, such as "
            f"{level}:1000) or as time (1ms to {MAX_MILLISECONDS}ms, such as {level}:200ms), got {written!r}"
        ) from None


_PLAIN: dict[str, Callable[[Edition | None], Bot]] = {
    "easy": EasyBot,
    "normal": NormalBot,
    "random": RandomBot,
    "greedy": GreedyBot,
}


def make_bot(level: str, edition: Edition | str | None = None) -> Bot:
    """Make a bot by name (see ``read_bot``) for tables of an edition. Without one it plays the shipped editions.

    >>> make_bot("easy").level, make_bot("expert:1000").level
    ('easy', 'expert:1000')
    """
    known = load_edition(edition) if isinstance(edition, str) else edition
    name = read_bot(level)
    return _make_searcher(name, known) if name.searches else _PLAIN[name.level](known)


def _make_searcher(name: BotName, edition: Edition | None) -> SearchBot:
    if name.level == "hard":
        own_limit, catches, ignore_rate = HARD_LIMIT, HARD_CATCHES, HARD_IGNORE_RATE
    else:
        own_limit, catches, ignore_rate = EXPERT_LIMIT, 1.0, IGNORE_RATE
    limit = own_limit if name.limit is None else name.limit
    return SearchBot(str(name), edition, limit=limit, catches=catches, ignore_rate=ignore_rate)
