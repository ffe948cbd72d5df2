"""Who moves next at a table of bots: claims first, in an order nobody can count on, then the seat that is asked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from huefall.bots.bot import Bot
from huefall.bots.sight import CLAIM_VERBS
from huefall.game import Game
from huefall.view import told_to, view_for


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


def next_move(game: Game, bots: Sequence[Bot], rng: Random) -> tuple[int, str]:
    """Return the next seat and sentence at a table where every seat has a bot."""
    order = list(range(game.players))
    rng.shuffle(order)
    for seat in order:
        if claimable(game, seat):
            claim = bots[seat].claim(bot_view(game, seat, bots[seat]), rng)
            if claim is not None:
                return seat, claim
    asked = game.asked
    if asked is None:
        raise ValueError("nobody can move: the round is over")
    return asked, bots[asked].choose(bot_view(game, asked, bots[asked]), rng)


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> int | None:
    """Play a round to its end; return the winner, or ``None`` if it is void."""
    while not game.over:
        game.play(*next_move(game, bots, rng))
    return game.winner
