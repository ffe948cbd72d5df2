"""Who enters the arena: a level, a yardstick, or a bot of somebody's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from huefall.bots import LEVELS, SEARCHING, YARDSTICKS, Bot, make_bot
from huefall.bots.own import Maker, find_maker, make_own
from huefall.editions import Edition
from huefall.vocabulary.errors import HuefallError

#: What can be entered by name, weakest first as far as that is known.
NAMES = (*YARDSTICKS, *LEVELS)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who enters. ``source`` says what it is in a way that another process understands, too."""

    name: str  # as shown: "expert", "MyBot", "normal 2"
    source: str  # "expert", "my_module:MyBot", "my_module.py:MyBot"
    maker: Maker | None = None  # a class that is at hand, for games in this process alone

    @property
    def is_own(self) -> bool:
        """Tell whether it comes from outside."""
        return self.source not in NAMES

    @property
    def may_search(self) -> bool:
        """Tell whether it may need the compiled search. An own bot may, and the time to compile is not to be taken for its silence."""
        return self.is_own or self.source in SEARCHING

    def make(self, edition: Edition) -> Bot:
        """Make the bot, for one seat of one game."""
        if self.maker is not None:
            return make_own(self.maker, edition, self.name)
        return make_own(_maker(self.source), edition, self.source) if self.is_own else make_bot(self.source, edition)


def enter(sources: Iterable[str | Maker]) -> tuple[Entrant, ...]:
    """Enter bots by level, yardstick, ``module:Class``, or class; who enters twice gets a number.

    >>> [entrant.name for entrant in enter(["normal", "easy", "normal"])]
    ['normal', 'easy', 'normal 2']
    """
    found: list[Entrant] = []
    seen: Counter[str] = Counter()
    for source in sources:
        if isinstance(source, str) and ":" not in source and source not in NAMES:
            raise HuefallError(
                f"unknown bot {source!r}: expected one of {', '.join(NAMES)}, or one of your own as module:Class"
            )
        plain = source.rpartition(":")[2] if isinstance(source, str) else getattr(source, "__name__", repr(source))
        seen[plain] += 1
        name = plain if seen[plain] == 1 else f"{plain} {seen[plain]}"
        found.append(Entrant(name, source) if isinstance(source, str) else Entrant(name, plain, source))
    return tuple(found)


@cache
def _maker(source: str) -> Maker:
    return find_maker(source)
