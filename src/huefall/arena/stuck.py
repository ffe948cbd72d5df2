"""Bots dropped from a game: no answer, ended process, or failed construction. The legal default plays on for them.

Each time costs a wait or a new process, so an entrant that got stuck in a few games is not asked at all any more. From
which game on depends only on the order of deals and games: a run is the same on any number of processes, as far as its
bots are repeatable.

Tested in tests/arena/test_schedule.py and tests/arena/test_arena.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

#: Why a bot is dropped from a game.
DropReason = Literal["unanswered", "ended", "unmade"]
DROP_REASONS: tuple[DropReason, ...] = ("unanswered", "ended", "unmade")

#: After this many games in which it got stuck an entrant is not asked any more.
MAX_STUCK = 3


@dataclass(frozen=True, slots=True)
class Stuck:
    """The question at which a bot got stuck; it is not asked again from there on."""

    question: int  # its number in the game; 0: the construction of the bot
    reason: DropReason


#: The seats that got stuck in a deal, by game and seat.
StuckSeats = Mapping[tuple[int, int], Stuck]


@dataclass(slots=True)
class Participation:
    """Whether an entrant still takes part in a game. All its seats are dropped together: one wait per game is enough."""

    is_active: bool = True
    dropped: DropReason | None = None  # in this game; None also if it was dropped before

    def drop(self, reason: DropReason) -> None:
        self.is_active, self.dropped = False, reason


def describe_drop(reason: DropReason, waited_seconds: float) -> str:
    """Describe what a bot did.

    >>> describe_drop("unanswered", 11.0)
    'did not answer within 11 s'
    """
    if reason == "unanswered":
        return f"did not answer within {waited_seconds:g} s"
    return "ended its process" if reason == "ended" else "could not be made"


def count_stuck(seatings: Sequence[Sequence[int]], stuck: StuckSeats) -> Counter[int]:
    """Count, by entrant, the games of a deal in which it got stuck."""
    return Counter(entrant for _, entrant in _stuck_games(seatings, stuck))


def find_drops(seatings: Sequence[Sequence[int]], stuck: StuckSeats, before: Counter[int]) -> dict[int, int]:
    """Return, by dropped entrant, the first game of a deal in which it is not asked. ``before``: games stuck in earlier deals.

    >>> find_drops([(0, 1), (1, 0)], {(0, 1): Stuck(4, "ended")}, Counter({0: 3, 1: 2}))
    {0: 0, 1: 1}
    """
    found = {entrant: 0 for entrant, times in before.items() if times >= MAX_STUCK}
    so_far = before.copy()
    for game, entrant in _stuck_games(seatings, stuck):
        so_far[entrant] += 1
        if so_far[entrant] >= MAX_STUCK:
            found.setdefault(entrant, game + 1)
    return found


def _stuck_games(seatings: Sequence[Sequence[int]], stuck: StuckSeats) -> list[tuple[int, int]]:
    return sorted({(game, seatings[game][seat]) for game, seat in stuck})
