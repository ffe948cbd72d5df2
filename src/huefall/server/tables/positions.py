"""The latest positions of a round, by revision, on which a late move is judged as its sender saw the table.

Legality is decided by the rules alone: a position is the engine's own record, and a move is judged on it as it is at the
table. A position takes 2.3 kB, so only the latest are kept; a client that has seen none of them is out of any race.
"""

from __future__ import annotations

from collections import deque

from huefall.game import Game
from huefall.game.outcome import restore
from huefall.kernel.layout import clone
from huefall.notation.variant import Variant

MAX_POSITIONS = 16


class Positions:
    """The latest positions of the current round, oldest first, each with the revision of the entry that led to it."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=MAX_POSITIONS)

    @property
    def latest(self) -> list[tuple[int, bytes]]:
        return list(self._kept)

    def restart(self, revision: int, game: Game) -> None:
        """Drop the last round and keep the position after the deal."""
        self._kept.clear()
        self.add(revision, game)

    def add(self, revision: int, game: Game) -> None:
        self._kept.append((revision, game.record_of_state.tobytes()))

    def is_current(self, revision: int) -> bool:
        """Whether the position at a revision is still the current one."""
        return not self._kept or revision >= self._kept[-1][0]

    def judge_since(self, revision: int, variant: Variant, seat: int, move: str) -> list[tuple[int, bool]]:
        """List the positions from the one at ``revision`` on, each with whether a move is legal there: accepted, no foul.

        The list is empty if the position at ``revision`` is not kept.
        """
        start = sum(number <= revision for number, _ in self._kept) - 1
        if start < 0:
            return []
        board = clone(restore(self._kept[start][1]))
        game = Game(variant, board, undo=False)  # judges the position that is copied into ``board``
        verdicts = []
        for number, state in self.latest[start:]:
            board[:] = restore(state)
            verdicts.append((number, bool(game.why(seat, move))))
        return verdicts
