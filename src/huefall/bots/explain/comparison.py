"""Two moves of one seat compared: what each of them does, by the rules in force.

Whom a play hits, whether it can be answered and who is next comes from a preview (``SeatView.preview``), so that a new
edition or house rule is explained right without a change here.

Tested in tests/bots/explain/test_reasons.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from huefall.bots.beliefs.beliefs import Beliefs
from huefall.bots.beliefs.voids import colors_lacked
from huefall.bots.seat_view import SeatView
from huefall.editions.deck import Row
from huefall.kernel.layout import LOG_EVENT, clone
from huefall.notation.preview import preview
from huefall.vocabulary import colors, events
from huefall.vocabulary.moves import Move

#: Answers in an ordinary turn that play no card.
CARDLESS = ("draw", "keep", "pass")


class Comparison:
    """The better of two moves, and the other one."""

    def __init__(self, seat_view: SeatView, better: Move, other: Move) -> None:
        self.seat_view = seat_view
        self.better = better
        self.other = other

    @property
    def both_play(self) -> bool:
        return self.better.is_play and self.other.is_play

    @property
    def holds_back(self) -> bool:
        """Whether the better move keeps the other's cards in hand: it plays other cards or none."""
        return self.other.is_play and self.better.verb in {"play", *CARDLESS}

    # The cards of a move

    def row(self, move: Move) -> Row:
        """The attributes of the played card."""
        return self.seat_view.kinds[move.cards[0]].row

    @property
    def same_face(self) -> bool:
        """Whether both moves play the same face; they may differ in colours and in number."""
        return self.row(self.better) is self.row(self.other)

    def color_after(self, move: Move) -> str | None:
        """The colour in force after a play."""
        return move.color or self.seat_view.color_of(move.cards[-1])

    def held(self, cards: Sequence[str], color: str | None) -> int:
        """Count the cards of a colour."""
        return sum(color is not None and self.seat_view.color_of(card) == color for card in cards)

    def always_fits(self, move: Move) -> bool:
        """Whether a black card can be played in any turn, and nobody may challenge it (WD4-02)."""
        rules = self.seat_view.rules
        free = not self.row(move).restricted or not (rules.wild4 == "enforce" or rules.challenge)
        return free and self.seat_view.pending is None

    # What a move does

    def takes_turn(self, move: Move) -> bool:
        """Whether a play takes another seat's turn, unless it is answered."""
        return self.target(move) is not None

    def target(self, move: Move) -> int | None:
        """The first seat that loses its turn by a play that nobody answers."""
        lost = self.seat_view.preview(move).unanswered.lost_turns
        return next((seat for seat in lost if seat != self.seat_view.seat), None)

    def takes_turn_unboosted(self, move: Move) -> bool:
        """Whether the card itself takes a turn, and not the boost of its colour (BUZZ-03)."""
        if self.seat_view.view["boost"] is None:
            return self.takes_turn(move)
        state = clone(self.seat_view.state)
        state[0]["boost"] = colors.NO_COLOR
        found = preview(self.seat_view.variant, state, self.seat_view.seat, move.without_call())
        return any(seat != self.seat_view.seat for seat in found.unanswered.lost_turns)

    def amount(self, move: Move) -> int:
        """How many cards a play makes its target draw, unless it is answered."""
        return self.seat_view.preview(move).amount

    def turns_direction(self, move: Move) -> bool:
        return self.seat_view.preview(move).unanswered.turns_direction

    def turn_after(self, move: Move) -> int | None:
        """Whose turn it is after a play that nobody answers; ``None`` if it ends the round."""
        return self.seat_view.preview(move).unanswered.asked

    def can_be_answered(self, move: Move) -> bool:
        """Whether the rules allow any seat to answer what a play does, with whatever cards."""
        return self.seat_view.preview(move).can_be_answered

    def can_be_escaped(self, move: Move) -> bool:
        """Whether a card can cancel what a play does (JUR-03)."""
        return bool(self.seat_view.preview(move).answers.escapes)

    def bluffs(self, move: Move) -> bool:
        """Whether a challenge of the play would succeed (WD4-02)."""
        return self.seat_view.preview(move).is_bluff

    def exchange(self, move: Move) -> tuple[int, int] | None:
        """Whose hand a play brings, and its size (SEVEN-01); ``None`` if hands stay."""
        found = {row[LOG_EVENT] for row in self.seat_view.preview(move).log}
        if events.SWAP in found and move.target is not None:
            giver = move.target
        elif events.ROTATE in found:
            giver = self.seat_view.neighbour(-1)
        else:
            return None
        return giver, self.seat_view.sizes[giver]

    # What the seat believes

    @cached_property
    def lacked(self) -> Mapping[int, str]:
        """The colour that each seat probably lacks."""
        return colors_lacked(self.seat_view.view)

    @cached_property
    def bluff_chance(self) -> float | None:
        """The chance that the Wild Draw Four in question is a bluff; ``None`` if no such question is pending."""
        view = self.seat_view.view
        return Beliefs(self.seat_view.variant, view).bluff_chance(view)
