"""What can go wrong with a review, apart from a damaged record. Tested in tests/review/test_run.py."""

from __future__ import annotations

from huefall.protocol.reviews import ReviewError

__all__ = ["ReviewCancelled", "ReviewError"]


class ReviewCancelled(Exception):
    """The caller asked to stop the review."""
