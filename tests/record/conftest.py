"""Matches to keep records of: played at random, with calls, catches, cuts and fouls."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from huefall.game import Match, MoveRefused
from huefall.record import write_record

SECRET = bytes(range(100, 132))


def _play_something(match: Match, chance: Random) -> None:
    """Play a claim or cut of anybody's, now and then a wrong card, else a legal move, cards rather than draws."""
    asked = match.asked
    assert asked is not None
    seat = chance.randrange(match.players)
    claims = match.legal(seat) if seat != asked else []
    if claims and chance.random() < 0.5:
        match.play(seat, chance.choice(claims))
        return
    if chance.random() < 0.1:
        try:
            match.play(asked, f"play {chance.choice(match.game.hand(asked))}")
        except MoveRefused:
            pass
        else:
            return
    legal = match.legal()
    plays = [move for move in legal if move.verb == "play"]
    match.play(asked, chance.choice(plays if plays and chance.random() < 0.7 else legal))


def _play_on(match: Match, chance: Random, moves: int = 100_000) -> Match:
    for _ in range(moves):
        if match.over:
            break
        if match.round_over:
            match.next_round()
        else:
            _play_something(match, chance)
    return match


@pytest.fixture(scope="session")
def play_on() -> Callable[..., Match]:
    """Play a match on, to its end or for a number of moves."""
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
