"""A finished game explained: chances after every move, turning points, mistakes, luck and skill (docs/review.md).

review = review_match(replay(Path("match.jsonl")))
print(review.summary[0].accuracy, review.summary[0].luck)
"""

from huefall.review.errors import ReviewCancelled, ReviewError
from huefall.review.estimator import Estimator
from huefall.review.model import (
    Chance,
    Effort,
    Mistake,
    Point,
    Review,
    RoundReview,
    Summary,
    TurningPoint,
)
from huefall.review.run import review_match

__all__ = [
    "Chance",
    "Effort",
    "Estimator",
    "Mistake",
    "Point",
    "Review",
    "ReviewCancelled",
    "ReviewError",
    "RoundReview",
    "Summary",
    "TurningPoint",
    "review_match",
]
