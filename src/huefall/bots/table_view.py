"""What a bot is shown: the view of its seat, and what it can do beside the turn."""

from __future__ import annotations

from typing import Any

from huefall.bots.bot import Bot
from huefall.game import Game
from huefall.view import told_to, view_for
from huefall.vocabulary.moves import CLAIM_VERBS


def claimable(game: Game, seat: int) -> list[str]:
    """List what a seat can do beside the turn: call, catch, and cut if it is not asked."""
    asked = game.asked == seat
    return [str(move) for move in game.legal(seat) if not asked or move.verb in CLAIM_VERBS]


def bot_view(game: Game, seat: int, bot: Bot) -> dict[str, Any]:
    """Write what a bot may see: the view of its seat, and for one that ``listens`` what it was told of the round."""
    view = view_for(game, seat)
    if getattr(bot, "listens", False):
        view["told"] = told_to(game, seat)
    return view
