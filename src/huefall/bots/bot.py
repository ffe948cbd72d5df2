"""What a bot is. It gets a view (``huefall.view.view_for``) as plain data, so that it cannot look behind it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

#: What one seat may see, as ``huefall.view.view_for`` writes it.
View = Mapping[str, Any]


class Bot(Protocol):
    """A player. All its chance comes from ``rng``: same view and same generator, same answer.

    One with a true attribute ``listens`` finds what it was told of the round in ``view["told"]``: the events since the deal as its seat
    may see them (``huefall.view.told_to``).
    """

    @property
    def level(self) -> str:
        """Name the level, as the catalogues do (``bot.easy.title``)."""

    def choose(self, view: View, rng: Random) -> str:
        """Answer the question put to this seat: a sentence of ``view["legal"]``."""

    def claim(self, view: View, rng: Random) -> str | None:
        """Call, catch or cut beside the turn: a sentence of ``view["legal"]``, or ``None`` to let it be."""
