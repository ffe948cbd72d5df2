"""What a seat remembers of a round, as far as reasons mention it; looked up once, and only if one does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from huefall.bots.lacking import colors_lacked
from huefall.bots.memory import Memory
from huefall.bots.sight import Sight
from huefall.notation.setting import Setting


class Recall:
    """What can be told of the cards a seat does not see."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight

    @cached_property
    def lacked(self) -> Mapping[int, str]:
        """Return the colour that each player probably lacks."""
        return colors_lacked(self._sight.view)

    @cached_property
    def bluff_chance(self) -> float | None:
        """Return how likely the Wild Draw Four that is asked about is a bluff; none where that cannot be told."""
        view = self._sight.view
        return Memory(Setting.of(self._sight.edition, view["options"]), view).bluff_chance(view)
