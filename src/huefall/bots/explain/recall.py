"""What a seat remembers of a round, as far as reasons mention it; looked up once, and only if one does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from huefall.bots.beliefs.beliefs import Beliefs
from huefall.bots.beliefs.voids import colors_lacked
from huefall.bots.seat_view import SeatView
from huefall.notation.variant import Variant


class Recall:
    """What can be told of the cards a seat does not see."""

    def __init__(self, seat_view: SeatView) -> None:
        self._sight = seat_view

    @cached_property
    def lacked(self) -> Mapping[int, str]:
        """Return the colour that each player probably lacks."""
        return colors_lacked(self._sight.view)

    @cached_property
    def bluff_chance(self) -> float | None:
        """Return how likely the Wild Draw Four that is asked about is a bluff; none where that cannot be told."""
        view = self._sight.view
        return Beliefs(Variant.of(self._sight.edition, view["options"]), view).bluff_chance(view)
