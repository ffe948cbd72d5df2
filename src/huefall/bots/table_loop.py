"""The loop of a table of bots: first claims, in random order, then the answer of the asked seat.

Tested in tests/bots/test_bots.py and tests/bots/test_missed_catches.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from huefall.bots.bot import Bot
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.table_view import bot_view
from huefall.game import Game


def next_move(game: Game, bots: Sequence[Bot], rng: Random, missed: MissedCatches | None = None) -> tuple[int, str]:
    """Return the next seat and sentence at a table where every seat has a bot.

    ``missed``: the catches that bots have missed in this round; without it every catch is offered again.
    """
    missed = MissedCatches() if missed is None else missed
    order = list(range(game.players))
    rng.shuffle(order)
    for seat in order:
        claim = missed.ask(game, seat, bots[seat], rng)
        if claim is not None:
            return seat, claim
    asked = game.asked
    if asked is None:
        raise ValueError("nobody can move: the round is over")
    return asked, bots[asked].choose(bot_view(game, asked, bots[asked]), rng)


def play_round(game: Game, bots: Sequence[Bot], rng: Random) -> int | None:
    """Play a round to its end; return the winner, or ``None`` if it is void."""
    missed = MissedCatches()
    while not game.over:
        game.play(*next_move(game, bots, rng, missed))
    return game.winner
