"""``Entrant``: a bot that takes part in an arena: a level, a yardstick, or a third-party bot.

Tested in tests/arena/test_plan.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from huefall.bots import LEVELS, YARDSTICKS, Bot, make_bot
from huefall.bots.guard import call_without_forks, name_of
from huefall.bots.loading import Maker, find_maker, load_bot
from huefall.bots.roster import BotName, read_bot
from huefall.editions import Edition, load_edition
from huefall.vocabulary.errors import HuefallError

#: Built-in bots, roughly weakest first.
NAMES = (*YARDSTICKS, *LEVELS)

#: Longer names are cut.
MAX_NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in an arena. ``source`` identifies it in other processes, too."""

    name: str  # as shown: "expert:1000", "patient", "normal 2"
    source: str  # "expert:1000", "my_module:MyBot", "my_module.py:MyBot"
    maker: Maker | None = None  # given as a class: for games in this process only

    @property
    def known(self) -> BotName | None:
        """The name of a built-in bot; ``None`` for a third-party bot."""
        return read_bot(self.source) if self.maker is None and _is_known(self.source) else None

    @property
    def is_own(self) -> bool:
        """Whether it is a third-party bot."""
        return self.known is None

    @property
    def may_search(self) -> bool:
        """Whether it may need the compiled search. A third-party bot may, and compiling must not count as its time."""
        known = self.known
        return known is None or known.searches

    @property
    def seconds(self) -> float | None:
        """The time limit of its search; ``None`` unless the name has one."""
        known = self.known
        return None if known is None or known.limit is None else known.limit.seconds

    def make(self, edition: Edition) -> Bot:
        """Make a bot for one seat of one game."""
        if self.known is not None:
            return make_bot(self.source, edition)
        return call_without_forks(
            lambda: load_bot(_maker(self.source) if self.maker is None else self.maker, edition, self.source)
        )


def enter(sources: Iterable[str | Maker], edition: Edition | None = None) -> tuple[Entrant, ...]:
    """Make entrants from levels, yardsticks, ``module:Class`` or classes. Repeated names get a number.

    A third-party bot is made once, for the edition (or `classic`), because its ``level`` is its name. If a built-in bot
    has that name, it gets a number, too.

    >>> [entrant.name for entrant in enter(["normal", "expert:1000", "normal"])]
    ['normal', 'expert:1000', 'normal 2']
    """
    found: list[Entrant] = []
    levels: list[str] = []
    for source in sources:
        if isinstance(source, str):
            entrant = Entrant("", source)
            if ":" not in source and source not in NAMES:
                raise HuefallError(
                    f"unknown bot {source!r}: expected one of {', '.join(NAMES)}, or one of your own as module:Class"
                )
        else:
            entrant = Entrant("", getattr(source, "__name__", repr(source)), source)
        level = name_of(entrant.make(load_edition("classic") if edition is None else edition))
        levels.append(" ".join(level.split())[:MAX_NAME_LENGTH] or entrant.source)
        found.append(entrant)
    names: dict[int, str] = {}
    for own in (False, True):  # built-in bots keep their names
        for place, entrant in enumerate(found):
            if entrant.is_own == own:
                names[place] = _number(levels[place], {*names.values(), *(NAMES if own else ())})
    return tuple(Entrant(names[place], entrant.source, entrant.maker) for place, entrant in enumerate(found))


def _number(plain: str, taken: set[str]) -> str:
    name, number = plain, 1
    while name in taken:
        number += 1
        name = f"{plain} {number}"
    return name


def _is_known(source: str) -> bool:
    return source.partition(":")[0] in NAMES


@cache
def _maker(source: str) -> Maker:
    return find_maker(source)
