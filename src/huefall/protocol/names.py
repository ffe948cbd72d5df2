"""What a person may be called at a table."""

from __future__ import annotations

import unicodedata

LONGEST = 24

#: Letters, marks, numbers, and punctuation that names have. What turns text round or cannot be seen is in none of these.
ALLOWED = ("L", "Mn", "Mc", "N")
PUNCTUATION = " .-'’·!?&+_"


def tidy_name(name: str) -> str | None:
    """Return a name with its white space in order, or nothing if nobody can be called that.

    >>> tidy_name("  小明   2 ")
    '小明 2'
    >>> tidy_name("<script>") is None
    True
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= LONGEST or not any(unicodedata.category(letter)[0] in "LN" for letter in tidy):
        return None
    # A letter may carry marks, not a tower of them that reaches into the lines above.
    marks = 0
    for letter in tidy:
        category = unicodedata.category(letter)
        if not category.startswith(ALLOWED) and letter not in PUNCTUATION:
            return None
        marks = marks + 1 if category == "Mn" else 0
        if marks > 2:
            return None
    return tidy
