"""Chances from rollouts: the estimator that reviews use.

A choice is ranked by what its seat could see, as the bots rank it. The chances of all seats are estimated with every hand
visible. No bot may see that, so these functions live here, above the bots.
"""

from __future__ import annotations

from collections.abc import Sequence

from huefall.bots.bot import View
from huefall.bots.search import rank as ranking
from huefall.bots.search.estimates import Estimate, Ranked, estimate
from huefall.bots.search.limit import Limit
from huefall.bots.search.policy import varied_policies
from huefall.bots.search.search import Search
from huefall.editions import Edition
from huefall.game import Game
from huefall.kernel.layout import MOVE, Records, blank
from huefall.kernel.search import entry as search
from huefall.kernel.search.sample import nothing_hidden
from huefall.notation.moves import MoveReader, read_move


def rank(
    view: View,
    edition: Edition | None = None,
    *,
    rollouts: int = 400,
    seed: int = 0,
    sentences: Sequence[str] | None = None,
) -> list[Ranked]:
    """Rank what a seat can say by what it can know, best first (``huefall.bots.search.rank``)."""
    return ranking.rank(view, edition, limit=Limit(positions=rollouts), seed=seed, sentences=sentences)


def chances(game: Game, *, rollouts: int = 400, seed: int = 0) -> list[Estimate]:
    """Estimate each seat's chance to win the round, with the hands as they are and the order of the pile unknown."""
    if game.over:
        return [_certain(float(game.winner == seat)) for seat in range(game.players)]
    no_move = blank(MOVE)
    no_move[0]["verb"] = search.NO_MOVE
    return _play_on(game, no_move, rollouts, seed)


def chances_after(game: Game, seat: int, sentence: str, *, rollouts: int = 400, seed: int = 0) -> list[Estimate]:
    """Estimate the same after a move, before it is known which cards it draws."""
    moves = blank(MOVE)
    hand = game.record_of_state[0]["hands"][seat].tolist()
    MoveReader(game.variant).pack(seat, read_move(game.variant, hand, sentence), moves)
    return _play_on(game, moves, rollouts, seed)


def _play_on(game: Game, moves: Records, rollouts: int, seed: int) -> list[Estimate]:
    state = game.state
    state[0]["pile"][: state[0]["pile_count"]].sort()  # its order is unknown and must not matter
    found = Search(game.variant, state, nothing_hidden(), moves, seed, varied_policies())
    found.run(Limit(positions=rollouts).batches())
    wins = found.round_wins()[:, 0]
    return [estimate(wins[:, seat]) for seat in range(game.players)]


def _certain(chance: float) -> Estimate:
    return Estimate(chance, chance, chance, 0)
