"""Ratings agree with shares in any order of the games, and are written only as exactly as they are known."""

from __future__ import annotations

from random import Random

import pytest

from huefall.arena.games import GameResult
from huefall.arena.ratings import Rating, rate


def play(wins: list[int], seatings: list[tuple[int, ...]]) -> list[GameResult]:
    """Make games in which these entrants won, round and round the seatings."""
    found = []
    for number, winner in enumerate(wins):
        seating = seatings[number % len(seatings)]
        found.append(GameResult(seating, (seating.index(winner),), moves=30))
    return found


def test_nobody_is_known_before_the_first_game() -> None:
    assert [(rating.mu, round(rating.sigma, 2)) for rating in rate(3, [])] == [(25.0, 8.33)] * 3


@pytest.mark.parametrize("first", [0, 1])
def test_who_wins_more_is_rated_higher_even_if_the_others_wins_come_last(first: int) -> None:
    """16 of 30 games, the wins of the weaker one at the end: rated in their order, the weaker one would come out far ahead."""
    wins = [first] * 16 + [1 - first] * 14
    ratings = rate(2, play(wins, [(0, 1), (1, 0)]))
    assert ratings[first].mu > ratings[1 - first].mu


def test_the_order_of_games_makes_hardly_a_difference() -> None:
    games = play([0] * 60 + [1] * 40, [(0, 1), (1, 0)])
    found = []
    for seed in range(4):
        Random(seed).shuffle(games)
        better, worse = rate(2, games)
        found.append(better.mu - worse.mu)
        assert better.sigma == pytest.approx(worse.sigma, rel=0.05)
    assert max(found) - min(found) < 3.0, "within the doubt of one of them"
    assert min(found) > 0


def test_seats_of_the_same_entrant_have_one_rating() -> None:
    ratings = rate(2, play([0, 1] * 20, [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]))
    assert ratings[0].mu > ratings[1].mu, "half of the games of four"


def test_a_game_without_a_winner_says_nothing() -> None:
    games = play([0] * 6 + [1] * 2, [(0, 1), (1, 0)])
    void = [GameResult((0, 1), (), moves=30)] * 30
    assert rate(2, void) == rate(2, [])
    with_void, without = rate(2, games + void), rate(2, games)
    # The orders in which they are rated differ, and no more.
    assert [rating.sigma for rating in with_void] == pytest.approx([rating.sigma for rating in without], rel=0.01)


def test_a_rating_is_written_no_more_exactly_than_it_is_known() -> None:
    assert str(Rating(25.49, 8.33)) == "25 ± 17"
    assert str(Rating(25.49, 0.2)) == "25.5 ± 0.4"
    assert Rating(25.0, 2.0).interval == (21.0, 29.0) and Rating(25.0, 2.0).ordinal == 19.0
