"""The error for a record that is damaged, edited, or does not follow from the rules or the seed. Tested in
tests/record/test_replay.py.
"""

from __future__ import annotations

from huefall.vocabulary.errors import HuefallError

MAX_REASON_CHARACTERS = 300


class RecordError(HuefallError):
    """A record that does not hold; the text names the line, and the move if there is one."""

    def __init__(self, reason: str, line: int | None = None, place: str = "") -> None:
        # A damaged file may put anything into the reason: make it one line of readable length.
        reason = " ".join(reason.split())
        reason = reason if len(reason) <= MAX_REASON_CHARACTERS else f"{reason[:MAX_REASON_CHARACTERS]} …"
        where = f"line {line}" if line else "the record"
        super().__init__(f"{where}{f', {place}' if place else ''}: {reason}")
        self.line = line  # counted from 1
        self.reason = reason
