"""Names of people: which characters they may have. Tested in tests/server/test_tables.py."""

from __future__ import annotations

import unicodedata

MAX_LENGTH = 24

#: Unicode categories: letters, marks, numbers. Invisible characters and changes of direction are in none of them.
ALLOWED_CATEGORIES = ("L", "Mn", "Mc", "N")
PUNCTUATION = " .-'’·!?&+_"


def tidy_name(name: str) -> str | None:
    """Return a name with its white space normalised; None if it is not allowed.

    >>> tidy_name("  小明   2 ")
    '小明 2'
    >>> tidy_name("<script>") is None
    True
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= MAX_LENGTH or not any(unicodedata.category(letter)[0] in "LN" for letter in tidy):
        return None
    # More than two combining marks on a letter would reach into the lines above.
    marks = 0
    for letter in tidy:
        category = unicodedata.category(letter)
        if not category.startswith(ALLOWED_CATEGORIES) and letter not in PUNCTUATION:
            return None
        marks = marks + 1 if category == "Mn" else 0
        if marks > 2:
            return None
    return tidy
