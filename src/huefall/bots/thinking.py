"""What the search thinks: of the moves a seat can make, and of who will win.

for ranked in rank(view_for(game, 0)):
    print(ranked.sentence, ranked.chance.mean)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from huefall.bots.bot import View
from huefall.bots.equity import Numbers
from huefall.bots.patience import Patience, so_many
from huefall.bots.search import search_open, search_view
from huefall.bots.sight import Sight
from huefall.editions import Edition
from huefall.game import Game
from huefall.intervals import wilson_bounds
from huefall.kernel import search
from huefall.kernel.layout import MOVE, Records, blank
from huefall.notation.moves import MoveReader, read_move
from huefall.notation.setting import Setting

#: More moves than these are not compared: the rest looks worse to the policy.
MOST_MOVES = 12


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance, with its 95 % interval and the rollouts it stands on."""

    mean: float
    low: float
    high: float
    rollouts: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A legal sentence and what it is worth to the seat."""

    sentence: str
    chance: Estimate  # to win the round
    value: float  # what it is ranked by: the chance to win the match, where points count


def rank(view: View, edition: Edition | None = None, *, rollouts: int = 400, seed: int = 0) -> list[Ranked]:
    """Rank the answers of the asked seat, best first, each tried in as many imagined positions."""
    return compare(view, Sight(view, edition).called_answers(), edition, seed, so_many(rollouts), gives_up=False)


def compare(
    view: View,
    sentences: Sequence[str],
    edition: Edition | None,
    seed: int,
    patience: Patience,
    *,
    gives_up: bool = True,
    or_nothing: bool = False,
) -> list[Ranked]:
    """Compare sentences of a seat, best first, until patience ends. ``or_nothing``: with saying nothing, the empty sentence."""
    seat = view["seat"]
    setting = Setting.of(view["edition"] if edition is None else edition, view["options"])
    moves, kept = _pack(setting, view, sentences)
    if or_nothing:
        moves = np.append(moves, blank(MOVE)).view(type(moves))
        moves[-1]["verb"] = search.NO_MOVE
        kept = [*kept, ""]
    found = search_view(setting, view, moves, seed)
    if gives_up:
        found.prefer(MOST_MOVES)
    found.run(patience, seat if gives_up else None)
    rounds, values = found.rounds()[:, :, seat], found.values()[:, :, seat].mean(axis=0)
    ranked = [
        Ranked(sentence, _estimate(rounds[:, number]), float(values[number]))
        for number, sentence in enumerate(kept)
        if found.wanted[number]
    ]
    return sorted(ranked, key=lambda each: -each.value)


def chances(game: Game, *, rollouts: int = 400, seed: int = 0) -> list[Estimate]:
    """Estimate each seat's chance to win the round: hands as they are, the order of the pile unknown."""
    if game.over:
        return [_sure(float(game.winner == seat)) for seat in range(game.players)]
    nothing = blank(MOVE)
    nothing[0]["verb"] = search.NO_MOVE
    return _play_on(game, nothing, rollouts, seed)


def chances_after(game: Game, seat: int, sentence: str, *, rollouts: int = 400, seed: int = 0) -> list[Estimate]:
    """Estimate the same after a move, before anybody knows which cards it draws."""
    moves = blank(MOVE)
    hand = game.record_of_state[0]["hands"][seat].tolist()
    MoveReader(game.setting).pack(seat, read_move(game.setting, hand, sentence), moves)
    return _play_on(game, moves, rollouts, seed)


def _play_on(game: Game, moves: Records, rollouts: int, seed: int) -> list[Estimate]:
    found = search_open(game.setting, game.state, moves, seed)
    found.run(so_many(rollouts))
    rounds = found.rounds()[:, 0]
    return [_estimate(rounds[:, seat]) for seat in range(game.players)]


def _pack(setting: Setting, view: View, sentences: Sequence[str]) -> tuple[Records, list[str]]:
    """Write the sentences for the kernel."""
    seat = view["seat"]
    held = [0] * len(setting.kinds)
    for card in view["hands"][seat]:
        held[setting.number(card)] += 1
    reader = MoveReader(setting)
    rows = blank(MOVE, len(sentences))
    for number, sentence in enumerate(sentences):
        reader.pack(seat, read_move(setting, held, sentence), rows[number : number + 1])
    return rows, list(sentences)


def _estimate(outcomes: Numbers) -> Estimate:
    """Estimate a chance from outcomes, by Wilson's interval."""
    count = len(outcomes)
    mean = float(outcomes.mean())
    return Estimate(mean, *wilson_bounds(mean, count), count)


def _sure(chance: float) -> Estimate:
    return Estimate(chance, chance, chance, 0)
