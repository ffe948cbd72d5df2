"""``Bot``: the interface of a bot. It gets a view (``huefall.view.view_for``) as plain data, and nothing else.

Tested in tests/bots/test_bots.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

#: What one seat may see, as ``huefall.view.view_for`` writes it.
View = Mapping[str, Any]


class Bot(Protocol):
    """A player. All its randomness comes from ``rng``: the same view and generator give the same answer.

    If it has a true attribute ``listens``, ``view["told"]`` has the events since the deal as its seat may see them
    (``huefall.view.told_to``).
    """

    @property
    def level(self) -> str:
        """Its name; for built-in bots the key of the catalogues (``bot.easy.title``)."""

    def choose(self, view: View, rng: Random) -> str:
        """Answer the question put to this seat with a sentence of ``view["legal"]``."""

    def claim(self, view: View, rng: Random) -> str | None:
        """Call, catch or cut out of turn with a sentence of ``view["legal"]``; ``None`` for no claim."""
