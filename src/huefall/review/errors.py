"""What can go wrong with a review, beside a record that does not hold."""

from __future__ import annotations

from huefall.vocabulary.errors import HuefallError


class ReviewError(HuefallError):
    """A match that cannot be reviewed, or a written review that cannot be read; the text says what was expected."""


class ReviewCancelled(Exception):
    """The review was given up because its caller asked for that."""
