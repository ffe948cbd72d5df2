"""Two moves of one seat side by side: what their cards do, whom they meet, and what can come of it under the rules in force."""

from __future__ import annotations

from collections.abc import Sequence

from huefall.bots.explain.recall import Recall
from huefall.bots.seat_view import SeatView
from huefall.editions.deck import Row
from huefall.vocabulary.moves import Move

#: Verbs of an ordinary turn that play nothing.
QUIET = ("draw", "keep", "pass")


class Comparison:
    """Two moves of one seat, with what their cards do."""

    def __init__(self, seat_view: SeatView, recall: Recall, better: Move, other: Move) -> None:
        self.seat_view = seat_view
        self.recall = recall
        self.better = better
        self.other = other
        self.next = seat_view.neighbour(1)
        self.previous = seat_view.neighbour(-1)

    @property
    def both_play(self) -> bool:
        """Tell whether both moves play cards."""
        return self.better.verb == self.other.verb == "play"

    @property
    def holds_back(self) -> bool:
        """Tell whether the better move holds the other's cards back: it plays other ones, or none."""
        return self.other.verb == "play" and self.better.verb in {"play", *QUIET}

    def row(self, move: Move) -> Row:
        """Return what the played card does."""
        return self.seat_view.kinds[move.cards[0]].row

    def color_after(self, move: Move) -> str | None:
        """Return the colour that will be in force after a play."""
        return move.color or self.seat_view.color_of(move.cards[-1])

    def held(self, cards: Sequence[str], color: str | None) -> int:
        """Count the cards of a colour."""
        return sum(color is not None and self.seat_view.color_of(card) == color for card in cards)

    def count(self, move: Move) -> int:
        """Count the equal cards of a play; one laid with them is none (AVG-01)."""
        return sum(self.seat_view.kinds[card].row is self.row(move) for card in move.cards)

    def could_stop(self, move: Move) -> bool:
        """Tell whether a card takes somebody's turn by itself; a Reverse only of two players (TWO-01)."""
        row = self.row(move)
        return bool(row.draws or row.skips or (row.reverses and self.seat_view.players == 2))

    def turns(self, move: Move) -> bool:
        """Tell whether a play turns the direction; two Reverses together do not (SAME-02)."""
        return self.row(move).reverses and self.count(move) % 2 == 1

    def is_boosted(self, move: Move) -> bool:
        """Tell whether a play skips for the boost; a black card that names it does not (BUZZ-03)."""
        color = self.seat_view.color_of(move.cards[-1])
        return color is not None and color == self.seat_view.view["boost"]

    def presses(self, move: Move) -> bool:
        """Tell whether a play takes somebody's turn, unless it is answered."""
        return self.could_stop(move) or self.is_boosted(move)

    def pressed(self, move: Move) -> int:
        """Return whose turn such a play takes first, and who faces the penalty it passes on (SHIELD-01)."""
        return self.previous if self.turns(move) else self.next

    def turn_after(self, move: Move) -> int:
        """Return whose turn it will be after a play that nobody answers."""
        row = self.row(move)
        if row.reverses and self.seat_view.players == 2:
            return self.seat_view.seat
        skipped = 1 if row.draws else min(row.skips * self.count(move), self.seat_view.players - 1)
        if self.is_boosted(move):
            added = 1 if skipped and self.seat_view.rules.boost_adds_skip else 0  # BUZZ-03
            skipped = min(max(skipped, 1) + added, self.seat_view.players - 1)
        steps = 1 + skipped
        return self.seat_view.neighbour(-steps if self.turns(move) else steps)

    def can_be_run_from(self, move: Move) -> bool:
        """Tell whether a card that escapes answers a play: the top card must bear the footprint (JUR-03)."""
        kinds = self.seat_view.kinds
        return kinds[move.cards[-1]].marked and any(kind.row.escapes for kind in kinds.values())

    def can_be_answered(self, move: Move) -> bool:
        """Tell whether the rules leave an answer to a play that takes a turn, whoever may hold it."""
        row, rules = self.row(move), self.seat_view.rules
        cut = rules.cut and not row.black
        if not row.draws:
            return cut or self.can_be_run_from(move)
        stacked = rules.stacking not in ("off", "draw2" if row.black else "wild4")
        # A challenge that fails is no answer.
        return cut or stacked or rules.shields or self.can_be_run_from(move) or self.bluffs(move)

    def always_fits(self, move: Move) -> bool:
        """Tell whether a black card can be played in any turn, and nobody may doubt it (WD4-02)."""
        rules = self.seat_view.rules
        free = not self.row(move).restricted or not (rules.wild4 == "enforce" or rules.challenge)
        return free and self.seat_view.pending is None

    def passed_on(self, move: Move, pending: int) -> int:
        """Add up what the next target faces: a shield moves the total, a draw card adds to it where it stacks (CUT-02)."""
        own = self.row(move).draws * self.count(move)
        alone = ("off",) if self.row(move).black else ("off", "wild4")
        return own if own and self.seat_view.rules.stacking in alone else pending + own

    def bluffs(self, move: Move) -> bool:
        """Tell whether a play may be challenged with success (WD4-02)."""
        seat_view = self.seat_view
        holds = self.held(seat_view.after(move), seat_view.view["color"]) > 0
        return self.row(move).restricted and seat_view.rules.challenge and seat_view.rules.wild4 == "bluff" and holds
