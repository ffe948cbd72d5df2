"""Matches to keep records of: played at random, with calls, catches, cuts and fouls."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from tests import random_play

from huefall.game import Match
from huefall.record import write_record

SECRET = bytes(range(100, 132))

_play_on = partial(random_play.play_on, card_share=0.7)


@pytest.fixture(scope="session")
def play_on() -> Callable[..., Match]:
    """Play a match on at random, with many draws, so that piles are reshuffled."""
    return _play_on


@pytest.fixture(scope="session")
def finished() -> Match:
    """A match that is over, of a secret seed, with several rounds, fouls and reshuffles."""
    for chance in range(100):
        match = _play_on(Match("classic", 3, {"preset": "party", "target": 150}, seed=SECRET), Random(chance))
        moves = [move for played in match.rounds for move in played.moves]
        if match.round > 1 and any(move.foul for move in moves) and any(move.reshuffle for move in moves):
            return match
    raise AssertionError("no match of a hundred had several rounds, a foul and a reshuffle")


@pytest.fixture(scope="session")
def text(finished: Match) -> str:
    """The record of the finished match."""
    return write_record(finished)
