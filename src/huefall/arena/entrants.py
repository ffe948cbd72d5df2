"""Who enters the arena: a level, a yardstick, or a bot of somebody's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from huefall.bots import LEVELS, YARDSTICKS, Bot, make_bot
from huefall.bots.guard import ask_alone, name_of
from huefall.bots.loading import Maker, find_maker, load_bot
from huefall.bots.roster import BotName, read_bot
from huefall.editions import Edition, load_edition
from huefall.vocabulary.errors import HuefallError

#: What can be entered by name, weakest first as far as that is known.
NAMES = (*YARDSTICKS, *LEVELS)

#: How much of a bot's name is shown.
MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who enters. ``source`` says what it is in a way that another process understands, too."""

    name: str  # its level, as shown: "expert:1000", "patient", "normal 2"
    source: str  # "expert:1000", "my_module:MyBot", "my_module.py:MyBot"
    maker: Maker | None = None  # a class that is at hand, for games in this process alone

    @property
    def known(self) -> BotName | None:
        """Return what it is, if it is one of those that ship."""
        return read_bot(self.source) if self.maker is None and _is_known(self.source) else None

    @property
    def is_own(self) -> bool:
        """Tell whether it comes from outside."""
        return self.known is None

    @property
    def may_search(self) -> bool:
        """Tell whether it may need the compiled search. An own bot may, and the time to compile is not to be taken for its silence."""
        known = self.known
        return known is None or known.searches

    @property
    def seconds(self) -> float | None:
        """The time limit of its search; ``None`` unless the name has one."""
        known = self.known
        return None if known is None or known.limit is None else known.limit.seconds

    def make(self, edition: Edition) -> Bot:
        """Make the bot, for one seat of one game."""
        if self.known is not None:
            return make_bot(self.source, edition)
        return ask_alone(
            lambda: load_bot(_maker(self.source) if self.maker is None else self.maker, edition, self.source)
        )


def enter(sources: Iterable[str | Maker], edition: Edition | None = None) -> tuple[Entrant, ...]:
    """Enter bots by level, yardstick, ``module:Class``, or class; who enters twice gets a number.

    One of somebody's own is made once, for the edition (or `classic`), because its ``level`` is its name; unless one that ships is
    called so, then it gets a number, too.

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
        levels.append(" ".join(level.split())[:MAX_NAME] or entrant.source)
        found.append(entrant)
    names: dict[int, str] = {}
    for own in (False, True):  # those that ship have the first choice
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
