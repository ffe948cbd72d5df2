"""What a seat can do: the first word of a sentence.

Tested in tests/vocabulary/test_names.py.
"""

from __future__ import annotations

PLAY, DRAW, KEEP, PASS, COLOR, ACCEPT, CHALLENGE, DANCE, APPROVE, REJECT, UNO, CATCH = range(12)

NAMES = (
    "play",
    "draw",
    "keep",
    "pass",
    "color",
    "accept",
    "challenge",
    "dance",
    "approve",
    "reject",
    "uno",
    "catch",
)
