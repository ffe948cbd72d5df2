"""The catches that bots have missed.

A catch is possible until the next card is played (UNO-02), through draws and answers, and bots are asked for claims after
each of them. A bot that has missed a catch is not offered it again: otherwise the easy bot would catch nearly everyone.
"""

from __future__ import annotations

from random import Random
from typing import Any

from huefall.bots.bot import Bot
from huefall.bots.table_view import bot_view, legal_claims
from huefall.game import Game
from huefall.vocabulary.moves import Move


class MissedCatches:
    """The missed catches of one table, by seat."""

    def __init__(self) -> None:
        self._by_seat: dict[int, set[str]] = {}

    def ask(self, game: Game, seat: int, bot: Bot, rng: Random) -> str | None:
        """Ask a bot for a claim; if it makes none, its catches count as missed."""
        view = self.claim_view(game, seat, bot)
        if view is None:
            return None
        claim = bot.claim(view, rng)
        if claim is None:
            self.let_go(seat, view)
        return claim

    def claim_view(self, game: Game, seat: int, bot: Bot) -> dict[str, Any] | None:
        """The view with which a bot is asked for claims; ``None`` if there are none but missed catches."""
        claims = legal_claims(game, seat)
        missed = self._by_seat.get(seat, set())
        missed.intersection_update(claims)  # a catch that was illegal in between counts as new
        if missed.issuperset(claims):
            return None
        view = bot_view(game, seat, bot)
        view["legal"] = [sentence for sentence in view["legal"] if sentence not in missed]
        return view

    def let_go(self, seat: int, view: dict[str, Any]) -> None:
        """The bot made no claim from this view. Cuts are not stored: the next card is a new chance."""
        self._by_seat.setdefault(seat, set()).update(
            sentence for sentence in view["legal"] if Move.parse(sentence).verb == "catch"
        )
