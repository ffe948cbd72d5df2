"""Bots that leave a game: they do not answer, end their process, or cannot be made. The legal default plays on for them.

Each time costs a wait or a new process, so that after a few such games an entrant is not asked any more at all. From which
game on follows from the order of deals and games alone, whoever has played them and when: a run stays the same on any
number of processes, as far as its bots can be repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

#: How a bot leaves a game.
How = Literal["unanswered", "ended", "unmade"]
HOWS: tuple[How, ...] = ("unanswered", "ended", "unmade")

#: After so many games in which it got stuck nobody asks an entrant any longer.
MAX_STUCK = 3


@dataclass(frozen=True, slots=True)
class Stuck:
    """The question at which a bot got stuck when it was asked; it is not asked that one again."""

    question: int  # 0: it was being made
    how: How


#: The seats that got stuck in a deal, by game and seat.
StuckSeats = Mapping[tuple[int, int], Stuck]


@dataclass(slots=True)
class Presence:
    """Whether an entrant still takes part in a game. All its seats leave together: a game costs one wait, not one per seat."""

    is_here: bool = True
    left: How | None = None  # in this game, and not before it

    def leave(self, how: How) -> None:
        """Take no further part in this game."""
        self.is_here, self.left = False, how


def write_how(how: How, patience: float) -> str:
    """Write what a bot did.

    >>> write_how("unanswered", 11.0)
    'did not answer within 11 s'
    """
    if how == "unanswered":
        return f"did not answer within {patience:g} s"
    return "ended its process" if how == "ended" else "could not be made"


def count_stuck(seatings: Sequence[Sequence[int]], stuck: StuckSeats) -> Counter[int]:
    """Count, by entrant, the games of a deal in which it got stuck."""
    return Counter(entrant for _, entrant in _stuck_games(seatings, stuck))


def gone_from(seatings: Sequence[Sequence[int]], stuck: StuckSeats, before: Counter[int]) -> dict[int, int]:
    """Tell from which game of a deal on an entrant is not asked any more. ``before``: how often each got stuck in earlier deals.

    >>> gone_from([(0, 1), (1, 0)], {(0, 1): Stuck(4, "ended")}, Counter({0: 3, 1: 2}))
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
