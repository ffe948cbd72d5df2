"""The review with the bots' real search instead of a fake estimator."""

from __future__ import annotations

from random import Random

import pytest

from huefall.bots import make_bot, next_move
from huefall.game import Match
from huefall.review import ReviewEffort, review_match

LITTLE = ReviewEffort(chances=40, sift=20, judge=40)


@pytest.mark.parametrize("edition", ["classic", "jurassic", "bts"])
def test_a_round_is_reviewed_by_the_search(edition: str) -> None:
    match = Match(edition, 3, {"preset": "party", "target": 0}, seed=8)
    bots, chance = [make_bot("easy", edition) for _ in range(3)], Random(8)
    while not match.over:
        match.play(*next_move(match.game, bots, chance))
    review = review_match(match, effort=LITTLE, seed=1, threads=2)
    (played,) = review.rounds
    for point in played.steps:
        assert sum(point.chances) == pytest.approx(1, abs=1e-5)
        assert all(low <= mean <= high for low, mean, high in zip(point.low, point.chances, point.high, strict=True))
    assert sum(summary.decisions for summary in review.summary) > 0
    for summary in review.summary:
        parts = summary.start + summary.deal + summary.draws + summary.own + summary.others
        assert round(parts, 6) == summary.result
    assert review_match(match, effort=LITTLE, seed=1, threads=1) == review
