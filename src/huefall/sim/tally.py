"""Counting rounds: whole numbers that add up in any order, so that splitting the work does not change the result."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.intervals import wilson_bounds


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a number of rounds."""

    wins: tuple[int, ...]  # per seat: (251, 249)
    void: int = 0
    moves: int = 0  # of all rounds together, accepted moves as PILE-04 counts them
    min_moves: int | None = None  # of the shortest round; None before the first
    max_moves: int | None = None  # of the longest
    turns: int = 0  # of all rounds together: how often a seat was asked to play or draw

    @classmethod
    def of(cls, players: int, winners: list[int], lengths: list[int], turns: int = 0) -> Tally:
        """Count rounds by their winners (-1: void), lengths and turns."""
        return cls(
            tuple(winners.count(seat) for seat in range(players)),
            winners.count(-1),
            sum(lengths),
            min(lengths, default=None),
            max(lengths, default=None),
            turns,
        )

    @property
    def rounds(self) -> int:
        return sum(self.wins) + self.void

    @property
    def mean_moves(self) -> float:
        return self.moves / self.rounds if self.rounds else 0.0

    @property
    def mean_turns(self) -> float:
        return self.turns / self.rounds if self.rounds else 0.0

    def __add__(self, other: Tally) -> Tally:
        """Add two tallies.

        >>> Tally.of(2, [0, 1], [30, 40]) + Tally.of(2, [1, -1], [20, 5000])
        Tally(wins=(1, 2), void=1, moves=5090, min_moves=20, max_moves=5000, turns=0)
        """
        shortest = [moves for moves in (self.min_moves, other.min_moves) if moves is not None]
        longest = [moves for moves in (self.max_moves, other.max_moves) if moves is not None]
        return Tally(
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            self.void + other.void,
            self.moves + other.moves,
            min(shortest, default=None),
            max(longest, default=None),
            self.turns + other.turns,
        )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share. It stays between 0 and 1 and holds for few trials, too.

    >>> [round(bound, 4) for bound in wilson(5, 10)]
    [0.2366, 0.7634]
    """
    if trials == 0:
        return 0.0, 1.0
    return wilson_bounds(successes / trials, trials)
