"""The catches that bots have let go.

There is time to catch until the next card is played (UNO-02), over draws and answers, and bots look for claims after each
of them. A bot that has not noticed a missing call at its first look does not notice it at the next: else the easy one
would catch nearly everybody.
"""

from __future__ import annotations

from random import Random
from typing import Any

from huefall.bots.bot import Bot
from huefall.bots.table_view import bot_view, claimable
from huefall.game import Game


class MissedCatches:
    """What the bots of one table have let go, by seat."""

    def __init__(self) -> None:
        self._by_seat: dict[int, set[str]] = {}

    def ask(self, game: Game, seat: int, bot: Bot, rng: Random) -> str | None:
        """Ask a bot for a claim, and note what it lets go; ``None`` if it makes none."""
        view = self.claim_view(game, seat, bot)
        if view is None:
            return None
        claim = bot.claim(view, rng)
        if claim is None:
            self.let_go(seat, view)
        return claim

    def claim_view(self, game: Game, seat: int, bot: Bot) -> dict[str, Any] | None:
        """Write what a bot sees when it looks for claims; ``None`` where there is none that it has not let go."""
        claims = claimable(game, seat)
        overlooked = self._by_seat.get(seat, set())
        overlooked.intersection_update(claims)  # a catch that was out of reach in between is a new one
        if overlooked.issuperset(claims):
            return None
        view = bot_view(game, seat, bot)
        view["legal"] = [said for said in view["legal"] if said not in overlooked]
        return view

    def let_go(self, seat: int, view: dict[str, Any]) -> None:
        """Note that a bot has made no claim of this view. Cuts are not noted: the next card is another chance."""
        self._by_seat.setdefault(seat, set()).update(said for said in view["legal"] if said.startswith("catch "))
