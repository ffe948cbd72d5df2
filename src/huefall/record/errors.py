"""The one error of a record that is damaged, edited, or does not follow from the rules or the seed."""

from __future__ import annotations

from huefall.vocabulary.errors import HuefallError

LONGEST = 300


class RecordError(HuefallError):
    """A record that does not hold; the text names the line, and the move where there is one."""

    def __init__(self, reason: str, line: int | None = None, place: str = "") -> None:
        # A damaged file may put anything into the reason; what is told is one line that can be read.
        reason = " ".join(reason.split())
        reason = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]} …"
        where = f"line {line}" if line else "the record"
        super().__init__(f"{where}{f', {place}' if place else ''}: {reason}")
        self.line = line  # counted from 1
        self.reason = reason
