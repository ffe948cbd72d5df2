"""Reviews: chances after every move, turning points, mistakes, luck and skill (docs/review.md).

review = review_record(open_record(Path("match.jsonl")))
print(review.summary[0].accuracy, review.summary[0].luck)

The review itself, a ``Review``, is defined in ``huefall.protocol.reviews``: it is what the server sends, too.
"""

from huefall.protocol.reviews import (
    Chance,
    Review,
    ReviewEffort,
    ReviewMistake,
    ReviewRound,
    ReviewStep,
    ReviewSummary,
    ReviewTurn,
)
from huefall.review.errors import ReviewCancelled, ReviewError
from huefall.review.estimator import Estimator
from huefall.review.run import review_match, review_record

__all__ = [
    "Chance",
    "Estimator",
    "Review",
    "ReviewCancelled",
    "ReviewEffort",
    "ReviewError",
    "ReviewMistake",
    "ReviewRound",
    "ReviewStep",
    "ReviewSummary",
    "ReviewTurn",
    "review_match",
    "review_record",
]
