"""Who moves next at a table of bots: claims first, in an order nobody can count on, then the seat that is asked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from huefall.bots.bot import Bot
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.table_view import bot_view
from huefall.game import Game


def next_move(game: Game, bots: Sequence[Bot], rng: Random, overlooked: MissedCatches | None = None) -> tuple[int, str]:
    """Return the next seat and sentence at a table where every seat has a bot.

    ``overlooked`` has what the bots have let go so far in this round; without it they look at everything anew.
    """
    overlooked = MissedCatches() if overlooked is None else overlooked
    order = list(range(game.players))
    rng.shuffle(order)
    for seat in order:
        claim = overlooked.ask(game, seat, bots[seat], rng)
        if claim is not None:
            return seat, claim
    asked = game.asked
    if asked is None:
        raise ValueError("nobody can move: the round is over")
    return asked, bots[asked].choose(bot_view(game, asked, bots[asked]), rng)


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> int | None:
    """Play a round to its end; return the winner, or ``None`` if it is void."""
    overlooked = MissedCatches()
    while not game.over:
        game.play(*next_move(game, bots, rng, overlooked))
    return game.winner
