"""What a bot is shown: the view of its seat, and its legal claims."""

from __future__ import annotations

from typing import Any

from huefall.bots.bot import Bot
from huefall.game import Game
from huefall.view import told_to, view_for


def legal_claims(game: Game, seat: int) -> list[str]:
    """The legal claims of a seat: calls, catches and, if it is not asked, cuts."""
    asked = game.asked == seat
    return [str(move) for move in game.legal(seat) if not asked or move.is_claim]


def bot_view(game: Game, seat: int, bot: Bot) -> dict[str, Any]:
    """The view of a bot's seat; if it ``listens``, with the events of the round."""
    view = view_for(game, seat)
    if getattr(bot, "listens", False):
        view["told"] = told_to(game, seat)
    return view
