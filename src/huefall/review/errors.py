"""What can go wrong with a review, apart from a damaged record. Tested in tests/review/test_run.py."""

from __future__ import annotations

from huefall.vocabulary.errors import HuefallError


class ReviewError(HuefallError):
    """A match that cannot be reviewed; the text says why."""


class ReviewCancelled(Exception):
    """The caller asked to stop the review."""
