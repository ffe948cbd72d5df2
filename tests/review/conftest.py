"""A deterministic estimator whose numbers can be worked out by hand, and matches to review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Lock
from typing import Any

import pytest
from tests import random_play

from huefall.bots.search.estimates import NO_CLAIM, Estimate, Ranked
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition
from huefall.game import Game, Match
from huefall.vocabulary.moves import Move

_play_on = partial(random_play.play_on, rounds=3)


def _without_call(sentence: str) -> str:
    return sentence if sentence == NO_CLAIM else str(Move.parse(sentence).without_call())


@dataclass
class ByHand:
    """A seat is worth 2 ** (black cards - cards); moves are worth what the test sets, else one half.

    Cards drawn by a move are cards like any other until they are known. Intervals are ``width`` either way, and
    ``noise`` makes numbers that depend on the seed.
    """

    worth: Mapping[str, float] = field(default_factory=dict)
    width: float = 0.01
    noise: float = 0.0
    views: list[Mapping[str, Any]] = field(default_factory=list)
    asked: list[tuple[str, int, int]] = field(default_factory=list)  # what, rollouts, seed
    lock: Any = field(default_factory=Lock)

    def rank(
        self,
        view: Mapping[str, Any],
        edition: Edition | None = None,
        *,
        rollouts: int = 400,
        seed: int = 0,
        sentences: Sequence[str] | None = None,
    ) -> list[Ranked]:
        with self.lock:
            self.views.append(view)
            self.asked.append(("rank", rollouts, seed))
        sight = SeatView(view, edition)
        chance = Random(seed)
        said = (
            sight.called_answers() if sight.asked else [*(sight.with_call(each) for each in sight.claims()), NO_CLAIM]
        )
        worth = [(each, _without_call(each)) for each in said] if sentences is None else [(x, x) for x in sentences]
        found = [
            Ranked(each, self._guess(self.value(view, valued) + self.noise * chance.random())) for each, valued in worth
        ]
        return sorted(found, key=lambda each: -each.chance.mean)

    def value(self, _: Mapping[str, Any], sentence: str) -> float:
        return self.worth.get(sentence, 0.5)

    def chances(self, game: Game, *, rollouts: int = 400, seed: int = 0) -> list[Estimate]:
        return self._share(game, [0] * game.players, ("chances", rollouts, seed))

    def chances_after(
        self, game: Game, seat: int, sentence: str, *, rollouts: int = 400, seed: int = 0
    ) -> list[Estimate]:
        after = game.copy()
        events = after.play(seat, sentence).events
        unknown = [0] * game.players
        for event in events:
            if event.kind == "draw" and event.seat is not None and str(event.card).startswith("W"):
                unknown[event.seat] += 1
        return self._share(after, unknown, ("after", rollouts, seed))

    def _share(self, game: Game, unknown: Sequence[int], asked: tuple[str, int, int]) -> list[Estimate]:
        with self.lock:
            self.asked.append(asked)
        chance = Random(asked[-1])
        weights = []
        for seat in range(game.players):
            hand = game.hand(seat)
            black = sum(card.startswith("W") for card in hand) - unknown[seat]
            weights.append(2.0 ** (black - len(hand)) * (1 + self.noise * chance.random()))
        return [self._guess(weight / sum(weights)) for weight in weights]

    def _guess(self, mean: float) -> Estimate:
        return Estimate(mean, max(0.0, mean - self.width), min(1.0, mean + self.width), 1)


@pytest.fixture(scope="session")
def play_on() -> Callable[..., Match]:
    """Play a match on at random, for three rounds unless told otherwise."""
    return _play_on


@pytest.fixture
def by_hand() -> type[ByHand]:
    """The estimator."""
    return ByHand


@pytest.fixture(scope="session")
def party() -> Match:
    """Two rounds of the party preset with fouls, catches and cuts."""
    for seed in range(100):
        match = _play_on(Match("classic", 3, {"preset": "party", "target": 1000}, seed=seed), Random(seed), rounds=2)
        moves = [move for played in match.rounds for move in played.moves]
        verbs = {Move.parse(move.sentence).verb for move in moves}
        if match.round_over and {"catch", "uno"} <= verbs and any(move.foul for move in moves):
            return match
    raise AssertionError("no match of a hundred had a foul, a call and a catch")
